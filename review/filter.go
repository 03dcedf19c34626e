package review

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// hiddenState stands where a verdict must not be told yet.
const hiddenState = "hidden"

// Values of labelled in an address.
const (
	labelledYes     = "yes"
	labelledNo      = "no"
	labelledDiffers = "differs"
)

// filter is which questions of a run an address asks for. What is empty
// restricts nothing.
type filter struct {
	Verdict   string // a state, or hiddenState
	Dimension string // below its floor in it
	Tag       string
	Text      string // every word somewhere in the row
	Labelled  string
}

func filterOf(query url.Values) filter {
	return filter{
		Verdict: query.Get("verdict"), Dimension: query.Get("dimension"), Tag: query.Get("tag"),
		Text: query.Get("text"), Labelled: query.Get("labelled"),
	}
}

// masked are the rows as they may be told now: of hidden ones nothing that the
// judge gave, so that neither filter nor order tells it.
func masked(rows []row, hides func(*row) bool) []row {
	out := slices.Clone(rows)
	for i := range out {
		if hides(&out[i]) {
			out[i].State, out[i].Verdict, out[i].Reason, out[i].Reasoning = hiddenState, "", "", ""
			out[i].Scores, out[i].Flaky = nil, false
		}
	}
	return out
}

// of keeps the rows that fit.
func (f filter) of(rows []row, said *runstore.Opinions) []row {
	words := wordsOf(f.Text)
	return slices.DeleteFunc(rows, func(r row) bool {
		return f.Verdict != "" && r.State != f.Verdict ||
			f.Dimension != "" && !below(r, results.Dimension(f.Dimension)) ||
			f.Tag != "" && !slices.Contains(r.groupAndTags(), f.Tag) ||
			len(words) > 0 && !hasAll(r.text(), words) ||
			f.Labelled != "" && !f.labelled(&r, said)
	})
}

func below(r row, d results.Dimension) bool {
	for _, s := range r.Scores {
		if s.Dimension == d && s.Low {
			return true
		}
	}
	return false
}

func (f filter) labelled(r *row, said *runstore.Opinions) bool {
	switch f.Labelled {
	case labelledYes:
		return anyLabel(said, r)
	case labelledNo:
		return !anyLabel(said, r)
	case labelledDiffers:
		return r.State != hiddenState && differs(said, r)
	}
	return false
}

// groupAndTags are what a row is filtered by as tags.
func (r row) groupAndTags() []string {
	if r.Group == "" {
		return r.Tags
	}
	return append([]string{"group " + r.Group}, r.Tags...)
}

// text is what a row is found by.
func (r row) text() string {
	return strings.Join([]string{r.ID, r.Query, r.Reason, r.Reasoning, r.State, strings.Join(r.groupAndTags(), " ")}, " ")
}

// wordsOf are the words that are looked for, in lower case.
func wordsOf(text string) []string { return strings.Fields(strings.ToLower(text)) }

func hasAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}
