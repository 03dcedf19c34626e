package review

import (
	"net/url"
	"strings"
	"testing"
)

func TestUndoBringsBackWhatStoodBefore(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2", "comment", "first")
	d.save(0, "score.grounding", "5", "score.tone", "1", "comment", "second", "flag", "on")
	p := d.undo(d.get(d.question(0)))
	if p.status != 303 || p.at != d.question(0) {
		t.Fatalf("%+v", p)
	}
	if got, want := d.stands(), `q0 grounding 2, q0 flag false "first"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	d.expect(d.undo(d.get(d.question(0))), 303)
	if got := d.stands(); got != "" {
		t.Error(got)
	}
	if p := d.get(d.question(0)); strings.Contains(p.text, `name="save"`) {
		t.Error("there is still something to undo")
	}
}

func TestUndoBringsBackWhatWasTakenBack(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2", "comment", "first")
	d.save(0, "score.grounding", "none", "comment", "")
	if got := d.stands(); got != "" {
		t.Fatal(got)
	}
	d.undo(d.get(d.question(0)))
	if got, want := d.stands(), `q0 grounding 2, q0 flag false "first"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUndoNamesItsSave(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2")
	old := d.get(d.question(0))
	d.save(1, "score.grounding", "3") // of another answer, in another tab
	d.expect(d.undo(old), 303)
	if got := d.stands(); got != "q1 grounding 3" {
		t.Errorf("the save that the page named is not the one undone: %s", got)
	}
	d.expect(d.undo(old), 409, "that save is undone already")
	if got := d.stands(); got != "q1 grounding 3" {
		t.Error(got)
	}
}

func TestUndoOfAnOldPageChangesNothing(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2")
	old := d.get(d.question(0))
	d.save(0, "score.tone", "3")
	lines := len(d.labels())
	d.expect(d.undo(old), 409, "q0 was saved again since")
	if got := len(d.labels()); got != lines {
		t.Errorf("%d lines, %d before", got, lines)
	}
	for _, save := range []string{"", "0", "99", "x", "-1"} {
		p := d.post(d.path("/undo"), url.Values{"save": {save}})
		if p.status != 409 && p.status != 400 {
			t.Errorf("save %q: %d", save, p.status)
		}
	}
}

func TestUndoLeavesWhatSomebodyElseWroteSince(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2")
	open := d.get(d.question(0))
	said, err := d.run.LabelLog(nil).Read()
	if err != nil {
		t.Fatal(err)
	}
	l := said.Of("q0", 0).Labels[0]
	l.Score, l.At = 1, l.At.Add(1)
	if err := d.run.LabelLog(nil).Append(sayLabel(l)); err != nil {
		t.Fatal(err)
	}
	d.expect(d.undo(open), 409, "has changed since")
	if got := d.stands(); got != "q0 grounding 1" {
		t.Error(got)
	}
}

func TestUndoGoesBackToWhereTheQuestionWasOpened(t *testing.T) {
	d := newDesk(t, nil)
	from := d.question(1) + "?from=queue"
	next := d.post(d.question(1)+"/label", d.form(d.get(from), "score.grounding", "2")).at
	if next == from {
		t.Fatal("it did not go on")
	}
	if p := d.undo(d.get(next)); p.at != from {
		t.Errorf("back to %s", p.at)
	}
}

func TestUndoBringsBackALabelOfTheAnswerBefore(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2")
	if err := d.run.Append(deskRecord(0, 1, "sixty days")); err != nil {
		t.Fatal(err)
	}
	d.save(0, "score.grounding", "5")
	d.expect(d.undo(d.get(d.question(0))), 303)
	if got := d.stands(); got != "q0 grounding 2" {
		t.Error(got)
	}
	if form := d.form(d.get(d.question(0))); form.Get("score.grounding") != "none" {
		t.Error("it is shown as a label of the answer that is there now")
	}
}
