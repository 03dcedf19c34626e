package review

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

func sayLabel(l results.Label) runstore.Saying { return runstore.Saying{Labels: []results.Label{l}} }

// sawJudge is what the newest label says.
func (d *desk) sawJudge() bool {
	d.t.Helper()
	lines := d.labels()
	var l results.Label
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &l); err != nil {
		d.t.Fatal(err)
	}
	if l.SawJudge == nil {
		d.t.Fatal("sawJudge is not told")
	}
	return *l.SawJudge
}

func (d *desk) hideJudge(hide string) page {
	return d.post("/judge", url.Values{"hide": {hide}, "back": {d.question(0)}})
}

func TestSawJudgeIsWhetherAnyPageToldIt(t *testing.T) {
	label := func(d *desk, seq int) { d.save(seq, "score.tone", "1") }
	judgedBefore := func(d *desk) {
		four := 4.0
		l := results.Label{ID: "q0", Dimension: results.Grounding, Rater: "grace", Score: 1, Judge: &four, At: deskTime}
		if err := d.run.LabelLog(nil).Append(sayLabel(l)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name  string
		blind bool
		do    func(d *desk)
		saw   bool
	}{
		{"the page told it", false, func(d *desk) { label(d, 0) }, true},
		{"nothing told it", true, func(d *desk) { label(d, 0) }, false},
		{"the run's rows hid it", true, func(d *desk) { d.get(d.path("")); label(d, 0) }, false},
		{"the queue hid it", true, func(d *desk) { d.get(d.path("/queue")); label(d, 0) }, false},
		{"the run's rows told it", false, func(d *desk) { d.get(d.path("")); d.hideJudge("on"); label(d, 0) }, true},
		{"the queue told it", false, func(d *desk) { d.get(d.path("/queue")); d.hideJudge("on"); label(d, 0) }, true},
		{"a search told it", false, func(d *desk) { d.get("/search?q=thirty"); d.hideJudge("on"); label(d, 0) }, true},
		{"a search hid it", true, func(d *desk) { d.get("/search?q=thirty"); label(d, 0) }, false},
		{"the table of labels told it", true, func(d *desk) { judgedBefore(d); d.get(d.path("/labels.csv")); label(d, 0) }, true},
		{"the list of labels hid it", true, func(d *desk) { judgedBefore(d); d.get(d.path("/labels")); label(d, 0) }, false},
		{"a look in between", true, func(d *desk) { d.hideJudge("off"); d.get(d.question(0)); d.hideJudge("on"); label(d, 0) }, true},
		{"a look from another browser", true, func(d *desk) { d.hideJudge("off"); d.get(d.question(0)); d.browse(); label(d, 0) }, true},
		{"a look at another question", true, func(d *desk) { d.hideJudge("off"); d.get(d.question(1)); d.hideJudge("on"); label(d, 0) }, false},
		{"the label before unveiled it", true, func(d *desk) { label(d, 0); d.save(0, "score.grounding", "1") }, true},
		{"the form was drawn before somebody looked", true, func(d *desk) {
			form := d.form(d.get(d.question(0)), "score.tone", "1")
			d.hideJudge("off")
			d.get(d.question(0))
			d.post(d.question(0)+"/label", form)
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, func(cfg *Config) { cfg.Blind = c.blind })
			c.do(d)
			if got := d.sawJudge(); got != c.saw {
				t.Errorf("sawJudge %v", got)
			}
		})
	}
}

func TestAPageOfAServerBeforeStillSaysThatItToldTheJudge(t *testing.T) {
	var cfg Config
	d := newDesk(t, func(c *Config) { cfg = *c })
	form := d.form(d.get(d.question(0)), "score.tone", "1")
	cfg.Blind = true
	d.serve(cfg)
	d.post(d.question(0)+"/label", form)
	if !d.sawJudge() {
		t.Error("sawJudge is false")
	}
}

func TestBlindPagesTellNothingOfTheJudge(t *testing.T) {
	d := newDesk(t, func(cfg *Config) { cfg.Blind = true })
	tells := func(p page) string {
		for _, word := range []string{"judge 4", "its first sentence says so", "the judge scores", "data-agreed", "data-agree", "badge pass"} {
			if strings.Contains(p.text, word) {
				return word
			}
		}
		return ""
	}
	for _, path := range []string{d.question(0), d.question(0) + "?from=queue", d.path("/queue"), d.path("")} {
		if word := tells(d.expect(d.get(path), 200)); word != "" {
			t.Errorf("%s tells %q", path, word)
		}
	}
	d.expect(d.get(d.question(0)), 200, "thirty days", "hidden until the answer has your label")
	d.save(0, "score.grounding", "2")
	d.expect(d.get(d.question(0)), 200, "judge 4", "its first sentence says so")
	if word := tells(d.get(d.question(1))); word != "" {
		t.Errorf("the next question tells %q", word)
	}
}

func TestThereIsNothingToAgreeWithWhileTheJudgeIsHidden(t *testing.T) {
	d := newDesk(t, func(cfg *Config) { cfg.Blind = true })
	d.expect(d.save(0, "agree", "yes"), 409, "nothing to agree with")
	if got := d.labels(); got != nil {
		t.Errorf("%q", got)
	}
}

func TestALabelOfSomebodyElseUnveilsNothing(t *testing.T) {
	d := newDesk(t, func(cfg *Config) { cfg.Blind = true })
	three := 3.0
	l := results.Label{ID: "q0", Dimension: results.Grounding, Rater: "grace", Score: 1, Judge: &three, Comment: "so wrong", At: deskTime}
	if err := d.run.LabelLog(nil).Append(sayLabel(l)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{d.question(0), d.path("/labels"), d.path("")} {
		p := d.expect(d.get(path), 200)
		if strings.Contains(p.text, "so wrong") || strings.Contains(p.text, "grace 1") {
			t.Errorf("%s tells what grace said", path)
		}
	}
}

func TestTheSwitchRefusesOtherPlacesAndValues(t *testing.T) {
	d := newDesk(t, nil)
	if p := d.post("/judge", url.Values{"hide": {"on"}, "back": {"https://example.org/"}}); p.status != 303 || p.at != "/" {
		t.Errorf("%+v", p)
	}
	d.expect(d.post("/judge", url.Values{"hide": {"maybe"}}), 400, "want on or off")
	if p := d.hideJudge("off"); p.status != 303 || p.at != d.question(0) {
		t.Errorf("%+v", p)
	}
}
