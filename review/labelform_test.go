package review

import (
	"net/url"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestTheFormTakesWhatWasChanged(t *testing.T) {
	dimensions := []results.Dimension{results.Grounding, results.Tone}
	for _, c := range []struct {
		name, form string
		scores     map[results.Dimension]given
	}{
		{"a score", "was.score.grounding=none&score.grounding=2", map[results.Dimension]given{"grounding": 2}},
		{"nothing for what is as it was", "was.score.grounding=2&score.grounding=2&was.score.tone=none&score.tone=none", nil},
		{"no score any more", "was.score.grounding=2&score.grounding=none", map[results.Dimension]given{"grounding": 0}},
		{"what stands need not be whole", "was.score.grounding=4.5&score.grounding=4.5", nil},
		{"a form that does not say what was", "score.tone=5", map[results.Dimension]given{"tone": 5}},
		{"nothing", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			form, _ := url.ParseQuery(c.form)
			got, err := parseLabelForm(form, dimensions)
			if err != nil || len(got.scores) != len(c.scores) {
				t.Fatalf("%v, %v", got.scores, err)
			}
			for d, want := range c.scores {
				if got.scores[d] != want {
					t.Errorf("%s is %d", d, got.scores[d])
				}
			}
		})
	}
}

func TestTheFormRefusesWhatIsNoScore(t *testing.T) {
	for _, c := range []struct{ form, want string }{
		{"score.grounding=0", `the score of grounding is "0", want 1, 2, 3, 4, 5 or none`},
		{"score.grounding=6", `"6"`}, {"score.grounding=4.5", `"4.5"`}, {"score.grounding=NaN", `"NaN"`},
		{"score.grounding=-1", `"-1"`}, {"score.grounding=1e0", `"1e0"`}, {"score.grounding=%00", `"\x00"`},
		{"score.flair=3", `the answer has no dimension "flair"`},
		{"score.=3", `the answer has no dimension ""`},
		{"comment=" + strings.Repeat("x", maxComment+1), "the comment has 5001 characters"},
		{"comment=" + strings.Repeat("%F0%9F%98%80", maxComment/2+1), "the comment has 5002 characters"},
	} {
		form, err := url.ParseQuery(c.form)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseLabelForm(form, []results.Dimension{results.Grounding}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40s: %v, want %s", c.form, err, c.want)
		}
	}
}

func TestFlagAndCommentAreThoseThatWereChanged(t *testing.T) {
	on, off := true, false
	hello := results.AnswerMark("hello")
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		name, form string
		flag       *bool
		comment    *string
	}{
		{"flagged", "flag=on&was.flag=", &on, nil},
		{"no flag any more", "was.flag=on", &off, nil},
		{"flagged as before", "flag=on&was.flag=on", nil, nil},
		{"a comment", "comment=+hello%0D%0Athere+&was.comment=" + results.AnswerMark(""), nil, text("hello\nthere")},
		{"the same comment", "comment=hello%0D%0A&was.comment=" + hello, nil, nil},
		{"no comment any more", "comment=&was.comment=" + hello, nil, text("")},
		{"none sent", "was.comment=" + hello, nil, nil},
		{"broken bytes are made visible", "comment=a%FFb", nil, text("a\uFFFDb")},
	} {
		t.Run(c.name, func(t *testing.T) {
			form, _ := url.ParseQuery(c.form)
			got, err := parseLabelForm(form, nil)
			if err != nil {
				t.Fatal(err)
			}
			if (got.flag == nil) != (c.flag == nil) || got.flag != nil && *got.flag != *c.flag {
				t.Errorf("flag %v", got.flag)
			}
			if (got.comment == nil) != (c.comment == nil) || got.comment != nil && *got.comment != *c.comment {
				t.Errorf("comment %v", got.comment)
			}
		})
	}
}

func TestWhoAgreesStandsOnTheJudgesSideOfTheFloor(t *testing.T) {
	for _, c := range []struct {
		judge, floor float64
		want         int
	}{
		{4, 4, 4}, {1, 4, 1}, {5, 4, 5}, {3.6, 4, 3}, {4.4, 4.2, 5}, {4.4, 4, 4}, {2.5, 4, 3}, {0, 4, 1}, {9, 4, 5}, {3.9999999999, 4, 4},
	} {
		if got := agreed(c.judge, c.floor); got != c.want {
			t.Errorf("judge %g, floor %g: %d, want %d", c.judge, c.floor, got, c.want)
		}
	}
}

func FuzzLabelForm(f *testing.F) {
	f.Add("score.grounding=3&was.score.grounding=none&flag=on&comment=x")
	f.Add("score.grounding=%FF&was.flag=&comment=%0D%0A")
	f.Fuzz(func(t *testing.T, query string) {
		form, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		got, err := parseLabelForm(form, []results.Dimension{results.Grounding, results.Tone})
		if err != nil {
			return
		}
		for d, score := range got.scores {
			if score < 0 || score > 5 || d != results.Grounding && d != results.Tone {
				t.Errorf("%q gives %s %d", query, d, score)
			}
		}
	})
}
