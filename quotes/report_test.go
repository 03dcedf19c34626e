package quotes_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/quotes"
)

const lake = "The survey of Lake Orrin began in May 2019. Water clarity fell from 6.4 metres to 4.1 metres within three summers, " +
	"and the rangers blamed run-off from two new dairy farms. No fish deaths were recorded."

const bridge = "Mayor Ines Caro opened the bridge on 3 June, eleven months late. The final bill came to 41.7 million euros, some twelve percent above the tender."

var twoSources = []quotes.Source{{ID: "lake", Text: lake}, {ID: "bridge", Text: bridge}}

func verify(t *testing.T, answer string, opt quotes.Options) quotes.Report {
	t.Helper()
	r, err := quotes.Verify(context.Background(), answer, twoSources, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func value(p *float64) any {
	if p == nil {
		return nil
	}
	return *p
}

// judged returns a judge that gives these results, one per item, whatever is
// asked, and keeps what was asked.
func judged(asked *[]quotes.JudgeItem, results ...quotes.Entailment) quotes.JudgeFunc {
	return func(_ context.Context, items []quotes.JudgeItem) ([]quotes.Entailment, error) {
		*asked = append(*asked, items...)
		n := min(len(items), len(results))
		out := results[:n]
		results = results[n:]
		return out, nil
	}
}

func class(c quotes.Class, confidence float64) quotes.Entailment {
	return quotes.Entailment{Class: c, Confidence: &confidence, Reasons: []string{}}
}

var judgeFailed = quotes.Entailment{Class: quotes.ClassError, Reasons: []string{"judge_timeout"}}

const (
	clarity = `c1|1|"Water clarity fell from 6.4 metres to 4.1 metres"`
	fish    = `c2|1|"No fish deaths were recorded."`
)

func block(lines ...string) string {
	return "\nEVI1\n" + strings.Join(lines, "\n") + "\nEND_EVI1"
}

func TestVerdictAndFiguresOfAnAnswer(t *testing.T) {
	const two = "Clarity fell.[1]{c1}\nNo fish died.[1]{c2}\n"
	tests := []struct {
		name           string
		answer         string
		statuses       string
		verdict        quotes.Verdict
		verbatim, mean any
		orphans        int
	}{
		{"every quote is there", two + block(clarity, fish), "verified verified", quotes.Pass, 1.0, 1.0, 0},
		{"leaving a quote out lowers the figures", two + block(clarity), "verified missing", quotes.Revise, 0.5, 0.5, 0},
		{"an empty quote is none", two + block(clarity, `c2|1|""`), "verified missing", quotes.Revise, 0.5, 0.5, 0},
		{"markers without a block are no pass", "Clarity fell.[1]{c1}", "missing", quotes.Revise, 0.0, 0.0, 0},
		{"a source that is not there", "Clarity fell.[7]{c1}\n" + block(`c1|7|"Water clarity fell from 6.4 metres to 4.1 metres"`), "missing", quotes.Revise, 0.0, 0.0, 0},
		{"a padded block raises nothing", "Clarity fell.[1]{c1}\n" + block(`c1|1|"the lake was drained in a night by saboteurs"`, `c8|1|"No fish deaths were recorded."`), "not_found", quotes.Revise, 0.0, 0.0, 1},
		{"an orphan beside a good quote is no pass", "Clarity fell.[1]{c1}\n" + block(clarity, `c8|1|"No fish deaths were recorded."`), "verified", quotes.Revise, 1.0, 1.0, 1},
		{"the quote is from the other source", "The bridge opened.[1]{c1}\n" + block(`c1|1|"Mayor Ines Caro opened the bridge on 3 June"`), "wrong_source", quotes.Revise, 0.0, 0.0, 0},
		{"a word proves nothing", "The lake.[1]{c1}\n" + block(`c1|1|"the"`), "too_short", quotes.Revise, 0.0, 0.0, 0},
		{"nothing to check", "I could not find this in the sources.", "", quotes.Unverified, nil, nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := verify(t, tt.answer, quotes.Options{})
			var statuses []string
			for _, c := range r.Citations {
				statuses = append(statuses, string(c.Status))
			}
			same(t, "statuses", tt.statuses, strings.Join(statuses, " "))
			same(t, "verdict", tt.verdict, r.Verdict)
			same(t, "verbatim rate", tt.verbatim, value(r.Summary.VerbatimRate))
			same(t, "mean score", tt.mean, value(r.Summary.MeanScore))
			same(t, "orphans", tt.orphans, r.Summary.Orphans)
		})
	}
}

func TestWrongSourceSpeaksOfTheCitedSourceAndNamesTheOther(t *testing.T) {
	r := verify(t, "The bridge opened.[1]{c1}\n"+block(`c1|1|"Mayor Ines Caro opened the bridge on 3 June"`), quotes.Options{})
	c := r.Citations[0]
	if c.FoundIn != 2 || c.TextMatch.Method != quotes.NotFound || c.TextMatch.Start != nil || *c.Score != 0 {
		t.Errorf("got %+v, want found in 2 and not in 1", c)
	}
	if !strings.Contains(c.Snippet, "eleven months late") {
		t.Errorf("snippet %q is not from source 2", c.Snippet)
	}
	if want := "the quote is from source 2"; c.Reason() != want {
		t.Errorf("reason %q, want %q", c.Reason(), want)
	}
}

func TestAQuoteForASourceThatIsNotThereIsLookedForElsewhere(t *testing.T) {
	r := verify(t, "Clarity fell.[7]{c1}\n"+block(`c1|7|"Water clarity fell from 6.4 metres to 4.1 metres"`), quotes.Options{})
	if c := r.Citations[0]; c.FoundIn != 1 || c.Status != quotes.StatusMissing {
		t.Errorf("got status %s, found in %d; want missing, found in 1", c.Status, c.FoundIn)
	}
}

func TestJudgeDecidesOnlyWhatTheTextLeavesOpen(t *testing.T) {
	const answer = "Clarity fell.[1]{c1}\nNo fish died.[1]{c2}\nThe lake was drained.[1]{c3}\n"
	lines := block(clarity, fish, `c3|1|"the lake was drained in a night by saboteurs"`)
	tests := []struct {
		name           string
		results        []quotes.Entailment
		statuses       string
		entailed, mean any
		errors         int
	}{
		{"both entailed", []quotes.Entailment{class(quotes.Entailed, 1), class(quotes.Entailed, 0.9)}, "verified verified not_found", 1.0, 1.9 / 3, 0},
		{"an error is in no rate", []quotes.Entailment{judgeFailed, class(quotes.Entailed, 1)}, "error verified not_found", 1.0, 0.5, 1},
		{"overstated is weak", []quotes.Entailment{class(quotes.Entailed, 1), class(quotes.Overstated, 0.4)}, "verified weak not_found", 0.5, 1.4 / 3, 0},
		{"contradicted with confidence is no answer", []quotes.Entailment{class(quotes.Entailed, 1), class(quotes.Contradicted, 0.9)}, "verified error not_found", 1.0, 0.5, 1},
		{"an unknown class is no answer", []quotes.Entailment{class("yes", 1), class(quotes.Entailed, 1)}, "error verified not_found", 1.0, 0.5, 1},
		{"a result too few", []quotes.Entailment{class(quotes.Entailed, 1)}, "verified error not_found", 1.0, 0.5, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked []quotes.JudgeItem
			r := verify(t, answer+lines, quotes.Options{Judge: judged(&asked, tt.results...)})
			var statuses []string
			for _, c := range r.Citations {
				statuses = append(statuses, string(c.Status))
			}
			same(t, "statuses", tt.statuses, strings.Join(statuses, " "))
			same(t, "entailed rate", tt.entailed, value(r.Summary.EntailedRate))
			same(t, "mean score", tt.mean, value(r.Summary.MeanScore))
			same(t, "judge errors", tt.errors, r.Summary.JudgeErrors)
			same(t, "asked", 2, len(asked))
			same(t, "id", "c2|1", asked[1].ID)
			if !strings.Contains(asked[1].Context, "rangers blamed") {
				t.Errorf("context %q shows nothing around the quote", asked[1].Context)
			}
		})
	}
}

