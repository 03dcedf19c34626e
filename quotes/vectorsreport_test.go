package quotes_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/evalrun/evalrun/entail"
	"github.com/evalrun/evalrun/quotes"
)

// reportWant is a report of the reference.
type reportWant struct {
	CleanText string
	Claims    []claim
	Citations []citationWant
	Warnings  []string
	Summary   summaryWant
}

type citationWant struct {
	ClaimID     string `json:"claimId"`
	SourceIndex int    `json:"sourceIndex"`
	ClaimText   string `json:"claimText"`
	Quote       string `json:"quote"`
	TextMatch   struct {
		Method     quotes.Method
		Score      float64
		Start, End *int
		Field      string
	} `json:"textMatch"`
	Entailment *quotes.Entailment `json:"entailment"`
	Score      *float64           `json:"score"`
}

type summaryWant struct {
	CitationCount                                   int
	VerbatimRate, EntailedRate, MeanScore, MinScore *float64
}

func checkReport(t *testing.T, v vector) {
	in := decode[struct {
		Answer  string
		Sources []quotes.Source
		Options json.RawMessage
	}](t, v.Input)
	r, err := quotes.Verify(context.Background(), in.Answer, in.Sources, quotes.Options{
		Profile: quotes.Compat, Match: matchOptions(t, in.Options),
	})
	if err != nil {
		t.Fatal(err)
	}
	sameReport(t, decode[reportWant](t, v.Expect), r, in.Sources)
}

func checkReportJudged(t *testing.T, v vector) {
	in := decode[struct {
		Answer             string
		Sources            []quotes.Source
		JudgeResults       []quotes.Entailment
		ContextWindowChars int
		Options            json.RawMessage
	}](t, v.Input)
	want := decode[struct {
		JudgeInputs []quotes.JudgeItem
		Report      reportWant
	}](t, v.Expect)
	var asked []quotes.JudgeItem
	r, err := quotes.Verify(context.Background(), in.Answer, in.Sources, quotes.Options{
		Profile: quotes.Compat, ContextChars: in.ContextWindowChars, Match: matchOptions(t, in.Options),
		Judge: func(_ context.Context, items []quotes.JudgeItem) ([]quotes.Entailment, error) {
			asked = append(asked, items...)
			return in.JudgeResults, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "judge inputs", want.JudgeInputs, asked)
	sameReport(t, want.Report, r, in.Sources)
}

func sameReport(t *testing.T, want reportWant, got quotes.Report, sources []quotes.Source) {
	t.Helper()
	same(t, "clean text", want.CleanText, got.CleanText)
	same(t, "claims", want.Claims, claimsOf(got.Claims))
	sameWarnings(t, want.Warnings, got.Warnings)
	same(t, "summary", want.Summary, summaryOf(got.Summary))
	if len(got.Citations) != len(want.Citations) {
		t.Fatalf("got %d citations, want %d", len(got.Citations), len(want.Citations))
	}
	for i, c := range got.Citations {
		var have citationWant
		have.ClaimID, have.SourceIndex, have.ClaimText, have.Quote = c.ClaimID, c.SourceIndex, c.ClaimText, c.Quote
		have.Entailment, have.Score = c.Entailment, c.Score
		have.TextMatch.Method, have.TextMatch.Score, have.TextMatch.Field = c.TextMatch.Method, c.TextMatch.Score, c.TextMatch.Field
		text := textOf(sources[c.SourceIndex-1], c.TextMatch.Field)
		have.TextMatch.Start, have.TextMatch.End = referenceSpan(text, c.TextMatch, want.Citations[i].TextMatch.End)
		same(t, "citation "+c.ClaimID, want.Citations[i], have)
	}
}

func summaryOf(s quotes.Summary) summaryWant {
	return summaryWant{s.CitationCount, s.VerbatimRate, s.EntailedRate, s.MeanScore, s.MinScore}
}

func checkJudgeParse(t *testing.T, v vector) {
	in := decode[struct {
		IDs     []string
		Content string
	}](t, v.Input)
	got, err := json.Marshal(map[string]any{"results": entail.CompatParse(in.IDs, in.Content)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "results", decode[any](t, v.Expect), decode[any](t, got))
}

func checkJudgeRequest(t *testing.T, v vector) {
	in := decode[struct {
		Options struct {
			BaseURL   string
			Seed      *int
			BatchSize int
			Caps      entail.CompatCaps
		}
		Items []quotes.JudgeItem
	}](t, v.Input)
	type format struct{ Type string }
	type batch struct {
		URL         string
		Temperature float64
		Seed        *int
		Format      format `json:"response_format"`
		Items       []quotes.JudgeItem
	}
	want := decode[struct{ Batches []batch }](t, v.Expect)
	var got []batch
	for _, b := range entail.CompatRequests(entail.CompatOptions{
		BaseURL: in.Options.BaseURL, Seed: in.Options.Seed, BatchSize: in.Options.BatchSize, Caps: in.Options.Caps,
	}, in.Items) {
		got = append(got, batch{b.URL, b.Temperature, b.Seed, format{b.Format}, b.Items})
	}
	same(t, "batches", want.Batches, got)
}

func checkGate(t *testing.T, v vector) {
	in := decode[struct{ Job json.RawMessage }](t, v.Input)
	want := decode[struct {
		Exit int
		Out  *struct {
			Verdict              quotes.Verdict
			Summary              summaryWant
			Problems             []quotes.GateProblem
			Uncited              []string
			Warnings             []string
			InstructionLineCount int
		}
	}](t, v.Expect)
	job := []byte(in.Job)
	var text string
	if json.Unmarshal(in.Job, &text) == nil { // a string is the raw input
		job = []byte(text)
	}
	got := quotes.Gate(job)
	same(t, "exit", want.Exit, got.Exit)
	if (got.Report != nil) != (want.Out != nil) || (got.Err != nil) != (want.Out == nil) {
		t.Fatalf("report %v, error %v; want a report: %t", got.Report, got.Err, want.Out != nil)
	}
	if want.Out == nil {
		return
	}
	same(t, "verdict", want.Out.Verdict, got.Report.Verdict)
	same(t, "summary", want.Out.Summary, summaryOf(got.Report.Summary))
	same(t, "problems", want.Out.Problems, got.Report.Problems)
	same(t, "uncited", want.Out.Uncited, got.Report.Uncited)
	same(t, "lines of instruction", want.Out.InstructionLineCount, len(got.Report.Instructions))
	sameWarnings(t, want.Out.Warnings, got.Report.Warnings)
}
