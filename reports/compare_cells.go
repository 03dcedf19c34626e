package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// gateCell is what the gate made of a series.
func gateCell(s compare.Series) string {
	switch {
	case !s.Gated:
		return "not gated"
	case s.Verdict == "" && !s.Gateable:
		return "not gateable"
	case s.Verdict == "":
		return "no gate"
	}
	return string(s.Verdict)
}

// gateWord is the same where every column counts.
func gateWord(s compare.Series) string {
	switch {
	case !s.Gated:
		return "-"
	case s.Verdict == "" && !s.Gateable:
		return "too few"
	case s.Verdict == results.Inconclusive:
		return "unclear"
	}
	return gateCell(s)
}

// existing leaves out the series of which neither run has anything: those of
// the negatives of a suite without any.
func existing(series []compare.Series) []compare.Series {
	var out []compare.Series
	for _, s := range series {
		if s.N > 0 || s.Lost != (compare.Lost{}) {
			out = append(out, s)
		}
	}
	return out
}

// words turns a name from a file format into words: pass_to_fail, and the
// verdict "" of what was never decided into none.
func words[T ~string](name T) string {
	if name == "" {
		return missing
	}
	return strings.ReplaceAll(string(name), "_", " ")
}

// flipTitle is what happened to a question.
func flipTitle(f compare.Flip) string {
	switch f.Kind {
	case compare.PassToFail:
		return "pass to fail"
	case compare.FailToPass:
		return "fail to pass"
	}
	return "score moved by " + summary.Score(f.Size)
}

// scoreMove is the dimension that moved most.
func scoreMove(f compare.Flip) string {
	if f.Dimension == "" {
		return ""
	}
	score := func(v *float64) string {
		if v == nil {
			return "no score"
		}
		return summary.Score(*v)
	}
	return fmt.Sprintf("%s %s, then %s", f.Dimension, score(f.BaseScore), score(f.HeadScore))
}

// flipReasons are why a question changed: first what failed it, a check or a
// dimension below its floor, then the score that moved most, which may be
// another one.
func flipReasons(f compare.Flip) []string {
	var out []string
	if len(f.Reasons) > 0 {
		failing := "failed"
		if f.Kind == compare.FailToPass {
			failing = "had failed"
		}
		out = append(out, failing+": "+cut(f.Reasons[0], maxReason))
	}
	if text := scoreMove(f); text != "" {
		out = append(out, text)
	}
	return out
}

// flipsLeft tells what a list leaves out, flips apart from scores that moved;
// "" where nothing is. Those that the document itself lacks are only counted.
func flipsLeft(left []compare.Flip, more int) string {
	if len(left)+more == 0 {
		return ""
	}
	text := fmt.Sprintf("and %d more", len(left)+more)
	if more > 0 {
		return text
	}
	steps := 0
	for _, f := range left {
		if f.Kind == compare.Step {
			steps++
		}
	}
	var parts []string
	if flips := len(left) - steps; flips > 0 {
		parts = append(parts, plural(flips, "verdict flip"))
	}
	if steps > 0 {
		parts = append(parts, plural(steps, "score change"))
	}
	return text + ": " + strings.Join(parts, ", ")
}

// furtherReasons are those that no rule of a figure says already.
func furtherReasons(gate compare.Gate) []string {
	var out []string
	for _, reason := range gate.Reasons {
		if !slices.ContainsFunc(gate.Rules, func(r compare.Rule) bool { return r.Message != "" && strings.HasSuffix(reason, r.Message) }) {
			out = append(out, reason)
		}
	}
	return out
}

// verdictWord is the outcome in the title of a comparison.
func verdictWord(doc *compare.Doc) string {
	switch {
	case doc.Refusal != nil:
		return "REFUSED"
	case len(doc.Allowed) > 0:
		// What the runs differ in would be blamed on the application.
		return "NO GATE"
	}
	return strings.ToUpper(string(doc.Gate.Verdict))
}

// paintAs maps a comparison to the colour of its title.
func paintAs(doc *compare.Doc) results.Verdict {
	if doc.Refusal != nil {
		return results.Fail
	}
	return doc.Gate.Verdict
}
