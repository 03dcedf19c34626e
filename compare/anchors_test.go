package compare

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// withAnchors adds so many questions with frozen answers to a run.
func withAnchors(doc results.ReportDoc, n int, score func(int) float64) results.ReportDoc {
	for i := range n {
		q := question(fmt.Sprintf("a%02d", i), score(i))
		q.Anchor = true
		doc.Questions = append(doc.Questions, q)
	}
	return doc
}

// TestAStricterJudgeIsNotBlamedOnTheApplication: where the scores of frozen
// answers fell too, figures that fail cannot tell who fell.
func TestAStricterJudgeIsNotBlamedOnTheApplication(t *testing.T) {
	base := withAnchors(hundred("a"), 30, always(5))
	fallen := func(id string) results.ReportDoc { return reportOf(id, many(100, drops(50, 3))...) }
	doc := compared(t, base, withAnchors(fallen("b"), 30, always(5)), Options{})
	if doc.Gate.Verdict != results.Fail || doc.Anchors.N != 30 || doc.Anchors.Says != "No evidence on the anchors that the judge moved, n=30." {
		t.Errorf("%+v: %s", doc.Gate, doc.Anchors.Says)
	}

	doc = compared(t, base, withAnchors(fallen("b"), 30, always(4)), Options{})
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 || len(doc.Anchors.Moved) != 2 {
		t.Errorf("%+v %+v", doc.Gate, doc.Anchors)
	}
	want := regexp.MustCompile(`^Cannot tell whether head is worse than base: on pass rate the figure fell by 50 .* The judge may have moved: on anchors, whose answers are frozen, the head is lower on positive/grounding by 1\.00 \(95 % .*, n=30\) and lower on positive/relevance by 1\.00 `)
	if !want.MatchString(doc.Headline) {
		t.Error(doc.Headline)
	}
	if !strings.HasSuffix(doc.Next, "evalrun rejudge runs/a --judge-from runs/b/report.json --no-cache") {
		t.Error(doc.Next)
	}
	for _, s := range doc.Series {
		if s.N > 100 || s.Verdict == results.Fail {
			t.Errorf("%s: n=%d, %s", s.Name, s.N, s.Verdict)
		}
	}
}

// TestALenientJudgeIsToldAsWell: a gate that passes may pass by the judge's
// grace.
func TestALenientJudgeIsToldAsWell(t *testing.T) {
	base := withAnchors(hundred("a"), 30, always(3))
	doc := compared(t, base, withAnchors(hundred("b"), 30, always(4)), Options{})
	if doc.Gate.Verdict != results.Pass || !strings.Contains(doc.Headline, "The judge may have moved: on anchors, whose answers are frozen, the head is higher on ") {
		t.Errorf("%s: %s", doc.Gate.Verdict, doc.Headline)
	}
}

// TestWhatACheckFoundStandsWhateverTheJudgeDid: a judge that moved excuses no
// forbidden phrase, and no critical question that a check fails.
func TestWhatACheckFoundStandsWhateverTheJudgeDid(t *testing.T) {
	base := withAnchors(hundred("a"), 30, always(5))
	for name, c := range map[string]struct {
		checks []results.Finding
		want   results.Verdict
	}{
		"by its score": {nil, results.Inconclusive},
		"by a check":   {[]results.Finding{{Check: "mustMention", Status: results.FindingFail, Phrase: "5 mg"}}, results.Fail},
	} {
		head := withAnchors(hundred("b"), 30, always(4))
		head.Questions[0].Verdict, head.Questions[0].Critical, head.Questions[0].Checks = results.Fail, true, c.checks
		doc := compared(t, base, head, Options{})
		if doc.Gate.Verdict != c.want || len(doc.Hard) != 1 || !strings.Contains(doc.Headline, "question q000 passed and fails now, and is critical") {
			t.Errorf("%s: %+v\n%s", name, doc.Gate, doc.Headline)
		}
	}
}

func TestAnchorsThatWereEditedOrAreFewSayNothing(t *testing.T) {
	base, head := withAnchors(hundred("a"), 7, always(5)), withAnchors(hundred("b"), 7, always(2))
	for i := range 3 {
		head.Questions[100+i].ContentHash = "another answer"
	}
	doc := compared(t, base, head, Options{})
	if doc.Anchors.N != 4 || len(doc.Anchors.Moved) != 0 || doc.Anchors.Says != "Too few anchors to tell whether the judge moved: n=4." || doc.Pairing.Anchors != 7 {
		t.Errorf("%+v", doc.Anchors)
	}
	if doc := compared(t, hundred("a"), hundred("b"), Options{}); doc.Anchors.Says != "" {
		t.Errorf("%+v", doc.Anchors)
	}
}
