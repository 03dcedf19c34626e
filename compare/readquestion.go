package compare

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

func (r *Run) questions(dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		return errors.New("questions is not a list")
	}
	for dec.More() {
		var q Question
		if err := dec.Decode(&q); err != nil {
			return inQuestion(len(r.Questions), q.ID, err)
		}
		if err := q.check(); err != nil {
			return inQuestion(len(r.Questions), q.ID, err)
		}
		if first, twice := r.index[q.ID]; twice {
			return fmt.Errorf("id %q stands twice: it is question %d and question %d", q.ID, first+1, len(r.Questions)+1)
		}
		r.index[q.ID] = len(r.Questions)
		r.Questions = append(r.Questions, q)
	}
	_, err = dec.Token()
	return err
}

func inQuestion(place int, id string, err error) error {
	if plainly := plain(err); plainly != err {
		return fmt.Errorf("question %d: %w", place+1, plainly)
	}
	if id == "" {
		return fmt.Errorf("question %d: %w", place+1, err)
	}
	return fmt.Errorf("question %q: %w", id, err)
}

// check refuses what no report of evalrun holds and what would turn into a
// figure unseen. A question without repeats was answered once.
func (q *Question) check() error {
	switch {
	case q.ID == "":
		return errors.New("it has no id")
	case q.ContentHash == "":
		return errors.New("it has no contentHash, so nobody can tell whether it was edited")
	case q.Category != results.Positive && q.Category != results.Negative:
		return fmt.Errorf("category %q is none", q.Category)
	}
	for d, score := range q.Scores {
		if !(score >= stats.ScaleLow && score <= stats.ScaleHigh) {
			return fmt.Errorf("score %v of %s is not within %v..%v", score, d, stats.ScaleLow, stats.ScaleHigh)
		}
	}
	if len(q.Repeats) == 0 {
		q.Repeats = []Repeat{{Verdict: q.Verdict}}
	}
	for _, v := range append(verdictsOf(q.Repeats), q.Verdict) {
		switch v {
		case results.Pass, results.Fail, results.Error, results.Inconclusive, results.Skipped:
		default:
			return fmt.Errorf("verdict %q is none", v)
		}
	}
	return nil
}

func verdictsOf(repeats []Repeat) []results.Verdict {
	out := make([]results.Verdict, 0, len(repeats)+1)
	for _, r := range repeats {
		out = append(out, r.Verdict)
	}
	return out
}
