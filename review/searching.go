package review

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// A search that finds more, or takes longer, says so and stops.
const (
	maxHits    = 100
	searchTime = 20 * time.Second
)

// searchText is one text of a question, and what it is.
type searchText struct {
	Where, Text string
	judged      bool // it tells what the judge gave
}

// textsOf are the texts of a question that a search looks at.
func textsOf(run results.RunInfo, e results.Entry, said *runstore.Opinions) []searchText {
	out := []searchText{{Where: "id", Text: e.Question.ID}, {Where: "question", Text: e.Question.Query}}
	for _, r := range e.Records {
		try := tryWords(run, r.Repeat)
		if try != "" {
			try = ", " + try
		}
		if r.Answer != nil {
			out = append(out, searchText{Where: "answer" + try, Text: r.Answer.Text})
		}
		for _, d := range run.Dimensions[e.Question.Category] {
			if line := r.Cells[results.SeriesOf(e.Question.Category, d)].Reasoning; line != "" {
				out = append(out, searchText{"the judge on " + string(d) + try, line, true})
			}
		}
	}
	return append(out, commentsOf(run, e, said)...)
}

// commentsOf are what people wrote, each once: one comment may stand with all
// scores of an answer.
func commentsOf(run results.RunInfo, e results.Entry, said *runstore.Opinions) []searchText {
	var out []searchText
	add := func(rater, comment string) {
		one := searchText{"comment by " + rater, comment, true}
		if comment != "" && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	for repeat := range max(1, run.Repeats) {
		opinion := said.Of(e.Question.ID, repeat)
		for _, l := range opinion.Labels {
			add(l.Rater, l.Comment)
		}
		for _, m := range opinion.Remarks {
			add(m.Rater, m.Comment)
		}
	}
	return out
}

// matching are the texts that hold some of the words, the ones with most words
// first; none unless every word is in one of them.
func matching(texts []searchText, words []string) []searchText {
	has := make([]int, len(texts))
	met := make([]bool, len(words))
	for i, t := range texts {
		text := strings.ToLower(t.Text)
		for j, w := range words {
			if strings.Contains(text, w) {
				has[i]++
				met[j] = true
			}
		}
	}
	if slices.Contains(met, false) {
		return nil
	}
	var out []searchText
	for n := len(words); n > 0; n-- {
		for i, t := range texts {
			if has[i] == n {
				out = append(out, t)
			}
		}
	}
	return out
}

// searchHit is a question in which every word was found.
type searchHit struct {
	run    *openRun // without rows where it was opened for the search alone
	row    row
	said   *runstore.Opinions
	hidden bool
	texts  []searchText
}

var errEnough = errors.New("enough was found")

// searchRun looks through one run as its questions stream by. hides is asked
// only about what was found.
func searchRun(ctx context.Context, run *openRun, said *runstore.Opinions, words []string, hides func(*row) bool, take func(searchHit) error) error {
	for e, err := range run.store.Outcomes() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		texts := matching(textsOf(run.info, e, said), words)
		if texts == nil {
			continue
		}
		hit := searchHit{run: run, row: rowOf(run.info, e), said: said}
		if hit.hidden = hides(&hit.row); hit.hidden {
			texts = matching(untold(textsOf(run.info, e, said)), words)
		}
		if hit.texts = texts; texts == nil {
			continue
		}
		if err := take(hit); err != nil {
			return err
		}
	}
	return nil
}

// untold leaves out what tells what the judge gave; people's comments may
// quote it.
func untold(texts []searchText) []searchText {
	return slices.DeleteFunc(texts, func(t searchText) bool { return t.judged })
}
