package runstore

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// answeredRun has two answers to each of n positive questions.
func answeredRun(t testing.TB, n int) (*Run, func(id string) (results.Entry, error)) {
	t.Helper()
	info := testInfo()
	info.Dimensions = map[results.Category][]results.Dimension{results.Positive: {"grounding", "tone"}, results.Negative: {"tone"}}
	r, err := Create(t.TempDir(), info, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	asked := map[string]results.Entry{}
	for i := range n {
		e := results.Entry{Question: results.Question{Seq: i, ID: fmt.Sprintf("q%d", i), Category: results.Positive}}
		for repeat := range 2 {
			e.Records = append(e.Records, results.Record{ID: e.Question.ID, Repeat: repeat, Answer: &answers.Answer{Text: answerText(i, repeat)}})
		}
		asked[e.Question.ID] = e
	}
	asked["unanswered"] = results.Entry{Question: results.Question{Seq: n, ID: "unanswered", Category: results.Negative}, Records: []results.Record{{}}}
	return r, func(id string) (results.Entry, error) {
		e, ok := asked[id]
		if !ok {
			return e, ErrNoQuestion
		}
		return e, nil
	}
}

func answerText(i, repeat int) string { return fmt.Sprintf("answer %d of %d", repeat, i) }

func importText(t testing.TB, log *LabelLog, text string, entry func(string) (results.Entry, error)) (Imported, error) {
	t.Helper()
	return log.Import("people.csv", strings.NewReader(text), "ada", entry)
}

func TestAnExportIsImportedOnce(t *testing.T) {
	r, entry := answeredRun(t, 3)
	log := r.LabelLog(nil)
	label := labelOf("q1", "grounding", "ada", 4)
	label.Answer, label.Why, label.Draw = results.AnswerMark(answerText(1, 0)), results.WhyRandom, 2
	saying := Saying{Labels: []results.Label{label, labelOf("q2", "tone", "ben", 2)}, Remarks: []results.Remark{{ID: "q2", Repeat: 1, Rater: "ben", Flag: true, Comment: "odd"}}}
	say(t, log, saying)
	exported := csvOf(t, opinions(t, log).said)
	lines := readFile(t, r, LabelsFile)
	for name, text := range map[string]string{"table": exported, "lines": lines} {
		t.Run(name, func(t *testing.T) {
			if got, err := importText(t, log, text, entry); err != nil || got != (Imported{Same: 3}) {
				t.Errorf("into the same run: %+v, %v", got, err)
			}
			if readFile(t, r, LabelsFile) != lines {
				t.Error("equal ones were written again")
			}
			fresh, _ := answeredRun(t, 0)
			empty := fresh.LabelLog(nil)
			if got, err := importText(t, empty, text, entry); err != nil || got != (Imported{Labels: 2, Remarks: 1}) {
				t.Errorf("into a run without labels: %+v, %v", got, err)
			}
			if diff := cmp.Diff(opinions(t, log).said, opinions(t, empty).said); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnImportChangesWhatItSaysNewly(t *testing.T) {
	r, entry := answeredRun(t, 4)
	log := r.LabelLog(nil)
	said := labelOf("q0", "tone", "ada", 4)
	said.Comment = "kept"
	later := labelOf("q1", "tone", "ada", 4)
	later.At = testTime.AddDate(0, 0, 1)
	say(t, log, Saying{Labels: []results.Label{said, later, labelOf("q2", "tone", "ada", 4)}})
	text := "id,dimension,score,at,comment\n" + // q0 says less, q1 is older, q2 is another score, q3 is new
		"q0,tone,4,,\nq1,tone,2,2026-03-01T12:30:45Z,\nq2,positive/tone,5,2026-03-02T12:30:45Z,\nq3,tone,1,,\n"
	got, err := importText(t, log, text, entry)
	if err != nil || got != (Imported{Labels: 2, Same: 1, Older: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
	o := opinions(t, log)
	if l := o.Of("q0", 0).Labels; l[0].Comment != "kept" || o.Of("q1", 0).Labels[0].Score != 4 || o.Of("q2", 0).Labels[0].Score != 5 {
		t.Errorf("%+v", o.said.Labels)
	}
}

func TestAnImportNamesEveryLineWithoutAPlaceAndWritesNone(t *testing.T) {
	r, entry := answeredRun(t, 3)
	log := r.LabelLog(nil)
	text := "id,dimension,score,repeat\nq0,tone,4,\nq9,tone,4,\nq0,calibration,4,\nq0,tone,4,2\nunanswered,tone,3,\nq0,negative/tone,3,1\n" +
		"q1,tone,9,\nq1,tone,good,\nq2,tone,1,\nq2,positive/tone,2,\n"
	_, err := importText(t, log, text, entry)
	problems, _ := errors.AsType[LabelProblems](err)
	want := LabelProblems{
		{"people.csv", 3, `the run has no question "q9"`}, {"people.csv", 4, `question "q0" is positive and not scored in "calibration"`},
		{"people.csv", 5, `question "q0" has no answer of repeat 2`}, {"people.csv", 6, `question "unanswered" was not answered in this run`},
		{"people.csv", 7, `question "q0" is positive and not scored in "negative/tone"`}, {"people.csv", 8, "score 9 is outside of the scale 1..5"},
		{"people.csv", 9, `score "good" is not a number`}, {"people.csv", 11, `rater "ada" scores tone of "q2" twice`},
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Error(diff)
	}
	if labels, _ := opinions(t, log).All(); len(labels) != 0 {
		t.Errorf("%d labels were written", len(labels))
	}
	_, err = importText(t, log, `{"id":"q0","dimension":"tone","score":1,"scale":[1,4]}`, entry)
	if err == nil || err.Error() != "people.csv: the scores are on the scale 1..4, those of the run on 1..5" {
		t.Errorf("another scale: %v", err)
	}
	if _, err := log.Import("x", strings.NewReader("id,dimension,score\nq0,tone,4\n"), "", entry); err == nil || err.Error() != "x:2: no rater" {
		t.Errorf("nobody's label: %v", err)
	}
}

func TestLabelsOfAnotherAnswerAreLeftOut(t *testing.T) {
	r, entry := answeredRun(t, 2)
	log := r.LabelLog(nil)
	line := func(id, form, text string) string {
		return fmt.Sprintf(`{"id":%q,"rater":"ada",%s,"answer":%q}`+"\n", id, form, results.AnswerMark(text))
	}
	const score, remark = `"dimension":"tone","score":3`, `"comment":"x"`
	text := line("q0", score, answerText(0, 0)) + line("q1", score, answerText(0, 0)) + line("q0", remark, answerText(0, 1)) + line("q1", remark, answerText(1, 0))
	got, err := importText(t, log, text, entry)
	if err != nil || got != (Imported{Labels: 1, Remarks: 1, OtherAnswer: 2}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestADamagedRunIsNoFaultOfTheFile(t *testing.T) {
	r, _ := answeredRun(t, 1)
	damaged := errors.New("records.jsonl:1: no JSON")
	got, err := importText(t, r.LabelLog(nil), "id,dimension,score\nq0,tone,4\n", func(string) (results.Entry, error) { return results.Entry{}, damaged })
	if _, blamed := errors.AsType[LabelProblems](err); blamed || !errors.Is(err, damaged) || got != (Imported{}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAnImportIsCounted(t *testing.T) {
	for want, in := range map[string]Imported{
		"0 labels, 0 remarks": {},
		"1 label, 2 remarks, 3 there already, 1 of another answer, left out":    {Labels: 1, Remarks: 2, Same: 3, OtherAnswer: 1},
		"2 labels, 1 remark, 1 older than what the person said since, left out": {Labels: 2, Remarks: 1, Older: 1},
	} {
		if got := in.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzImport: any file is imported whole, or not and with its problems.
func FuzzImport(f *testing.F) {
	for _, seed := range []string{"id,dimension,score\nq0,tone,4\n", `{"id":"q0","dimension":"tone","score":4}`, `{"id":"q0","flag":true}`, `{"id":"q0","withdrawn":true}`, "{", "id,dimension,score,rater\nq1,positive/tone,2,\u0085\n"} {
		f.Add(seed)
	}
	r, entry := answeredRun(f, 2)
	f.Fuzz(func(t *testing.T, text string) {
		log := OpenLabelLog(t.TempDir(), nil)
		log.folder = r.Path()
		got, err := importText(t, log, text, entry)
		labels, remarks := opinions(t, log).All()
		if err != nil && len(labels)+len(remarks) > 0 {
			t.Fatalf("%v, and %d labels", err, len(labels))
		}
		if err == nil && (len(labels) != got.Labels || len(remarks) != got.Remarks) {
			t.Fatalf("%+v, and %d labels, %d remarks", got, len(labels), len(remarks))
		}
	})
}
