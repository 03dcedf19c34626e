package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/reports"
)

// tellVerified prints the report for a person: one line per citation, then
// what cites nothing, then the figures.
func tellVerified(w io.Writer, r quotes.Report) error {
	var b strings.Builder
	for _, c := range r.Citations {
		mark := "✗"
		if c.Status == quotes.StatusVerified {
			mark = "✓"
		}
		fmt.Fprintf(&b, "%s %s [%d] %s: %s\n", mark, c.ClaimID, c.SourceIndex, c.Status, c.Reason())
		line(&b, "claim", c.ClaimText)
		line(&b, "quote", c.Quote)
	}
	for _, u := range r.Uncited {
		fmt.Fprintf(&b, "✗ uncited: %s\n", u.Text)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning.Message)
	}
	figures(&b, r)
	_, err := io.WriteString(w, reports.Visible(b.String()))
	return err
}

func line(b *strings.Builder, name, text string) {
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		fmt.Fprintf(b, "    %s: %s\n", name, text)
	}
}

func figures(b *strings.Builder, r quotes.Report) {
	s := r.Summary
	fmt.Fprintf(b, "%s: %d of %s verified", r.Verdict, s.Verified, count(s.CitationCount, "citation"))
	share(b, "verbatim", s.VerbatimRate)
	share(b, "entailed", s.EntailedRate)
	share(b, "mean score", s.MeanScore)
	share(b, "lowest", s.MinScore)
	if s.JudgeErrors > 0 {
		fmt.Fprintf(b, ", %s", count(s.JudgeErrors, "judge error"))
	}
	fmt.Fprintln(b)
}

// share prints a figure where there is one; none is not 0.
func share(b *strings.Builder, name string, v *float64) {
	if v != nil {
		fmt.Fprintf(b, ", %s %.2f", name, *v)
	}
}
