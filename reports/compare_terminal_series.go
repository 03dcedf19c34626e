package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/compare"
)

// series draws the figures with as many columns as fit, the difference with
// its interval first, and below them what may be said of those that the gate holds or that moved.
func (t *screen) series(series []compare.Series) error {
	series = existing(series)
	if len(series) == 0 {
		return nil
	}
	header := []string{"series", "n", "difference", "95 % interval", "gate", "base", "head", "p", "margin"}
	rows := make([][]string, 0, len(series))
	for _, s := range series {
		m := moveOf(s)
		rows = append(rows, []string{s.Name, strconv.Itoa(s.N), m.difference(s.Difference), m.interval(s.Lo, s.Hi),
			gateCell(s), levelCell(s.Base), levelCell(s.Head), pCell(adjusted(s.Test)), marginCell(s)})
	}
	if err := t.table(header, rows, []int{9, 8, 7, 5, 4, 2}); err != nil {
		return err
	}
	for _, s := range series {
		text := valueOr(s.Says, s.Reason)
		if text != "" && (s.Gated || s.Claim == compare.Lower || s.Claim == compare.Higher) {
			t.WriteString(wrap(cut(s.Name+" ("+gateCell(s)+"): "+text, maxReason), "  ", t.width))
		}
	}
	return nil
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
		t.WriteString(wrap(flipReason(f), "    ", t.width))
		for _, side := range []struct{ name, text string }{{"base", f.BaseReasoning}, {"head", f.HeadReasoning}} {
			if side.text != "" {
				t.WriteString(wrap(side.name+": "+cut(side.text, maxReason), "    ", t.width))
			}
		}
	}
	t.rest(len(flips.List) + flips.More - len(shown))
}
