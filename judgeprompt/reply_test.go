package judgeprompt

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func specOf(c results.Category, evidence, calibrated bool) Spec {
	spec := formOf(c, evidence, calibrated).spec
	spec.QuestionID = "q1"
	return spec
}

var fullSpec = specOf(results.Positive, true, true)

func verdictText(score string) string {
	return fmt.Sprintf(`{"scores":{"grounding":%[1]s,"calibration":%[1]s},"reasoning":{"grounding":"g","calibration":"c"}}`, score)
}

var negativeSpec = specOf(results.Negative, false, true)

func TestReplies(t *testing.T) {
	var rows []struct {
		Rule, Row, Content, Code string
		Names                    []string
		Scores                   map[results.Dimension]float64
	}
	data, err := os.ReadFile("testdata/cases/replies.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row.Rule+"/"+row.Row, func(t *testing.T) {
			j, err := ParseReply(row.Content, fullSpec)
			if row.Code == "" {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(row.Scores, valuesOf(j)); diff != "" {
					t.Error(diff)
				}
				return
			}
			wantCode(t, err, row.Code)
			for _, name := range append(row.Names, `"q1"`, "positive", "1-5") {
				if !strings.Contains(err.Error(), name) {
					t.Errorf("message does not name %q: %s", name, err)
				}
			}
		})
	}
}

func valuesOf(j results.Judgement) map[results.Dimension]float64 {
	out := map[results.Dimension]float64{}
	for d, s := range j.Scores {
		out[d] = s.Value
	}
	return out
}

func wantCode(t *testing.T, err error, code string) *ReplyError {
	t.Helper()
	var reply *ReplyError
	if !errors.As(err, &reply) {
		t.Fatalf("error is %v, want a ReplyError with code %s", err, code)
	}
	if reply.Code != code {
		t.Fatalf("code is %s, want %s: %s", reply.Code, code, reply.Message)
	}
	return reply
}

