package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// writeVerdict is the first block: the gate, why in one sentence, what to do
// next. A run no model judged says so before anything else is read.
func writeVerdict(p *page, doc *results.ReportDoc) {
	p.block("# %s, %s", headline(doc), inline(cut(doc.Run.Suite.Name, maxName)))
	if notice := judgeNotice(doc.Run); notice != "" {
		p.block("**%s**", inline(notice))
	}
	reasons := why(doc)
	p.block("**Why:** %s.", sentence(reasons[0]))
	p.block("**Next:** %s", inline(next(doc)))
	if len(reasons) > 1 {
		p.block("Further reasons:")
		p.list(sentences(reasons[1:]))
	}
	p.block("%s", inline(codeWords(doc)))
	writeRules(p, doc.Gate.Rules)
}

// writeRules shows each gate rule between its bounds.
func writeRules(p *page, rules []results.RuleResult) {
	if len(rules) == 0 {
		return
	}
	rows := make([][]string, 0, len(rules))
	for _, r := range rules {
		figure := ruleFigure(r)
		rows = append(rows, []string{
			code(r.Name), string(r.Verdict), figure(r.Floor), figure(r.Lower), figure(r.Upper), inline(cut(r.Message, maxReason)),
		})
	}
	p.table([]string{"gate rule", "verdict", "floor", "at least", "at most", "what it says"}, rows)
}

// ruleFigure prints shares as percentages and the means of a series as
// scores.
func ruleFigure(r results.RuleResult) func(*float64) string {
	var floors []float64
	if r.Floor != nil {
		floors = append(floors, *r.Floor)
	}
	return func(v *float64) string {
		switch {
		case v == nil:
			return missing
		case strings.Contains(r.Name, "/"):
			return summary.Score(*v, floors...)
		}
		return summary.Percent(*v, floors...)
	}
}

// sentence escapes a message for the middle of a paragraph, where the full
// stop is the caller's.
func sentence(s string) string {
	return inline(cut(strings.TrimRight(strings.TrimSpace(s), "."), maxReason))
}

// sentences escapes messages for a list. Blank ones and repetitions go; what
// is beyond the limit is counted.
func sentences(list []string) []string {
	var out []string
	for _, s := range list {
		if s = sentence(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if left := len(out) - maxReasons; left > 0 {
		out = append(out[:maxReasons], fmt.Sprintf("and %d more in report.json", left))
	}
	return out
}
