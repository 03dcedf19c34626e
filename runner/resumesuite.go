package runner

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// edits are what became of the suite since the run began, by question id.
type edits struct {
	suite                   *suites.Suite
	changed, added, removed names
	form                    bool // the suite has another content than the run knows
}

// names counts ids and keeps the first few.
type names struct {
	n     int
	first []string
}

const namesShown = 5

func (n *names) add(id string) {
	if n.n++; n.n <= namesShown {
		n.first = append(n.first, id)
	}
}

func (n names) String() string {
	out := strings.Join(n.first, ", ")
	if more := n.n - len(n.first); more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// adopt gives the run's questions the wording they have in the suite now. A
// run keeps the questions it was planned with: one that was added to the suite
// since is not asked, one that was removed is asked as it stood.
func adopt(store *runstore.Run, s *suites.Suite) (edits, error) {
	found := edits{suite: s, form: s.SuiteHash != store.Info().SuiteHash}
	if !found.form {
		return found, nil
	}
	hashes, picked, err := wordings(s, FilterOf(store.Info().Selection))
	if err != nil {
		return found, err
	}
	changed := map[string]results.Question{}
	for q, err := range store.Questions() {
		if err != nil {
			return found, err
		}
		switch hash, there := hashes[q.ID]; {
		case !there:
			found.removed.add(q.ID)
		case hash != q.ContentHash:
			found.changed.add(q.ID)
			changed[q.ID] = results.Question{}
		}
		delete(picked, q.ID)
	}
	if err := found.addNew(s, picked); err != nil || len(changed) == 0 {
		return found, err
	}
	if err := snapshotsOf(s, changed); err != nil {
		return found, err
	}
	_, err = store.WriteQuestions(reworded(store.Questions(), changed))
	return found, err
}

// wordings returns the content hash of each question of the suite, and the
// ids that the run's filter picks now.
func wordings(s *suites.Suite, f Filter) (hashes map[string]string, picked map[string]bool, err error) {
	hashes, picked = map[string]string{}, map[string]bool{}
	for q, err := range s.Questions() {
		if err != nil {
			return nil, nil, err
		}
		hashes[q.ID] = q.ContentHash
		if f.picks(q) && (f.Limit == 0 || len(picked) < f.Limit) {
			picked[q.ID] = true
		}
	}
	return hashes, picked, nil
}

// addNew names the questions that a run started now would ask and this one
// does not, in suite order.
func (e *edits) addNew(s *suites.Suite, picked map[string]bool) error {
	if len(picked) == 0 {
		return nil
	}
	for q, err := range s.Questions() {
		if err != nil {
			return err
		}
		if picked[q.ID] {
			e.added.add(q.ID)
		}
	}
	return nil
}

func snapshotsOf(s *suites.Suite, wanted map[string]results.Question) error {
	for q, err := range s.Questions() {
		if err != nil {
			return err
		}
		if _, ok := wanted[q.ID]; ok {
			wanted[q.ID] = q.Snapshot()
		}
	}
	return nil
}

// reworded puts the new wording in the place of the old. The place in the run
// stays: records are found by it.
func reworded(questions iter.Seq2[results.Question, error], changed map[string]results.Question) iter.Seq2[results.Question, error] {
	return func(yield func(results.Question, error) bool) {
		for q, err := range questions {
			if anew, ok := changed[q.ID]; ok {
				anew.Seq = q.Seq
				q = anew
			}
			if !yield(q, err) {
				return
			}
		}
	}
}

func (e edits) notes() []string {
	return slices.Concat(
		e.changed.note("changed since the run began and asked again"),
		e.removed.note("no longer in the suite, kept as the run has it"),
		e.added.note("added to the suite since the run began, not part of it"))
}

func (n names) note(what string) []string {
	switch n.n {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf("question %s: %s", n.first[0], what)}
	}
	return []string{fmt.Sprintf("%d questions %s: %s", n.n, what, n)}
}
