package review

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// threeTries is a question of which the second try failed.
func threeTries() (results.Entry, *row) {
	failed := altered(scoredTry(1, 1, 5, 5), func(r *results.Record) {
		r.Verdict, r.Answer = results.Fail, &answers.Answer{Text: "ninety days"}
	})
	e := results.Entry{Question: results.Question{ID: "q", Category: results.Positive}, Records: []results.Record{scoredTry(0, 5, 5, 5), failed, scoredTry(2, 5, 5, 5)}}
	return e, &row{ID: "q", Verdict: results.Fail, signals: signalsOf(judgedInfo(3), e)}
}

func TestTheFormOfTheTryThatDecidedStandsFirst(t *testing.T) {
	e, one := threeTries()
	for _, c := range []struct {
		name   string
		hidden bool
		want   []int
	}{
		{"open", false, []int{1, 0, 2}},
		{"in their own order where the order would tell the verdict", true, []int{0, 1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			forms := new(Server).forms(&openRun{info: judgedInfo(3)}, nil, one, e, false, c.hidden)
			var got []int
			for i, f := range forms {
				got = append(got, f.Repeat)
				if f.Open != (i == 0) {
					t.Errorf("form %d is open: %v", i, f.Open)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestADimensionWithoutAJudgesScoreCanBeLabelled(t *testing.T) {
	r := altered(scoredTry(0, 3.6), func(r *results.Record) {
		cellOf(r, results.Tone, func(c *results.Cell) { c.Status = results.CellNotApplicable })
	})
	e := results.Entry{Records: []results.Record{r}}
	form := new(Server).forms(&openRun{info: judgedInfo(1)}, nil, &row{}, e, false, false)[0]
	var got []string
	for _, d := range form.Dimensions {
		got = append(got, d.Name+" "+d.Judge+" "+d.Agreed)
	}
	// The judge's 3.6 is below the floor of 4, and so is who agrees with it.
	if diff := cmp.Diff([]string{"grounding 3.6 3", "relevance  "}, got); diff != "" || !form.Agree {
		t.Error(diff)
	}
}

func TestEachTryHasLabelsOfItsOwn(t *testing.T) {
	e, one := threeTries()
	log := runstore.OpenLabelLog(t.TempDir(), nil)
	for repeat, score := range map[int]float64{0: 5, 1: 2} {
		l := results.Label{ID: "q", Repeat: repeat, Dimension: results.Tone, Rater: "ada", Score: score, Answer: one.signals.Answers[repeat].Mark}
		if err := log.Append(sayLabel(l)); err != nil {
			t.Fatal(err)
		}
	}
	said, err := log.Read()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{cfg: Config{Rater: "ada"}}
	got := map[int]string{}
	for _, f := range s.forms(&openRun{info: judgedInfo(3)}, said, one, e, true, false) {
		got[f.Repeat] = f.Dimensions[2].Was
	}
	if diff := cmp.Diff(map[int]string{0: "5", 1: "2", 2: noScore}, got); diff != "" {
		t.Error(diff)
	}
}
