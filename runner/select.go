package runner

import (
	"fmt"
	"iter"
	"path"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// Filter picks questions of a suite. A question is picked when it carries one
// of the tags and its id matches one of the patterns; an empty list asks for
// nothing. Of those, the first Limit are taken, all when it is 0.
type Filter struct {
	Tags []string // compared as they are
	// IDs are patterns as in path.Match: * stands for any characters but a
	// slash, ? for one, [a-c] for one of a range.
	IDs   []string
	Limit int
}

// Validate names the first value that picks nothing by its form.
func (f Filter) Validate() error {
	if f.Limit < 0 {
		return fmt.Errorf("limit is %d, want 0 or more", f.Limit)
	}
	for _, pattern := range f.IDs {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("id pattern %q: %w", pattern, err)
		}
	}
	return nil
}

// Count returns how many of the suite's questions the filter picks, and the
// tags and patterns that fit none of them: mostly typing errors, which
// another value that fits would hide.
func Count(s *suites.Suite, f Filter) (results.Selection, []string, error) {
	sel := results.Selection{Total: s.Count, Tags: f.Tags, IDs: f.IDs, Limit: f.Limit}
	if err := f.Validate(); err != nil {
		return sel, nil, err
	}
	if len(f.Tags) == 0 && len(f.IDs) == 0 {
		sel.Selected = f.limited(s.Count)
		return sel, nil, nil
	}
	unmatched := f.criteria()
	for q, err := range s.Questions() {
		if err != nil {
			return sel, nil, err
		}
		unmatched = slices.DeleteFunc(unmatched, func(c criterion) bool { return c.fits(q) })
		if f.picks(q) {
			sel.Selected++
		}
	}
	sel.Selected = f.limited(sel.Selected)
	var names []string
	for _, c := range unmatched {
		names = append(names, c.name)
	}
	return sel, names, nil
}

// Prepare writes the picked questions into the run. Their number times the
// repeats must be what the run has planned.
func Prepare(store *runstore.Run, s *suites.Suite, f Filter) error {
	n, err := store.WriteQuestions(f.snapshots(s))
	if err != nil {
		return fmt.Errorf("prepare run: %w", err)
	}
	info := store.Info()
	if planned := n * max(info.Repeats, 1); planned != info.Planned {
		return fmt.Errorf("prepare run: %s now has %d questions to ask where %d were planned", s.Path, planned, info.Planned)
	}
	return nil
}

// Questions yields the picked questions in suite order.
func (f Filter) Questions(s *suites.Suite) iter.Seq2[suites.Question, error] {
	return func(yield func(suites.Question, error) bool) {
		taken := 0
		for q, err := range s.Questions() {
			if err != nil {
				yield(suites.Question{}, err)
				return
			}
			if !f.picks(q) {
				continue
			}
			if taken++; !yield(q, nil) || taken == f.Limit {
				return
			}
		}
	}
}

func (f Filter) snapshots(s *suites.Suite) iter.Seq2[results.Question, error] {
	return func(yield func(results.Question, error) bool) {
		for q, err := range ahead(f.Questions(s)) {
			if err != nil {
				yield(results.Question{}, err)
				return
			}
			if !yield(q.Snapshot(), nil) {
				return
			}
		}
	}
}

func (f Filter) picks(q suites.Question) bool {
	return (len(f.Tags) == 0 || slices.ContainsFunc(f.Tags, func(tag string) bool { return tagged(q, tag) })) &&
		(len(f.IDs) == 0 || slices.ContainsFunc(f.IDs, func(pattern string) bool { return named(q, pattern) }))
}

func (f Filter) limited(n int) int {
	if f.Limit > 0 {
		return min(n, f.Limit)
	}
	return n
}

func tagged(q suites.Question, tag string) bool { return slices.Contains(q.Tags, tag) }

func named(q suites.Question, pattern string) bool {
	fits, _ := path.Match(pattern, q.ID) // Validate has refused broken patterns
	return fits
}

// criterion is one value of a filter and what it fits.
type criterion struct {
	name string
	fits func(suites.Question) bool
}

func (f Filter) criteria() []criterion {
	var out []criterion
	for _, tag := range f.Tags {
		out = append(out, criterion{"tag " + tag, func(q suites.Question) bool { return tagged(q, tag) }})
	}
	for _, pattern := range f.IDs {
		out = append(out, criterion{"id " + pattern, func(q suites.Question) bool { return named(q, pattern) }})
	}
	return out
}
