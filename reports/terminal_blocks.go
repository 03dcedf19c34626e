package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// What of the further blocks the terminal shows at most.
const (
	maxPartsOnTerminal       = 8 // slices of one kind
	maxQuarantinedOnTerminal = 5
)

// block sets lines apart from those before, if there are any.
func (t *terminal) block(list []string) {
	if len(list) == 0 {
		return
	}
	t.out.WriteByte('\n')
	for _, s := range list {
		t.line("%s", s)
	}
}

// remarks limit the table above them.
func (t *terminal) remarks() {
	var list []string
	none := func(results.DimensionSummary, ...float64) string { return "" }
	for _, n := range notesOfDimensions(t.doc.Run, t.doc.Dimensions, none) {
		list = append(list, strings.Join(n.names, ", ")+": "+cut(n.text, maxReason))
	}
	if bounds := boundsBrief(t.doc.Run, t.doc.Dimensions); bounds != "" {
		list = append(list, bounds)
	}
	t.block(list)
}

// answering is for runs with an answer at all.
func (t *terminal) answering() {
	a := t.doc.Abstention
	if a.AnsweredWhenItShouldNot.Rate == nil && a.OverRefusal.Rate == nil {
		return
	}
	list := answeringWords(a)
	if brief := confidenceBrief(t.doc.Confidence); brief != "" {
		list = append(list, "right by stated confidence: "+brief)
	}
	// Where all answers are right, or all wrong, there is nothing to tell.
	if c := t.doc.Calibration; c != nil && c.AUROC != nil {
		list = append(list, calibrationWords(c)...)
	}
	t.block(list)
}

func (t *terminal) apart() {
	var list []string
	if k := t.doc.Quarantine; k != nil {
		list = append(list, "quarantine: "+quarantineBrief(k, maxQuarantinedOnTerminal))
	}
	if a := t.doc.Anchors; a != nil {
		list = append(list, "anchors: "+anchorBrief(a))
	}
	t.block(list)
}

func (t *terminal) panel() {
	p := t.doc.Panel
	if p == nil {
		return
	}
	list := []string{"panel: " + panelWords(p)}
	var alphas []string
	for _, s := range p.Series {
		if s.Alpha != nil {
			alphas = append(alphas, fmt.Sprintf("%s %s (n = %d)", s.Name, mean(s.Alpha), s.Units))
		}
	}
	if len(alphas) > 0 {
		list = append(list, "agreement (alpha): "+strings.Join(alphas, ", "))
	}
	t.block(append(list, panelNotes(p)...))
}

// parts shows the first slices; all of them would push the gate off the
// screen.
func (t *terminal) parts() {
	s := t.doc.Slices
	if s == nil {
		return
	}
	list := t.partsOf("tag", s.Tags, s.MoreTags)
	t.block(append(list, t.partsOf("group", s.Groups, s.MoreGroups)...))
}

func (t *terminal) partsOf(kind string, list []results.Slice, more int) []string {
	shown := list[:min(len(list), maxPartsOnTerminal)]
	out := make([]string, 0, len(shown)+1)
	for _, s := range shown {
		out = append(out, partBrief(t.doc.Run, kind, s))
	}
	if left := len(list) - len(shown) + more; left > 0 {
		out = append(out, plural(left, kind)+" more in the report")
	}
	return out
}
