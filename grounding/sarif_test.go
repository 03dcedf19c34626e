package grounding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sarifOf(t *testing.T, r Report, doc Document) sarifLog {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(&b, r, doc); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	dec := json.NewDecoder(&b)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&log); err != nil {
		t.Fatal(err)
	}
	return log
}

// places lists rule, level, file and region of each result.
func places(log sarifLog) []string {
	out := []string{}
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].Physical
		out = append(out, fmt.Sprintf("%s %s %s %v", r.RuleID, r.Level, at.Artifact.URI, at.Region))
	}
	return out
}

func TestSARIFPointsAtWhatItNames(t *testing.T) {
	const answer = "Penguins volcano\nÄ glacier `vanish(x)`, in general"
	c := Prepare("scanner", Source{Path: "docs/a b.md", Warning: "context is old"})
	r := Trace(answer, c, fakes("vanish"), DefaultRules())
	got := places(sarifOf(t, r, Document{Path: "out/50%:answer.md", Text: answer}))
	want := []string{
		"ungrounded-symbol error out/50%25:answer.md {2 12 2 18}",
		"low-score error out/50%25:answer.md {1 1 0 0}",
		"hedging warning out/50%25:answer.md {2 24 2 34}",
		"stale-context warning docs/a%20b.md {1 1 0 0}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSARIFOfAnInconclusiveReportSaysWhy(t *testing.T) {
	log := sarifOf(t, Trace("", Prepare("scanner", Source{}), Ground{}, DefaultRules()), Document{Path: "a.md"})
	if got := places(log); len(got) != 0 {
		t.Errorf("%q", got)
	}
	notes := log.Runs[0].Invocations[0].Notifications
	if len(notes) != 1 || notes[0].Message.Text != "inconclusive: the response is empty" {
		t.Errorf("%+v", notes)
	}
}

func TestSARIFLevelFollowsWhatFails(t *testing.T) {
	rules := DefaultRules()
	rules.FailOn = FailOn{Warning: true}
	const answer = "penguin `vanish(x)` in general"
	r := Trace(answer, Prepare("scanner", Source{}), fakes("vanish"), rules)
	got := strings.Join(places(sarifOf(t, r, Document{Path: "a", Text: answer})), "\n")
	for _, want := range []string{"ungrounded-symbol warning", "low-score warning", "hedging error"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}

func FuzzSARIF(f *testing.F) {
	f.Add("Typically, `a(b)` \x00\x1b[31m\n`é(x)`", "x:y/../%zz")
	f.Fuzz(func(t *testing.T, answer, path string) {
		r := Trace(answer, Prepare("scanner", Source{Path: path, Warning: answer}), fakes(), DefaultRules())
		log := sarifOf(t, r, Document{Path: path, Text: answer})
		known := map[string]bool{}
		for _, rule := range log.Runs[0].Tool.Driver.Rules {
			known[rule.ID] = true
		}
		lines := strings.Count(answer, "\n") + 1
		for _, r := range log.Runs[0].Results {
			at := r.Locations[0].Physical
			if u, err := url.Parse(at.Artifact.URI); err != nil || u.IsAbs() {
				t.Errorf("uri %q: %v", at.Artifact.URI, err)
			}
			if !known[r.RuleID] || at.Region.StartLine < 1 || at.Region.StartLine > lines || at.Region.StartColumn < 1 {
				t.Errorf("%+v", r)
			}
			if at.Region.EndLine != 0 && at.Region.EndColumn <= at.Region.StartColumn && at.Region.EndLine == at.Region.StartLine {
				t.Errorf("%+v", r)
			}
		}
	})
}
