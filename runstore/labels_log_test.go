package runstore

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func labelOf(id string, dimension results.Dimension, rater string, score float64) results.Label {
	return results.Label{ID: id, Dimension: dimension, Rater: rater, Score: score, At: testTime}
}

func say(t testing.TB, l *LabelLog, s Saying) {
	t.Helper()
	if err := l.Append(s); err != nil {
		t.Fatal(err)
	}
}

func opinions(t testing.TB, l *LabelLog) *Opinions {
	t.Helper()
	o, err := l.Read()
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWhatIsSaidIsReadBack(t *testing.T) {
	saw, judge := true, 4.5
	full := labelOf("q1", "grounding", "ada", 2)
	full.Repeat, full.Comment, full.SawJudge, full.Judge = 1, "says \"30\"\n<b>days</b> \u2028", &saw, &judge
	full.Answer, full.Why, full.Draw = results.AnswerMark("text"), results.WhyNearFloor, 7
	remark := results.Remark{ID: "q1", Repeat: 1, Rater: "ada", Flag: true, Comment: "odd question", At: testTime, Answer: full.Answer}
	log := newRun(t, 1).LabelLog(nil)
	if o := opinions(t, log); len(o.Of("q1", 1).Labels) != 0 || len(o.Warnings()) != 0 {
		t.Errorf("before anybody said anything: %+v", o)
	}
	say(t, log, Saying{Labels: []results.Label{full, labelOf("q1", "tone", "ada", 5)}, Remarks: []results.Remark{remark}})
	for name, o := range map[string]*Opinions{"same log": opinions(t, log), "another process": opinions(t, OpenLabelLog(log.folder, nil))} {
		got := o.Of("q1", 1)
		if diff := cmp.Diff(Opinion{Labels: []results.Label{full}, Remarks: []results.Remark{remark}}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if tone := o.Of("q1", 0); len(tone.Labels) != 1 || len(tone.Remarks) != 0 {
			t.Errorf("%s: another repeat has %+v", name, tone)
		}
	}
}

func TestALaterWordReplacesAndAWithdrawalTakesBack(t *testing.T) {
	log := newRun(t, 1).LabelLog(nil)
	say(t, log, Saying{Labels: []results.Label{labelOf("q0", "tone", "ben", 4), labelOf("q0", "tone", "ada", 2), labelOf("q0", "grounding", "ada", 3)},
		Remarks: []results.Remark{{ID: "q0", Rater: "ada", Flag: true}, {ID: "q0", Rater: "ben", Comment: "x"}}})
	say(t, log, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 5)}, Remarks: []results.Remark{{ID: "q0", Rater: "ada", Comment: "y"}}})
	got := opinions(t, log).Of("q0", 0)
	if diff := cmp.Diff([]results.Label{labelOf("q0", "grounding", "ada", 3), labelOf("q0", "tone", "ada", 5), labelOf("q0", "tone", "ben", 4)}, got.Labels); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]results.Remark{{ID: "q0", Rater: "ada", Comment: "y"}, {ID: "q0", Rater: "ben", Comment: "x"}}, got.Remarks); diff != "" {
		t.Error(diff)
	}
	say(t, log, Saying{Withdrawn: []Withdrawal{{ID: "q0", Dimension: "tone", Rater: "ada", At: testTime}, {ID: "q0", Rater: "ben"}, {ID: "q9", Rater: "ben"}},
		Remarks: []results.Remark{{ID: "q0", Rater: "ada"}}}) // a remark that says nothing
	labels, remarks := opinions(t, log).All()
	if diff := cmp.Diff([]results.Label{labelOf("q0", "tone", "ben", 4), labelOf("q0", "grounding", "ada", 3)}, labels); diff != "" || len(remarks) != 0 {
		t.Error(diff, remarks)
	}
	say(t, log, Saying{Withdrawn: []Withdrawal{{ID: "q0", Dimension: "tone", Rater: "ben"}}, Labels: []results.Label{labelOf("q0", "tone", "ben", 1)}})
	if l := opinions(t, log).Of("q0", 0).Labels; len(l) != 2 || l[1].Score != 1 {
		t.Errorf("said again after it was taken back: %+v", l)
	}
}