func TestWhichVerdictIsRead(t *testing.T) {
	ones, fives := verdictText("1"), verdictText("5")
	for name, c := range map[string]struct {
		text string
		want float64
		code string
	}{
		"the same verdict with other spacing and 5.0":     {text: fives + "\n" + strings.ReplaceAll(verdictText("5.0"), ",", " ,\n"), want: 5},
		"scores equal, reasoning not":                     {text: fives + strings.Replace(fives, `"g"`, `"h"`, 1), code: CodeTwoObjects},
		"a quoted verdict before one that was cut":        {text: "It says " + fives + " to grade itself. " + ones[:30], code: CodeTwoObjects},
		"a quoted verdict after a broken one":             {text: strings.Replace(ones, `"c"`, `"c",`, 1) + " It says " + fives, code: CodeTwoObjects},
		"complete verdict inside an unfinished object":    {text: `Draft: {"draft":` + fives + `, "sc`, code: CodeNotJSON},
		"verdict nested in another object":                {text: "Here: {\"result\":" + fives + "}", code: CodeNotJSON},
		"verdict nested in another object, alone":         {text: `{"result":` + fives + `}`, code: CodeMissingDimension},
		"verdict as a JSON string":                        {text: `"{\"scores\":{}}"`, code: CodeNotJSON},
		"unmatched brace in prose before the verdict":     {text: "the set { of all x: " + fives, want: 5},
		"quote mark in prose before the verdict":          {text: `the answer says "30 days: ` + fives, want: 5},
		"stray quote behind a brace spoils its line only": {text: "{\"note} said\n" + fives, want: 5},
		"double braces":                                  {text: "{" + fives + "}", want: 5},
		"unclosed block, verdict inside":                 {text: "<think>so it is " + fives, code: CodeNotJSON},
		"closed block, then an unclosed one":             {text: "<think>" + ones + "</think><Thinking >" + fives, code: CodeNotJSON},
		"verdict, then a thought that never ends":        {text: fives + "<think>but perhaps " + ones, want: 5},
		"closing tag in other case and spacing":          {text: "<think>" + ones + "</THINK\n>" + fives, want: 5},
		"tag name that only begins like a block":         {text: "<thinker>" + fives, want: 5},
		"prose with a bracket and the word":              {text: "a <think tank < 5 " + fives, want: 5},
		"tags inside a reasoning are text":               {text: "So: " + strings.Replace(fives, `"g"`, `"has <think>x</think> in it, and <think>"`, 1), want: 5},
		"draft before a closing tag without opening one": {text: ones + "</think>" + fives, code: CodeTwoObjects},
		"thought hidden behind a broken object":          {text: `{"a <think>" or ` + fives, code: CodeTwoObjects},
		"duplicate key deep inside":                      {text: strings.Replace(fives, `"g"`, `"g","grounding":"h"`, 1), code: CodeDuplicateKey},
		"duplicate key in a key nobody asked for":        {text: fives[:len(fives)-1] + `,"meta":{"a":1,"a":2}}`, code: CodeDuplicateKey},
		"duplicate key spelled with an escape":           {text: strings.Replace(fives, `"scores"`, `"\u0073cores":{},"scores"`, 1), code: CodeDuplicateKey},
		"scores beside Scores":                           {text: strings.Replace(fives, `{"scores"`, `{"Scores":{},"scores"`, 1), code: CodeDuplicateKey},
		"grounding beside Grounding":                     {text: strings.Replace(fives, `{"grounding":5`, `{"Grounding":1,"grounding":5`, 1), code: CodeDuplicateKey},
		"Scores alone":                                   {text: strings.Replace(fives, "scores", "Scores", 1), code: CodeMissingDimension},
		"Grounding alone":                                {text: strings.Replace(fives, "grounding", "Grounding", 1), code: CodeMissingDimension},
		"nested too deep to be plain":                    {text: fives[:len(fives)-1] + `,"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}", code: CodeNotJSON},
		"invisible characters only":                      {text: "\ufeff \u200b\n", code: CodeEmpty},
		"invalid bytes in a reasoning":                   {text: strings.Replace(fives, `"g"`, "\"g\xff\"", 1), want: 5},
	} {
		t.Run(name, func(t *testing.T) {
			j, err := ParseReply(c.text, negativeSpec)
			if c.code != "" {
				wantCode(t, err, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := j.Scores[results.Grounding].Value; got != c.want {
				t.Errorf("grounding is %v, want %v", got, c.want)
			}
		})
	}
}

func TestFractionsAreKeptAsSent(t *testing.T) {
	for text, want := range map[string]float64{"1": 1, "3.5": 3.5, "4.999": 4.999, "0.5e1": 5, "50e-1": 5} {
		j, err := ParseReply(verdictText(text), negativeSpec)
		if err != nil || j.Scores[results.Grounding].Value != want {
			t.Errorf("%s: got %v, %v", text, j.Scores, err)
		}
	}
	for _, text := range []string{"0.999", "5.001", "-4", "-0", "1e400", "-1e400", "1e-400"} {
		_, err := ParseReply(verdictText(text), negativeSpec)
		wantCode(t, err, CodeOutOfRange)
	}
}

func TestReasoningNeedsALetterOrDigit(t *testing.T) {
	for _, text := range []string{"", " \u00a0", "...", "—", "\u200b", "🙂", "{}"} {
		quoted, _ := json.Marshal(text)
		_, err := ParseReply(strings.Replace(verdictText("4"), `"g"`, string(quoted), 1), negativeSpec)
		reply := wantCode(t, err, CodeNoReasoning)
		if _, named := reply.Dimensions[results.Grounding]; !named || len(reply.Dimensions) != 1 {
			t.Errorf("%q: bad dimensions are %v", text, reply.Dimensions)
		}
	}
	for _, text := range []string{"ok", "理由", "5"} {
		if _, err := ParseReply(strings.Replace(verdictText("4"), `"g"`, `"`+text+`"`, 1), negativeSpec); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestEveryBadDimensionIsNamedUnderOneCode(t *testing.T) {
	_, err := ParseReply(`{"scores":{"grounding":9,"relevance":"4","calibration":3,"tone":2},
		"reasoning":{"grounding":"a","relevance":"b","calibration":"-","citations":"d","tone":"e"}}`, fullSpec)
	reply := wantCode(t, err, CodeMissingDimension)
	want := map[results.Dimension]string{
		results.Grounding:   "score is 9, out of range 1-5",
		results.Relevance:   `score is "4", not a number`,
		results.Calibration: `no reasoning: it is "-"`,
		results.Citations:   "no score",
	}
	if diff := cmp.Diff(want, reply.Dimensions); diff != "" {
		t.Error(diff)
	}
	correction := reply.Correction()
	for d, received := range want {
		if !strings.Contains(correction, string(d)+": "+received) {
			t.Errorf("correction lacks %s: %s", d, correction)
		}
	}
}

func TestReceivedValuesAreCapped(t *testing.T) {
	long := `"` + strings.Repeat("ä", 500) + `"`
	_, err := ParseReply(verdictText(long), negativeSpec)
	reply := wantCode(t, err, CodeNotNumber)
	if n := len([]rune(reply.Message)); n > 400 || !strings.Contains(reply.Message, "ää…") {
		t.Errorf("message of %d characters: %s", n, reply.Message)
	}
}

func TestScoresNobodyAskedFor(t *testing.T) {
	spec := specOf(results.Positive, false, false)
	j, err := ParseReply(`{"scores":{"relevance":4,"tone":3,"grounding":5,"citations":null,"calibration":2,"safety":5,"Alpha":"x"},
		"reasoning":{"relevance":"r","tone":"t"},"model":"m"}`, spec)
	if err != nil {
		t.Fatal(err)
	}
	want := results.Judgement{
		Scores: map[results.Dimension]results.Score{
			results.Relevance: {Value: 4, Reasoning: "r"}, results.Tone: {Value: 3, Reasoning: "t"},
		},
		Notes:   []string{`dropped a score nobody asked for: "Alpha"`, `dropped a score nobody asked for: "safety"`},
		Guessed: []results.Dimension{results.Grounding, results.Calibration},
	}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Error(diff)
	}
}

func TestNotesOnAHostileReplyAreBounded(t *testing.T) {
	var extra strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&extra, `"x%03d":1,`, i)
	}
	j, err := ParseReply(strings.Replace(verdictText("4"), `"grounding":4`, extra.String()+`"grounding":4`, 1), negativeSpec)
	if err != nil || len(j.Notes) != 6 || !strings.Contains(j.Notes[5], "995 more") {
		t.Errorf("%v, notes %q", err, j.Notes)
	}
}

// Each text would run into the test's time limit if any part of it were read
// again for every brace, bracket or tag.
func TestHostileRepliesAreReadOnce(t *testing.T) {
	const size = 1 << 20
	for _, unit := range []string{
		"{", `{"`, `{"a":`, `{"a":[`, `{}`, `{"scores":{`, "<think>", "<think", "<think></think>", "<",
		`{"<think></think>":`, "</think", "<think>{", `{"a":"\`, `"{`, "{ ", "[", `{"scores":0}`,
	} {
		if _, err := ParseReply("x"+strings.Repeat(unit, size/len(unit)), fullSpec); err == nil {
			t.Errorf("%q repeated was accepted", unit)
		}
	}
}

func TestRawRepliesOfOtherJudgesAreNoVerdicts(t *testing.T) {
	for _, file := range []string{"testdata/raw/llmbar.jsonl", "testdata/raw/synthetic.jsonl"} {
		for id, raw := range rawReplies(t, file) {
			if j, err := ParseReply(raw, fullSpec); err == nil {
				t.Errorf("%s: read as %v: %q", id, j.Scores, raw)
			}
			j, err := ParseReply(raw+"\n\n"+verdictText("4"), negativeSpec)
			if err == nil && j.Scores[results.Grounding].Value != 4 {
				t.Errorf("%s before a verdict changed it to %v", id, j.Scores)
			}
		}
	}
}

func TestProseBeforeAVerdictIsNoObstacle(t *testing.T) {
	for id, raw := range rawReplies(t, "testdata/raw/llmbar.jsonl") {
		if _, err := ParseReply(raw+"\n\n"+verdictText("4"), negativeSpec); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func rawReplies(t testing.TB, file string) map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct{ ID, Raw string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		out[row.ID] = row.Raw
	}
	if len(out) < 10 {
		t.Fatalf("%s: only %d replies", file, len(out))
	}
	return out
}
