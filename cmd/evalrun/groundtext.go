package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// groundPrinters are the forms of a report.
var groundPrinters = map[string]func(io.Writer, grounding.Report, grounding.Document) error{
	"text": func(w io.Writer, r grounding.Report, _ grounding.Document) error { return tellGround(w, r) },
	"json": func(w io.Writer, r grounding.Report, _ grounding.Document) error {
		_, err := w.Write(r.JSON())
		return err
	},
	"sarif": grounding.SARIF,
}

const groundBar = "────────────────────────────────────────────"

// tellGround prints a report for a person.
func tellGround(w io.Writer, r grounding.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%[1]s\nevalrun ground\n%[1]s\n", groundBar)
	score := "none"
	if r.Judged() {
		score = figure(r.Score)
	}
	label(&b, "Score", score)
	label(&b, "Verdict", string(r.Verdict))
	label(&b, "Confidence", r.Confidence.Level+" ("+strings.Join(r.Confidence.Basis, " · ")+")")
	if r.Context.Default {
		label(&b, "Context", flat(r.Context.Path)+" (default — no --context given)")
	}
	tellClaims(&b, r)
	tellSupport(&b, r)
	bullets(&b, "Reasons", r.Reasons, "none")
	bullets(&b, "Warnings", r.Warnings, "")
	tellLearning(&b, r.Learning)
	_, err := io.WriteString(w, reports.Visible(b.String()))
	return err
}

func label(b *strings.Builder, name, text string) { fmt.Fprintf(b, "%-10s: %s\n", name, text) }

// bullets prints lines below a label, or what stands for an empty list; "" leaves
// the label out.
func bullets(b *strings.Builder, name string, lines []string, empty string) {
	if len(lines) == 0 {
		if empty != "" {
			label(b, name, empty)
		}
		return
	}
	fmt.Fprintf(b, "%-10s:\n", name)
	for _, line := range lines {
		fmt.Fprintf(b, "  - %s\n", flat(line))
	}
}

// tellClaims shows claim by claim what failed, and on any other verdict what
// is without ground all the same.
func tellClaims(b *strings.Builder, r grounding.Report) {
	c := r.Claims
	if c.Total > 0 {
		label(b, "Claims", fmt.Sprintf("%d/%d grounded (%s)", c.Grounded, c.Total, routes(c)))
	}
	if c.Total > 0 && (r.Verdict != results.Pass || len(c.Ungrounded) > 0) {
		fmt.Fprintf(b, "%-10s:\n", "Checked")
		for _, claim := range c.Checked {
			tellClaim(b, claim)
		}
	}
	var denied []string
	for _, p := range c.Denied {
		denied = append(denied, fmt.Sprintf("%-6s %s — line %d", p.Kind, grounding.Shown(p.Kind, p.Value), p.Line))
	}
	bullets(b, "Denied", denied, "")
}

func tellClaim(b *strings.Builder, c grounding.Checked) {
	mark, how := "✓", string(c.Via)
	if !c.Grounded {
		mark, how = "✗", "not grounded, line "+strconv.Itoa(c.Line)
	}
	fmt.Fprintf(b, "  %s %-6s %s — %s\n", mark, c.Kind, flat(grounding.Shown(c.Kind, c.Value)), how)
}

// routes counts the grounded claims by route.
func routes(c grounding.ClaimReport) string {
	by := map[grounding.Via]int{}
	for _, claim := range c.Checked {
		by[claim.Via]++
	}
	text := fmt.Sprintf("%d context, %d repo", by[grounding.ViaContext], by[grounding.ViaRepository])
	if n := by[grounding.ViaAllowed]; n > 0 {
		text += fmt.Sprintf(", %d allowed", n)
	}
	return text
}

// tellSupport names the sentence that the passages carry least.
func tellSupport(b *strings.Builder, r grounding.Report) {
	switch {
	case r.Support == nil:
	case r.Support.Score == nil:
		label(b, "Support", "no sentence claims anything")
	default:
		label(b, "Support", figure(*r.Support.Score))
		worst := grounding.LeastSupported(*r.Support)
		fmt.Fprintf(b, "  least, %s: %s\n", figure(worst.Score), flat(worst.Text))
		if worst.Reason != "" {
			fmt.Fprintf(b, "  %s\n", flat(worst.Reason))
		}
	}
}

func tellLearning(b *strings.Builder, l *grounding.Learning) {
	if l == nil {
		return
	}
	text := l.Action
	if l.Reason != "" {
		text += " (" + l.Reason + ")"
	}
	if l.Applied {
		text += " " + strings.Join(l.Files, ", ")
	}
	label(b, "Learning", flat(text))
}

func figure(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// flat keeps foreign text on its line.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }
