package rubric

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestPhrasesOfBugReports(t *testing.T) {
	data, err := os.ReadFile("testdata/phrases.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Rule, List, Answer   string
		Phrase               Phrase
		Hit, PossiblyNegated bool
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(fmt.Sprintf("%s/%s in %q", row.Rule, row.Phrase, row.Answer), func(t *testing.T) {
			r := Rubric{ShouldAnswer: true}
			want := results.FindingFail
			if row.List == CheckMustNotMention {
				r.MustNotMention = []Phrase{row.Phrase}
			} else {
				r.MustMention = []Phrase{row.Phrase}
			}
			if row.Hit == (row.List == CheckMustMention) {
				want = results.FindingPass
			}
			f := Check(r, answers.Answer{Text: row.Answer}, Options{})[1]
			if f.Check != row.List || f.Status != want || f.PossiblyNegated != row.PossiblyNegated {
				t.Errorf("got %+v, want status %s, possibly negated %v", f, want, row.PossiblyNegated)
			}
			if row.Hit && f.Excerpt == "" || row.Hit != (f.Start != nil && f.End != nil) {
				t.Errorf("place of the hit: %+v", f)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

func TestCheckReportsEveryCheckInOrder(t *testing.T) {
	r := Rubric{
		ShouldAnswer:   true,
		MustMention:    []Phrase{{Text: "30 days"}, {Text: "receipt"}},
		MustNotMention: []Phrase{{Text: "store credit"}, {Text: "weekend"}},
		MaxLatencyMs:   ptr(8000),
		MaxWords:       ptr(5),
	}
	a := answers.Answer{
		Text: "You have 30\u00a0days, or store credit.", Confidence: "sure", LatencyMs: ptr(8000.5),
	}
	want := []results.Finding{
		{Check: "answered", Status: "pass"},
		{Check: "mustMention", Status: "pass", Phrase: "30 days", Excerpt: a.Text, Start: ptr(9), End: ptr(17)},
		{Check: "mustMention", Status: "fail", Phrase: "receipt", Message: "missing required detail"},
		{
			Check: "mustNotMention", Status: "fail", Phrase: "store credit", Message: "contains forbidden claim",
			Excerpt: a.Text, Start: ptr(22), End: ptr(34),
		},
		{Check: "mustNotMention", Status: "pass", Phrase: "weekend"},
		{Check: "maxLatencyMs", Status: "fail", Message: "took 8000.5 ms, limit 8000 ms"},
		{Check: "maxWords", Status: "fail", Message: "7 words, limit 5"},
		{Check: "confidence", Status: "warning", Message: `unknown confidence "sure", want high, medium, low or none`},
	}
	if diff := cmp.Diff(want, Check(r, a, Options{})); diff != "" {
		t.Error(diff)
	}
}

// statuses shows findings as check=status, for tables.
func statuses(findings []results.Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Check+"="+string(f.Status))
	}
	return strings.Join(out, " ")
}

func TestDeclines(t *testing.T) {
	for _, row := range []struct {
		rule     string
		positive bool
		answer   answers.Answer
		optional bool
		want     string
	}{
		{"positive answered", true, answers.Answer{Text: "yes"}, false, "answered=pass"},
		{"positive blank", true, answers.Answer{Text: " \u200b\n"}, false, "answered=fail"},
		{"positive marked as declined", true, answers.Answer{Text: "sorry", Declined: true}, false, "answered=fail"},
		{"positive without confidence in itself", true, answers.Answer{Text: "yes", Confidence: "none"}, false, "answered=pass confidence=warning"},
		{"declined positive needs no such warning", true, answers.Answer{Declined: true, Confidence: "none"}, false, "answered=fail"},
		{"negative blank", false, answers.Answer{}, false, "abstained=pass"},
		{"negative marked as declined", false, answers.Answer{Text: "sorry", Declined: true, Confidence: "high"}, false, "abstained=pass"},
		{"negative with confidence none", false, answers.Answer{Text: "I do not know", Confidence: "none"}, false, "abstained=pass"},
		{"negative answered", false, answers.Answer{Text: "it is 5", Confidence: "low"}, false, "abstained=fail"},
		{"negative with an unknown word", false, answers.Answer{Text: "it is 5", Confidence: "nil"}, false, "abstained=fail confidence=warning"},
		{"negative without a stated confidence", false, answers.Answer{Text: "it is 5"}, false, "abstained=fail"},
		{"left to the judge", false, answers.Answer{Text: "it is 5"}, true, ""},
		{"optional but stated", false, answers.Answer{Text: "it is 5", Confidence: "high"}, true, "abstained=fail"},
		{"optional, stated none", false, answers.Answer{Text: "it is 5", Confidence: "none"}, true, "abstained=pass"},
		{"optional, blank", false, answers.Answer{}, true, "abstained=pass"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			got := Check(Rubric{ShouldAnswer: row.positive}, row.answer, Options{ConfidenceRequired: !row.optional})
			if s := statuses(got); s != row.want {
				t.Errorf("got %s, want %s", s, row.want)
			}
		})
	}
}

func TestMissingConfidenceNamesTheSetting(t *testing.T) {
	f := Check(Rubric{}, answers.Answer{Text: "it is 5"}, Options{ConfidenceRequired: true})[0]
	if !strings.HasPrefix(f.Message, "answered outside the corpus") || !strings.Contains(f.Message, "confidence: optional") {
		t.Errorf("message %q", f.Message)
	}
	f = Check(Rubric{}, answers.Answer{Text: "it is 5", Confidence: "high"}, Options{ConfidenceRequired: true})[0]
	if f.Message != "answered outside the corpus" {
		t.Errorf("message %q", f.Message)
	}
}

func TestDeclinedAnswersAreSearchedToo(t *testing.T) {
	r := Rubric{ShouldAnswer: true, MustMention: []Phrase{{Text: "fee"}}, MustNotMention: []Phrase{{Text: "fee"}}}
	for _, row := range []struct {
		rule   string
		answer answers.Answer
		want   string
	}{
		{"blank", answers.Answer{}, "answered=fail mustMention=fail mustNotMention=pass"},
		{"worded", answers.Answer{Text: "no fee", Declined: true}, "answered=fail mustMention=pass mustNotMention=fail"},
	} {
		if s := statuses(Check(r, row.answer, Options{})); s != row.want {
			t.Errorf("%s: got %s, want %s", row.rule, s, row.want)
		}
	}
}

func TestForbiddenPhrases(t *testing.T) {
	for _, row := range []struct {
		rule, answer string
		phrase       Phrase
		excerpted    string // the hit; "" for none
		negated      bool
	}{
		{"denied once, claimed later", "No fee. A fee of 5.", Phrase{Text: "fee"}, "fee", false},
		{"denied everywhere", "No fee. Never a fee.", Phrase{Text: "fee"}, "fee", true},
		{"one alternative denied, one claimed", "No fee. It costs 5.", Phrase{AnyOf: []Phrase{{Text: "fee"}, {Text: "costs"}}}, "costs", false},
		{"pattern, denied", "There is no FEE.", Phrase{Regex: "(?i)fee"}, "FEE", true},
		{"pattern sees the text as written", "A fee\u00a0x", Phrase{Regex: "fee x"}, "", false},
		{"pattern keeps its anchors", "no fee, fee", Phrase{Regex: "^fee"}, "", false},
		{"word", "coffee", Phrase{Word: "fee"}, "", false},
	} {
		t.Run(row.rule, func(t *testing.T) {
			f := Check(Rubric{MustNotMention: []Phrase{row.phrase}}, answers.Answer{Text: row.answer}, Options{})[0]
			got := ""
			if f.Start != nil {
				got = row.answer[*f.Start:*f.End]
			}
			if got != row.excerpted || f.PossiblyNegated != row.negated || (f.Status == results.FindingFail) != (got != "") {
				t.Errorf("hit %q, %+v; want %q, negated %v", got, f, row.excerpted, row.negated)
			}
		})
	}
}

func TestBrokenPhrasesAreInconclusive(t *testing.T) {
	broken := []Phrase{{Regex: "a("}}
	got := Check(Rubric{ShouldAnswer: true, MustMention: broken, MustNotMention: broken}, answers.Answer{Text: "a("}, Options{})
	if s := statuses(got); s != "answered=pass mustMention=inconclusive mustNotMention=inconclusive" {
		t.Error(s)
	}
}

func TestLatency(t *testing.T) {
	r := Rubric{ShouldAnswer: true, MaxLatencyMs: ptr(100)}
	for _, row := range []struct {
		rule               string
		measured, reported *float64
		want               results.FindingStatus
	}{
		{"nobody reported any", nil, nil, results.FindingInconclusive},
		{"at the limit", ptr(100.0), nil, results.FindingPass},
		{"over the limit", ptr(100.1), nil, results.FindingFail},
		{"reported with the answer", nil, ptr(101.0), results.FindingFail},
		{"measured beats reported", ptr(99.0), ptr(101.0), results.FindingPass},
	} {
		got := Check(r, answers.Answer{Text: "x", LatencyMs: row.reported}, Options{LatencyMs: row.measured})[1]
		if got.Status != row.want {
			t.Errorf("%s: got %+v, want %s", row.rule, got, row.want)
		}
	}
}

func TestHostileConfidenceIsCutInMessages(t *testing.T) {
	a := answers.Answer{Text: "x", Confidence: answers.Confidence(strings.Repeat("\x1b[31m", 1000))}
	got := Check(Rubric{ShouldAnswer: true}, a, Options{})
	f := got[len(got)-1]
	if len(f.Message) > 400 || strings.Contains(f.Message, "\x1b") {
		t.Errorf("message %q", f.Message)
	}
}

func BenchmarkCheck(b *testing.B) {
	r := Rubric{
		ShouldAnswer:   true,
		MustMention:    []Phrase{{Text: "30 days"}, {AnyOf: []Phrase{{Text: "receipt"}, {Text: "proof of purchase"}}}, {Regex: "(?i)order (number|id)"}},
		MustNotMention: []Phrase{{Text: "store credit only"}, {Word: "no"}},
		MaxWords:       ptr(2000),
	}
	a := answers.Answer{Text: strings.Repeat("Customers have **30 days** to ask for a refund – keep the receipt. ", 30)}
	b.ReportAllocs()
	for b.Loop() {
		Check(r, a, Options{})
	}
}