func TestAJudgeThatIsDownIsNoPass(t *testing.T) {
	answer := "Clarity fell.[1]{c1}\n" + block(clarity)
	down := func(context.Context, []quotes.JudgeItem) ([]quotes.Entailment, error) {
		return nil, errors.New("connection refused")
	}
	r := verify(t, answer, quotes.Options{Judge: down})
	if r.Verdict != quotes.Unverified || r.Citations[0].Status != quotes.StatusError || r.Citations[0].Score != nil {
		t.Errorf("got verdict %s, status %s", r.Verdict, r.Citations[0].Status)
	}
	if r.Summary.EntailedRate != nil || r.Summary.MeanScore != nil || r.Summary.JudgeErrors != 1 {
		t.Errorf("figures of nothing: %+v", r.Summary)
	}
	if reasons := r.Citations[0].Entailment.Reasons; len(reasons) != 1 || !strings.Contains(reasons[0], "connection refused") {
		t.Errorf("reasons %q do not say why", reasons)
	}
}

func TestVerifyStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	judge := func(context.Context, []quotes.JudgeItem) ([]quotes.Entailment, error) {
		cancel()
		return nil, ctx.Err()
	}
	answer := "Clarity fell.[1]{c1}\n" + block(clarity)
	if _, err := quotes.Verify(ctx, answer, twoSources, quotes.Options{Judge: judge}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended while asking: error %v", err)
	}
	if _, err := quotes.Verify(ctx, answer, twoSources, quotes.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before: error %v", err)
	}
}

func TestVerifyRefusesOptionsOutOfRange(t *testing.T) {
	for _, opt := range []quotes.Options{
		{Profile: 7}, {Protocol: "xml"}, {MinScore: 1.5}, {MinScore: -1}, {ContextChars: -1}, {MinUncited: -1},
	} {
		if _, err := quotes.Verify(context.Background(), "x", nil, opt); err == nil {
			t.Errorf("%+v was accepted", opt)
		}
	}
}
