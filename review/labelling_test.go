package review

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestALabelHoldsWhatMakesItReadable(t *testing.T) {
	d := newDesk(t, nil)
	p := d.save(1, "score.grounding", "2", "flag", "on", "comment", "it says\r\nthirty")
	if p.status != 303 || p.at != d.question(1) {
		t.Fatalf("%+v", p)
	}
	lines := d.labels()
	if len(lines) != 2 {
		t.Fatalf("%q", lines)
	}
	var got results.Label
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
		t.Fatal(err)
	}
	if got.Draw < 1 || got.Draw > len(deskAnswers) {
		t.Errorf("draw %d", got.Draw)
	}
	yes, four := true, 4.0
	want := results.Label{
		ID: "q1", Dimension: results.Grounding, Rater: "ada", Score: 2, At: got.At, SawJudge: &yes, Judge: &four,
		Answer: results.AnswerMark("ninety days"), Why: results.WhyChosen, Draw: got.Draw,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var remark results.Remark
	if err := json.Unmarshal([]byte(lines[1]), &remark); err != nil {
		t.Fatal(err)
	}
	if !remark.Flag || remark.Comment != "it says\nthirty" || remark.Answer != want.Answer {
		t.Errorf("%+v", remark)
	}
	d.expect(d.get(d.question(1)), 200, "saved q1: grounding 2, flagged, comment", "it says\nthirty", `value="2" checked`)
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2", "score.tone", "4")
	if got := len(d.labels()); got != 2 {
		t.Fatalf("%d lines", got)
	}
	d.save(0)
	d.save(0, "comment", "  \r\n ")
	if got := len(d.labels()); got != 2 {
		t.Errorf("%d lines after a form as it stood", got)
	}
	d.expect(d.get(d.question(0)), 200, "nothing changed in q0")
	d.save(0, "score.tone", "3")
	if got := len(d.labels()); got != 3 {
		t.Errorf("%d lines after one change", got)
	}
	d.save(0, "score.grounding", "none")
	if got := d.stands(); got != "q0 tone 3" {
		t.Error(got)
	}
}

func TestTheSameFormTwiceIsSavedOnce(t *testing.T) {
	d := newDesk(t, nil)
	form := d.form(d.get(d.question(0)), "score.grounding", "2", "comment", "why")
	d.post(d.question(0)+"/label", form)
	d.post(d.question(0)+"/label", form)
	if got := d.labels(); len(got) != 2 {
		t.Errorf("%q", got)
	}
}