func TestATornLastLineIsDroppedAndCutOff(t *testing.T) {
	whole := `{"id":"q0","dimension":"tone","rater":"ada","score":4}`
	for _, c := range []struct {
		name, text string
		labels     int
		warns      bool
	}{
		{"torn", whole + "\n" + `{"id":"q1","dimension":"to`, 1, true},
		{"torn within a letter", whole + "\n{\"id\":\"caf\xc3", 1, true},
		{"torn in the first line", `{"id"`, 0, true},
		{"whole but for its break", whole, 1, false},
		{"made by a process that then was killed", "", 0, false},
		{"ended by a carriage return too", whole + "\r\n", 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRun(t, 1)
			writeFile(t, r, LabelsFile, c.text)
			log := r.LabelLog(nil)
			o := opinions(t, log)
			labels, _ := o.All()
			if len(labels) != c.labels || (len(o.Warnings()) == 1) != c.warns {
				t.Errorf("%d labels, warnings %q", len(labels), o.Warnings())
			}
			if said, err := r.Labels(); err != nil || len(said.Labels) != c.labels || len(said.Warnings) != len(o.Warnings()) {
				t.Errorf("%+v, %v", said, err)
			}
			say(t, log, Saying{Labels: []results.Label{labelOf("q2", "tone", "ada", 1)}})
			o = opinions(t, log)
			if labels, _ := o.All(); len(labels) != c.labels+1 || len(o.Warnings()) != 0 {
				t.Errorf("after the next one: %d labels, warnings %q", len(labels), o.Warnings())
			}
		})
	}
}

func TestABrokenLineInTheMiddleIsNamed(t *testing.T) {
	r := newRun(t, 1)
	text := `{"id":"q0","dimension":"tone","rater":"ada","score":4}` + "\n{\"id\n" + `{"schema":"evalrun.label/1","id":"q0","dimension":"tone","rater":"ada","score":4,"sawJudge":"yes"}` + "\n" +
		`{"schema":"evalrun.label/2","id":"q0","dimension":"tone","rater":"ada","score":4}` + "\n"
	writeFile(t, r, LabelsFile, text)
	_, err := r.LabelLog(nil).Read()
	problems, ok := errors.AsType[LabelProblems](err)
	if !ok || len(problems) != 3 {
		t.Fatal(err)
	}
	for i, want := range []string{":2: ", ":3: sawJudge cannot be read", `:4: schema is "evalrun.label/2", this version reads "evalrun.label/1"`} {
		if !strings.Contains(problems[i].String(), LabelsFile+want) {
			t.Errorf("%q, want %q", problems[i], want)
		}
	}
}

