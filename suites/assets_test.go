package suites

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"gopkg.in/yaml.v3"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

func parsedSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

func TestSchemaAndLoaderKnowTheSameKeys(t *testing.T) {
	s := parsedSchema(t)
	for _, c := range []struct {
		known  keyset
		schema *jsonschema.Schema
	}{
		{suiteKeys, s}, {recordedKeys, s.Defs["recorded"]}, {httpKeys, s.Defs["http"]}, {openAIKeys, s.Defs["openai"]},
		{commandKeys, s.Defs["command"]}, {mappingKeys, s.Defs["mapping"]}, {messageKeys, s.Defs["message"]},
		{retrievedKeys, s.Defs["mapping"].Properties["retrieved"].AnyOf[1]},
		{citationKeys, s.Defs["mapping"].Properties["citations"].AnyOf[1]}, {judgeKeys, s.Defs["judge"]}, {passAtKeys, s.Defs["passAt"].AnyOf[1]},
		{gateKeys, s.Defs["gate"]}, {questionKeys, s.Defs["question"]}, {rubricKeys, s.Defs["rubric"]},
		{phraseKeys, s.Defs["phrase"].AnyOf[1]}, {quoteKeys, s.Defs["quotes"]}, {groundingKeys, s.Defs["grounding"]},
		{contextKeys, s.Defs["context"]}, {memberKeys, s.Defs["member"]}, {frozenKeys, s.Defs["frozen"]}, {quarantineKeys, s.Defs["quarantine"]},
		{citedKeys, s.Defs["frozen"].Properties["citations"].Items}, {passageKeys, s.Defs["frozen"].Properties["retrieved"].Items},
	} {
		var inSchema []string
		for name := range c.schema.Properties {
			inSchema = append(inSchema, name)
		}
		slices.Sort(inSchema)
		if diff := cmp.Diff(slices.Sorted(slices.Values(c.known.names)), inSchema); diff != "" {
			t.Errorf("%s (-loader +schema):\n%s", c.known.place, diff)
		}
	}
}

func TestSchemaKnowsEverySeries(t *testing.T) {
	resolved, err := parsedSchema(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, series := range append(rubric.AllSeries(), "grounding", "negative/tone") {
		valid := resolved.Validate(map[string]any{"questions": []any{}, "gate": map[string]any{"dimensions": map[string]any{string(series): 4}}}) == nil
		if want := slices.Contains(rubric.AllSeries(), series); valid != want {
			t.Errorf("%s: valid %t, want %t", series, valid, want)
		}
	}
}

// TestSchemaAcceptsWhatLoads keeps editors from marking good suites, the
// starter suite among them, and makes them mark a misspelled key.
func TestSchemaAcceptsWhatLoads(t *testing.T) {
	resolved, err := parsedSchema(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../testdata/suites/good/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no good suites: %v", err)
	}
	for _, path := range append(files, "starter/suite.yaml", "../testdata/suites/bad/key-typo.yaml") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(asEditorsRead(t, data)); (err == nil) == strings.Contains(path, "bad/") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// asEditorsRead decodes YAML into the values of JSON, in which a date is text.
func asEditorsRead(t *testing.T, data []byte) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(datesAsText(value))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(plain, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func datesAsText(value any) any {
	switch v := value.(type) {
	case time.Time:
		return v.Format(time.DateOnly)
	case []any:
		for i := range v {
			v[i] = datesAsText(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = datesAsText(v[key])
		}
	}
	return value
}

func TestStarterSuiteIsCleanAndAnswered(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, Starter()); err != nil {
		t.Fatal(err)
	}
	s := mustLoad(t, dir)[0]
	for _, w := range append(s.Warnings, Lint(s, goldenDay())...) {
		t.Errorf("warning: %s", w)
	}
	recorded := starterAnswers(t)
	negatives := 0
	for q, err := range s.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		if q.Category == results.Negative {
			negatives++
		}
		a, answered := recorded[q.ID]
		if !answered {
			t.Errorf("question %s has no recorded answer", q.ID)
			continue
		}
		delete(recorded, q.ID)
		for _, f := range rubric.Check(q.Rubric, a, rubric.Options{ConfidenceRequired: true, LatencyMs: a.LatencyMs}) {
			if f.Status != results.FindingPass {
				t.Errorf("question %s: %s %s: %s", q.ID, f.Check, f.Status, f.Message)
			}
		}
		if len(a.Evidence(q.Context)) == 0 {
			t.Errorf("question %s has no evidence", q.ID)
		}
	}
	if negatives < 3 || len(recorded) > 0 {
		t.Errorf("%d negative questions; answers without a question: %v", negatives, recorded)
	}
}

func starterAnswers(t *testing.T) map[string]answers.Answer {
	t.Helper()
	data, err := fs.ReadFile(Starter(), "answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]answers.Answer{}
	for line, err := range answers.Lines(strings.NewReader(string(data)), answers.MaxLine) {
		if err != nil {
			t.Fatal(err)
		}
		a, err := answers.Decode(line.Raw)
		if err != nil {
			t.Fatalf("line %d: %v", line.Number, err)
		}
		recorded[a.ID] = a
	}
	return recorded
}

func TestStarterSuitePointsEditorsAtTheSchema(t *testing.T) {
	data, err := fs.ReadFile(Starter(), "suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(data), "# yaml-language-server: $schema=suite.schema.json\n") {
		t.Error("the first line names no schema")
	}
}
