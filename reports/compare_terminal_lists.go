package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// maxUnpaired is how many questions of a kind the terminal names; the counts
// say the rest.
const maxUnpaired = 3

// pairing counts the questions and names the first of those in no pair: a
// renamed one is mended in a minute, once it is seen.
func (t *screen) pairing(p compare.Pairing) {
	if p.Base+p.Head == 0 {
		return
	}
	t.WriteByte('\n')
	t.line("%s", pairingWords(p))
	for _, side := range []struct {
		name string
		list []compare.Unpaired
	}{{"only in base", p.OnlyBase}, {"only in head", p.OnlyHead}} {
		for _, u := range side.list[:min(len(side.list), maxUnpaired)] {
			t.WriteString("  " + Fit(side.name+": "+u.ID+": "+unpairedWords(u), t.width-2) + "\n")
		}
	}
	for _, e := range p.Edited[:min(len(p.Edited), maxUnpaired)] {
		t.WriteString("  " + Fit("edited: "+e.ID+": "+strings.Join(e.What, ", "), t.width-2) + "\n")
	}
	t.quarantined(p.Quarantined)
}

func (t *screen) refusal(reasons []compare.Difference) {
	t.WriteByte('\n')
	shown := reasons[:min(len(reasons), maxOnTerminal)]
	for i, d := range shown {
		t.line("%s", cut(differenceWords(d), maxReason))
		if i+1 < len(shown) && shown[i+1].Name == d.Name {
			continue // one flag lets both through
		}
		t.WriteString(wrap(cut(allowWords(d), maxReason), "    ", t.width))
	}
	t.rest(len(reasons) - maxOnTerminal)
}

func (t *screen) hard(doc *compare.Doc) {
	hard := doc.Hard
	if len(hard) == 0 {
		return
	}
	t.WriteString("\n" + t.paint(paintAs(doc), hardTitle(doc)) + "\n")
	for _, h := range hard[:min(len(hard), maxOnTerminal)] {
		t.WriteString("  " + Fit(words(h.Kind)+" "+h.Question, t.width-2) + "\n")
		t.WriteString(wrap(cut(h.Message, maxReason), "    ", t.width))
	}
	t.rest(len(hard) - maxOnTerminal)
}

// rest counts what the terminal leaves out of a list.
func (t *screen) rest(left int) {
	if left > 0 {
		fmt.Fprintf(t, "  and %d more\n", left)
	}
}