func TestTwoTabsDoNotTakeEachOthersLabelsBack(t *testing.T) {
	d := newDesk(t, nil)
	first, second := d.form(d.get(d.question(0)), "score.grounding", "2", "comment", "one"), d.form(d.get(d.question(0)), "score.tone", "4", "flag", "on")
	d.post(d.question(0)+"/label", first)
	d.post(d.question(0)+"/label", second)
	if got, want := d.stands(), `q0 grounding 2, q0 tone 4, q0 flag true "one"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNothingIsSavedOfAFormThatCannotBe(t *testing.T) {
	d := newDesk(t, nil)
	form := d.form(d.get(d.question(0)), "score.tone", "4")
	for _, c := range []struct {
		name   string
		change url.Values
		status int
		says   string
	}{
		{"a score of 0", url.Values{"score.grounding": {"0"}}, 400, "want 1, 2, 3, 4, 5 or none"},
		{"a score of 6", url.Values{"score.grounding": {"6"}}, 400, "want 1, 2, 3, 4, 5 or none"},
		{"a half", url.Values{"score.grounding": {"4.5"}}, 400, "want 1, 2, 3, 4, 5 or none"},
		{"no number", url.Values{"score.grounding": {"NaN"}}, 400, "want 1, 2, 3, 4, 5 or none"},
		{"a dimension of others", url.Values{"score.citations": {"3"}}, 400, "has no dimension"},
		{"a comment over the limit", url.Values{"comment": {strings.Repeat("x", 6000)}}, 413, "want 5000 at most"},
		{"a comment of 100 KB", url.Values{"comment": {strings.Repeat("x", 100<<10)}}, 413, "too large"},
		{"another try", url.Values{"repeat": {"1"}}, 409, "no answer in try 2"},
		{"no try", url.Values{"repeat": {"-1"}}, 400, "want a whole number from 0"},
		{"another answer", url.Values{"answer": {"0123456789abcdef"}}, 409, "another answer"},
		{"no answer", url.Values{"answer": {""}}, 409, "another answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := url.Values{}
			for key, values := range form {
				sent[key] = values
			}
			for key, values := range c.change {
				sent[key] = values
			}
			d.expect(d.post(d.question(0)+"/label", sent), c.status, c.says)
			if got := d.labels(); got != nil {
				t.Errorf("%q", got)
			}
		})
	}
	d.expect(d.post(d.question(3)+"/label", form), 409, "no answer in try 1")
	d.expect(d.post(d.question(9)+"/label", form), 404, "no question 9")
	d.expect(d.post(d.path("/questions/x/label"), form), 404)
}

func TestAnAnswerThatWasReplacedMeanwhileIsNotLabelled(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2")
	open := d.form(d.get(d.question(0)), "score.tone", "1")
	if err := d.run.Append(deskRecord(0, 1, "sixty days")); err != nil {
		t.Fatal(err)
	}
	d.expect(d.post(d.question(0)+"/label", open), 409, "the run has another answer to this question now")
	if got := d.stands(); got != "q0 grounding 2" {
		t.Error(got)
	}
	// The label of the answer before is not filled in for the one there is now.
	p := d.expect(d.get(d.question(0)), 200, "sixty days")
	if form := d.form(p); form.Get("score.grounding") != "none" {
		t.Errorf("%v", form)
	}
	d.save(0, "score.grounding", "5")
	if got := d.stands(); got != "q0 grounding 5" {
		t.Error(got)
	}
}

func TestALabelFromTheQueueGoesOnToTheNextOpenOne(t *testing.T) {
	d := newDesk(t, nil)
	at := d.expect(d.get(d.path("/queue")), 200, "0 of 3 labelled by ada")
	_, rest, _ := strings.Cut(at.text, `class="start" href="`)
	next, _, _ := strings.Cut(rest, `"`)
	seen := map[string]bool{}
	for range 3 {
		if seen[next] || !strings.Contains(next, "from=queue") {
			t.Fatalf("on to %q after %v", next, seen)
		}
		seen[next] = true
		path, _, _ := strings.Cut(next, "?")
		next = d.post(path+"/label", d.form(d.get(next), "score.grounding", "3")).at
	}
	if next != d.path("/queue") {
		t.Errorf("on to %q in the end", next)
	}
	d.expect(d.get(next), 200, "3 of 3 labelled by ada", "All questions of the queue are labelled", "Fair sample: the first 4 of the random order, 1 of them without an answer")
	for _, line := range d.labels() {
		if !strings.Contains(line, `"why":"near_floor"`) && !strings.Contains(line, `"why":"random"`) {
			t.Error(line)
		}
	}
}

func TestAgreeingTakesTheJudgesScores(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.tone", "2", "agree", "yes")
	if got := d.stands(); got != "q0 grounding 4, q0 relevance 5, q0 tone 2" {
		t.Error(got)
	}
}

func TestHostileCommentsStandEscaped(t *testing.T) {
	d := newDesk(t, nil)
	const hostile = "</textarea><script>alert(1)</script>\u202e=cmd"
	d.save(0, "score.grounding", "2", "comment", hostile)
	for _, path := range []string{d.question(0), d.path("/labels"), d.path("/queue"), d.path("")} {
		p := d.expect(d.get(path), 200)
		if strings.Contains(p.text, "<script>alert") || strings.Contains(p.text, "</textarea><script") {
			t.Errorf("%s: %s", path, p.text)
		}
	}
	d.expect(d.get(d.path("/labels")), 200, "&lt;/textarea&gt;&lt;script&gt;", "&lt;U&#43;202E&gt;")
	if got := d.form(d.get(d.question(0))); !strings.Contains(got.Get("comment"), "&lt;script&gt;") {
		t.Errorf("%q", got.Get("comment"))
	}
}
