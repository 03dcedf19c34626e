package reports

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// pageOf writes the page of a comparison. The sides of the fixtures have an
// answer to every question but those of refused and kept.
func pageOf(w io.Writer, c comparison) error {
	if c.many != nil {
		return RankingHTML(w, *c.many)
	}
	return ComparisonHTML(w, *c.two, sidesOf(c))
}

func sidesOf(c comparison) Sides {
	sides := Sides{
		Base: answered("The window is 30 days, counted from delivery [P1].", c.two.Base.Run),
		Head: answered("The window is 14 days, counted from the order [P1].", c.two.Head.Run),
	}
	if len(c.two.Flips.List)%2 == 1 {
		sides.Base = nil
	}
	return sides
}

// answered gives each question two answers, one failing and one passing, with
// a text from outside at the end.
func answered(text, outside string) Answered {
	return func(id string) ([]results.Record, error) {
		return []results.Record{
			{ID: id, Verdict: results.Fail, Answer: &answers.Answer{Text: text + "\n\n" + outside}},
			{ID: id, Repeat: 1, Verdict: results.Pass, Answer: &answers.Answer{Text: "Yes. " + text + "\n\n" + outside}},
		}, nil
	}
}

func TestComparisonPagesReturnErrors(t *testing.T) {
	all := comparisons(t)
	for name, c := range all {
		var b bytes.Buffer
		if err := pageOf(&b, c); err != nil {
			t.Fatal(err)
		}
		returnsWriteErrors(t, name, b.Len(), func(w io.Writer) error { return pageOf(w, c) })
	}
	broken := errors.New("records cut off")
	failing := func(string) ([]results.Record, error) { return nil, broken }
	if err := ComparisonHTML(io.Discard, *all["kept"].two, Sides{Base: failing, Head: failing}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestComparisonPagesHoldOnlyTheirOwnMarkup: whatever a text holds, no tag and
// no attribute comes of it.
func TestComparisonPagesHoldOnlyTheirOwnMarkup(t *testing.T) {
	tag := regexp.MustCompile(`<[/!]?([a-zA-Z][^\s>/]*)([^>]*)>`)
	attribute := regexp.MustCompile(`([^\s="]+)="[^"]*"`)
	own := strings.Fields(`doctype html head meta title style body a header h1 h2 h3 h4 main p strong pre code ul li nav section div table caption
		thead tbody tr th td span svg line path circle details summary del ins`)
	names := strings.Fields(`lang charset http-equiv content name class href id aria-label aria-labelledby aria-hidden role tabindex scope
		viewBox width height x1 x2 y1 y2 cx cy r d`)
	for name, c := range comparisons(t) {
		var b bytes.Buffer
		if err := pageOf(&b, c); err != nil {
			t.Fatal(err)
		}
		page := withoutStyle(b.String())
		for _, found := range tag.FindAllStringSubmatch(page, -1) {
			if !contains(own, strings.ToLower(found[1])) {
				t.Errorf("%s holds %s", name, found[0])
			}
			for _, a := range attribute.FindAllStringSubmatch(found[2], -1) {
				if !contains(names, a[1]) {
					t.Errorf("%s holds the attribute %s in %s", name, a[1], found[0])
				}
			}
			rest := strings.Fields(attribute.ReplaceAllString(found[2], ""))
			if len(rest) > 0 && rest[0] != "open" && rest[0] != "html" && rest[0] != "/" {
				t.Errorf("%s: %q stands loose in %s", name, rest, found[0])
			}
		}
		if strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%s holds a value that its template refused", name)
		}
	}
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

func TestAnswersOfChangedQuestions(t *testing.T) {
	flip := compare.Flip{ID: "window", Kind: compare.PassToFail, From: results.Pass, To: results.Fail}
	said := func(text string) Answered {
		return func(string) ([]results.Record, error) {
			return []results.Record{{Verdict: results.Fail, Answer: &answers.Answer{Text: text}}}, nil
		}
	}
	nothing := func(string) ([]results.Record, error) { return nil, nil }
	down := func(string) ([]results.Record, error) {
		return []results.Record{{Verdict: results.Error, Error: &results.ErrorInfo{Code: "target_timeout", Message: "no reply"}}}, nil
	}
	repeated := answered("Thirty days.", "")
	for name, c := range map[string]struct {
		base, head Answered
		want       string
	}{
		"of several the one with the question's verdict": {repeated, repeated, "answer 2 of 2, pass"},
		"no record":                          {nothing, said("Thirty days."), "No record of this question."},
		"an error instead of an answer":      {said("Thirty days."), down, "No answer: target_timeout: no reply"},
		"a blank answer":                     {said("Thirty days."), said(" \u200b"), "The answer is blank."},
		"equal answers":                      {said("Thirty days."), said("Thirty days."), "Both answers are the same, word for word"},
		"nothing in common":                  {said("Thirty days."), said("Ask them"), "too little in common"},
		"a report.json has none":             {nil, said("Thirty days."), "base was read from a report.json"},
		"two report.json files have none":    {nil, nil, "base and head were read from report.json files"},
		"of one side alone nothing is shown": {said("Thirty days."), nil, "head was read from a report.json"},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			doc := compare.Doc{Flips: compare.Flips{Says: "1 flip.", List: []compare.Flip{flip}}}
			if err := ComparisonHTML(&b, doc, Sides{c.base, c.head}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), c.want) {
				t.Errorf("no %q in\n%s", c.want, withoutStyle(b.String()))
			}
			if shown := strings.Contains(b.String(), "Thirty"); shown != (c.base != nil && c.head != nil) {
				t.Errorf("an answer is shown: %v", shown)
			}
		})
	}
}

// TestBarsStandWhereTheirFiguresAre: a bar that is drawn wrong is believed
// before the figures beside it are read.
func TestBarsStandWhereTheirFiguresAre(t *testing.T) {
	at := func(v float64) *float64 { return &v }
	s := compare.Series{Kind: compare.Rate, Difference: at(-0.05), Lo: at(-0.1), Hi: at(0), Margin: at(0.05)}
	r := reachesOf([]compare.Series{s})
	bar := barOf(s, r)
	if r[compare.Rate] != 0.1 || bar.Lo != barEdge || bar.Hi != barWidth/2 || *bar.Zero != barWidth/2 || bar.At != *bar.Margin || bar.Below || bar.Above {
		t.Errorf("axis to %v, bar %+v", r, bar)
	}
	s.LowerIsBetter = true
	if bar := barOf(s, r); *bar.Margin <= *bar.Zero {
		t.Errorf("margin of a figure of which less is better at %v, zero at %v", *bar.Margin, *bar.Zero)
	}
	s.Lo, s.Hi = at(-0.9), at(0.9)
	if bar := barOf(s, reachesOf([]compare.Series{s})); !bar.Below || !bar.Above || bar.Lo != barEdge || bar.Hi != barWidth-barEdge {
		t.Errorf("an interval beyond the axis: %+v", bar)
	}
	for _, s := range []compare.Series{{}, {Kind: compare.Mean, Difference: at(0), Lo: at(0), Hi: at(0)}} {
		if bar := barOf(s, reachesOf([]compare.Series{s})); bar != nil {
			t.Errorf("%+v has the bar %+v", s, bar)
		}
	}
}
