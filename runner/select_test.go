package runner

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

func TestFilterPicksInSuiteOrder(t *testing.T) {
	s := suiteOf(t, 12) // tag third: q0 q3 q6 q9
	for name, c := range map[string]struct {
		filter    Filter
		want      string
		unmatched []string
	}{
		"no filter":                     {filter: Filter{}, want: "q0 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11"},
		"limit alone":                   {filter: Filter{Limit: 2}, want: "q0 q1"},
		"limit beyond the suite":        {filter: Filter{Limit: 99}, want: "q0 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11"},
		"tag":                           {filter: Filter{Tags: []string{"third"}}, want: "q0 q3 q6 q9"},
		"any of the tags":               {filter: Filter{Tags: []string{"none", "third"}}, want: "q0 q3 q6 q9", unmatched: []string{"tag none"}},
		"tag in other letter case":      {filter: Filter{Tags: []string{"Third"}}, want: "", unmatched: []string{"tag Third"}},
		"pattern matches the whole id":  {filter: Filter{IDs: []string{"q1"}}, want: "q1"},
		"star and range":                {filter: Filter{IDs: []string{"q1?", "q[89]"}}, want: "q8 q9 q10 q11"},
		"tag and pattern must both fit": {filter: Filter{Tags: []string{"third"}, IDs: []string{"q[0-4]"}}, want: "q0 q3"},
		"limit counts what is picked":   {filter: Filter{Tags: []string{"third"}, Limit: 3}, want: "q0 q3 q6"},
		"nothing":                       {filter: Filter{IDs: []string{"x*"}}, want: "", unmatched: []string{"id x*"}},
		"limit hides no typing error":   {filter: Filter{IDs: []string{"q0", "zz"}, Limit: 1}, want: "q0", unmatched: []string{"id zz"}},
	} {
		var ids []string
		for q, err := range c.filter.snapshots(s) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, q.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%s: picked %q, want %q", name, got, c.want)
		}
		sel, unmatched, err := Count(s, c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if sel.Total != 12 || sel.Selected != len(ids) {
			t.Errorf("%s: counted %d of %d, picked %d", name, sel.Selected, sel.Total, len(ids))
		}
		if diff := cmp.Diff(c.unmatched, unmatched); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestFilterThatCannotWorkIsRefused(t *testing.T) {
	s := suiteOf(t, 2)
	for want, f := range map[string]Filter{
		`id pattern "q[": syntax error in pattern`: {IDs: []string{"q["}},
		"limit is -1, want 0 or more":              {Limit: -1},
	} {
		if _, _, err := Count(s, f); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestPrepareRefusesASuiteThatChangedSinceItWasCounted(t *testing.T) {
	plan := planFor(t, suiteOf(t, 3), sourced, nil, nil)
	if err := Prepare(plan.Store, suiteOf(t, 4), Filter{}); err == nil || !strings.Contains(err.Error(), "4 questions to ask where 3 were planned") {
		t.Errorf("got %v", err)
	}
}

func TestSnapshotKeepsTheWholeQuestion(t *testing.T) {
	s := suiteFrom(t, `version: 1
questions:
- id: "007"
  query: "How long?"
  rubric: {shouldAnswer: true, mustMention: ["a", {anyOf: [b, {regex: "c+"}]}, {word: d}], maxWords: 9}
  group: g
  tags: [x, y]
  critical: true
  context: [{id: P1, title: T, text: text}]
`)
	plan := planFor(t, s, sourced, nil, nil)
	opened, err := runstore.Open(plan.Store.Path())
	if err != nil {
		t.Fatal(err)
	}
	for want, err := range s.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		for snapshot, err := range opened.Questions() {
			if err != nil {
				t.Fatal(err)
			}
			got, err := suites.FromSnapshot(snapshot)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		}
	}
}
