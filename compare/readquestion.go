package compare

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
)

func (r *Run) questions(in *source) error {
	if c, err := in.next(); err != nil {
		return err
	} else if c != '[' {
		return errors.New("questions is not a list")
	}
	if err := in.expect('['); err != nil {
		return err
	}
	for {
		more, err := in.more(len(r.Questions) == 0, ']')
		if err != nil || !more {
			return err
		}
		if err := r.question(in); err != nil {
			return err
		}
	}
}

func (r *Run) question(in *source) error {
	var q Question
	if err := q.read(in); err != nil {
		return inQuestion(len(r.Questions), q.ID, err)
	}
	if first, twice := r.index[q.ID]; twice {
		return fmt.Errorf("id %q stands twice: it is question %d and question %d", q.ID, first+1, len(r.Questions)+1)
	}
	r.index[q.ID] = len(r.Questions)
	r.Questions = append(r.Questions, q)
	return nil
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

// read takes one question in and refuses what no report of evalrun holds and
// what would turn into a figure unseen.
func (q *Question) read(in *source) error {
	raw, err := in.value()
	if err != nil {
		return err
	}
	if err := strictjson.Unmarshal(raw, q, checkCase); err != nil {
		return shape(err)
	}
	switch {
	case q.ID == "":
		return errors.New("it has no id")
	case q.ContentHash == "":
		return errors.New("it has no contentHash, so nobody can tell whether it was edited")
	case q.Category != results.Positive && q.Category != results.Negative:
		return fmt.Errorf("category %q is none", q.Category)
	}
	if err := q.checkVerdicts(); err != nil {
		return err
	}
	if err := q.checkFindings(); err != nil {
		return err
	}
	if err := q.checkScores(raw); err != nil {
		return err
	}
	return q.checkCells()
}
