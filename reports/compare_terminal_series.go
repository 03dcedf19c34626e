package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// roomForCounts is the width from which on a share stands beside the count that
// it is of.
const roomForCounts = 100

// series draws the figures, as many columns as fit, the verdict of each and
// what it rests on first. Below stands what may be said of those that the gate
// holds or that moved, and why an interval is missing.
func (t *screen) series(series []compare.Series) error {
	series = existing(series)
	if len(series) == 0 {
		return nil
	}
	if err := t.seriesTable(series, "gate", gateWord); err != nil {
		return err
	}
	for _, s := range series {
		text := valueOr(s.Says, s.Reason)
		if s.Gated && !s.Gateable {
			text = valueOr(s.Reason, s.Says)
		}
		if text != "" && (s.Gated || s.Lo == nil || s.Claim == compare.Lower || s.Claim == compare.Higher) {
			t.WriteString(wrap(cut(s.Name+" ("+gateCell(s)+"): "+text, maxReason), "  ", t.width))
		}
	}
	return nil
}

func (t *screen) seriesTable(series []compare.Series, verdict string, word func(compare.Series) string) error {
	level, rates := shortLevel, false
	if t.width >= roomForCounts {
		level = levelCell
	}
	header := []string{"series", verdict, "n", "difference", "95 % interval", "base", "head", "p", "margin"}
	rows := make([][]string, 0, len(series))
	for _, s := range series {
		m := moveOf(s)
		rates = rates || s.Kind == compare.Rate
		rows = append(rows, []string{s.Name, word(s), strconv.Itoa(s.N), m.difference(s.Difference), m.interval(s.Lo, s.Hi),
			level(s.Base), level(s.Head), pCell(adjusted(s.Test)), marginCell(s)})
	}
	if err := t.table(header, rows, []int{9, 8, 7, 5, 4, 2}); err != nil {
		return err
	}
	if rates {
		t.WriteString(wrap("differences of rates are in percentage points", "  ", t.width))
	}
	return nil
}

// judgeAnchors shows the judge's own figures: no answer of anchors can have changed.
func (t *screen) judgeAnchors(a compare.Anchors) error {
	if a.Says == "" {
		return nil
	}
	t.WriteByte('\n')
	t.line("%s", cut(a.Says, maxReason))
	if len(a.Moved) == 0 {
		return nil
	}
	return t.seriesTable(a.Series, "judge", judgeWord)
}

// judgeWord is what an anchor series says of the judge.
func judgeWord(s compare.Series) string {
	if s.Claim == compare.Lower || s.Claim == compare.Higher {
		return "moved"
	}
	return "no sign"
}

// maxFlipsOnTerminal is how many changed questions the terminal shows, each
// with two reasoning lines.
const maxFlipsOnTerminal = 5

// flips names the first of them, with what the judge said then and says now.
func (t *screen) flips(flips compare.Flips) {
	t.WriteByte('\n')
	t.line("%s", cut(flips.Says, maxReason))
	shown := flips.List[:min(len(flips.List), maxFlipsOnTerminal)]
	for _, f := range shown {
		t.WriteString("  " + Fit(f.ID+": "+flipTitle(f)+flipMarks(f), t.width-2) + "\n")
		for _, reason := range flipReasons(f) {
			t.WriteString(wrap(reason, "    ", t.width))
		}
		for _, side := range []struct{ name, text string }{{"base", f.BaseReasoning}, {"head", f.HeadReasoning}} {
			if side.text != "" {
				t.WriteString(wrap(side.name+": "+cut(side.text, maxReason), "    ", t.width))
			}
		}
	}
	if left := flipsLeft(flips.List[len(shown):], flips.More); left != "" {
		t.WriteString("  " + left + "\n")
	}
}

// quarantined names what is set apart, and why: somebody decided it.
func (t *screen) quarantined(list []compare.Quarantined) {
	for _, q := range list[:min(len(list), maxUnpaired)] {
		text := "quarantined: " + q.ID + ": " + words(q.Base) + ", now " + words(q.Head) + "; until " + q.Until + ": " + q.Reason
		t.WriteString(wrap(cut(text, maxReason), "  ", t.width))
	}
	if left := len(list) - maxUnpaired; left > 0 {
		t.WriteString("  and " + strconv.Itoa(left) + " more in quarantine\n")
	}
}

// hardTitle heads the hard findings. Between runs that were measured
// differently they are differences like any other.
func hardTitle(doc *compare.Doc) string {
	switch {
	case len(doc.Allowed) > 0:
		return "single questions (they decide nothing)"
	case doc.Gate.Verdict != results.Fail:
		return "failures by a judge that may have moved"
	}
	return "new failures that need no statistics"
}