// TestWithAnErrorNothingIsAdded: a line that no reader takes would take all
// others with it.
func TestWithAnErrorNothingIsAdded(t *testing.T) {
	r := newRun(t, 1)
	log := r.LabelLog(nil)
	say(t, log, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 4)}})
	before := readFile(t, r, LabelsFile)
	good := labelOf("q1", "tone", "ada", 4)
	for name, bad := range map[string]results.Label{
		"no question": {Dimension: "tone", Rater: "ada", Score: 3}, "no dimension": {ID: "q0", Rater: "ada", Score: 3},
		"no rater": {ID: "q0", Dimension: "tone", Rater: " ", Score: 3}, "a score off the scale": {ID: "q0", Dimension: "tone", Rater: "ada"},
		"a repeat below 0": {ID: "q0", Repeat: -1, Dimension: "tone", Rater: "ada", Score: 3}, "no mark": {ID: "q0", Dimension: "tone", Rater: "ada", Score: 3, Answer: "text"},
		"an id that is read otherwise": {ID: "q0 ", Dimension: "tone", Rater: "ada", Score: 3}, "a rater that is": {ID: "q0", Dimension: "tone", Rater: "a\rda", Score: 3},
		"a comment too long to be read": {ID: "q0", Dimension: "tone", Rater: "ada", Score: 3, Comment: strings.Repeat("a", maxLabelLine)},
	} {
		if err := log.Append(Saying{Labels: []results.Label{good, bad}}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	for name, bad := range map[string]Withdrawal{"no rater": {ID: "q0"}, "no question": {Rater: "ada"}} {
		if err := log.Append(Saying{Labels: []results.Label{good}, Withdrawn: []Withdrawal{bad}}); err == nil {
			t.Errorf("a withdrawal with %s is accepted", name)
		}
	}
	say(t, log, Saying{})
	if after := readFile(t, r, LabelsFile); after != before {
		t.Errorf("the file became %q", after)
	}
}

func TestLabelsAreNotAddedToWhatIsNoLinesOfJSON(t *testing.T) {
	r := newRun(t, 1)
	for _, text := range []string{"id,dimension,score,rater\nq0,tone,4,ada\n", strings.Repeat("x", maxLabelLine+2)} {
		writeFile(t, r, LabelsFile, text)
		if err := r.LabelLog(nil).Append(Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 4)}}); err == nil || readFile(t, r, LabelsFile) != text {
			t.Errorf("%.20q: %v, and now %.40q", text, err, readFile(t, r, LabelsFile))
		}
	}
}

func TestSecretsThatPeoplePasteAreNotWritten(t *testing.T) {
	const secret = `sk-"quoted"-1234`
	r := newRun(t, 1)
	log := r.LabelLog(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(secret), []byte("[secret]")) })
	label := labelOf("q0", "tone", "ada "+secret, 4)
	label.Comment = "key: " + secret
	say(t, log, Saying{Labels: []results.Label{label}, Remarks: []results.Remark{{ID: "q0", Rater: "ada", Comment: secret}},
		Withdrawn: []Withdrawal{{ID: "q0", Rater: secret}}})
	if text := readFile(t, r, LabelsFile); strings.Contains(text, "quoted") || strings.Count(text, "[secret]") != 4 {
		t.Errorf("written: %s", text)
	}
}

func TestALogIsReadAgainOnlyWhenItChanged(t *testing.T) {
	r := newRun(t, 1)
	mine, others := r.LabelLog(nil), OpenLabelLog(r.Path(), nil)
	say(t, mine, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 4)}})
	first := opinions(t, mine)
	if opinions(t, mine) != first {
		t.Error("read again for nothing")
	}
	say(t, others, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 2)}})
	if got := opinions(t, mine).Of("q0", 0).Labels[0].Score; got != 2 {
		t.Errorf("score %v after another process changed it to 2", got)
	}
	if first.Of("q0", 0).Labels[0].Score != 4 {
		t.Error("what was read before has changed")
	}
	if err := os.Remove(filepath.Join(r.Path(), LabelsFile)); err != nil {
		t.Fatal(err)
	}
	if labels, _ := opinions(t, mine).All(); len(labels) != 0 {
		t.Errorf("%d labels of a file that is gone", len(labels))
	}
}

func TestLogsFromSeveralGoroutines(t *testing.T) {
	r := newRun(t, 1)
	shared := r.LabelLog(nil)
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			log := shared
			if w%2 == 1 {
				log = OpenLabelLog(r.Path(), nil)
			}
			for i := range 10 {
				if err := log.Append(Saying{Labels: []results.Label{labelOf(fmt.Sprintf("q%d-%d", w, i), "tone", "ada", 3)}}); err != nil {
					t.Error(err)
				}
				if _, err := log.Read(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	workers.Wait()
	if labels, _ := opinions(t, shared).All(); len(labels) != 40 {
		t.Errorf("%d labels of 40", len(labels))
	}
}

func TestNobodyHasSaidAnything(t *testing.T) {
	var o *Opinions
	labels, remarks := o.All()
	if got := o.Of("q0", 0); got.Labels != nil || got.Remarks != nil || labels != nil || remarks != nil || o.Warnings() != nil {
		t.Errorf("%+v", got)
	}
}
