package runner

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// maxWeakest is how many sentences a record shows: those a reader looks at
// first.
const maxWeakest = 3

// trace runs the groundedness check where the rubric asks for it. A folder
// that the suite names as evidence was opened before the run.
func (m *Measurer) trace(q suites.Question, a answers.Answer, rec *results.Record) error {
	rule := q.Rubric.Grounding
	if rule == nil {
		return nil
	}
	ground := grounding.Ground{}
	if rule.Root != "" {
		checkout, opened := m.Checkouts[rule.Root]
		if !opened {
			return fmt.Errorf("the repository %s was not opened", rule.Root)
		}
		ground.Repository = checkout
	}
	a.Text = quotes.MaskBlocks(a.Text)
	findings, report := grounding.Check(grounding.Rule{
		MinScore: rule.MinScore, MinSupport: rule.MinSupport, Negative: q.Category == results.Negative,
	}, a, a.Passages(q.Context), ground)
	rec.Findings = append(rec.Findings, findings...)
	if report != nil {
		rec.Grounding = groundCheck(*report)
	}
	return nil
}

func groundCheck(r grounding.Report) *results.GroundCheck {
	check := &results.GroundCheck{}
	if r.Judged() {
		check.Score = &r.Score
	}
	for _, c := range r.Claims.Checked {
		check.Claims = append(check.Claims, results.GroundClaim{
			Kind: string(c.Kind), Value: c.Value, Via: string(c.Via), Line: c.Line, Column: c.Column,
		})
	}
	for _, d := range r.Claims.Denied {
		check.Claims = append(check.Claims, results.GroundClaim{
			Kind: string(d.Kind), Value: d.Value, Denied: true, Line: d.Line, Column: d.Column,
		})
	}
	if r.Support != nil {
		check.Support, check.Weakest = r.Support.Score, weakest(r.Support.Sentences)
	}
	return check
}

func weakest(sentences []support.Sentence) []results.GroundSupport {
	sorted := slices.SortedStableFunc(slices.Values(sentences), func(a, b support.Sentence) int { return cmp.Compare(a.Score, b.Score) })
	var out []results.GroundSupport
	for _, s := range sorted[:min(len(sorted), maxWeakest)] {
		out = append(out, results.GroundSupport{
			Text: s.Text, Start: s.Start, End: s.End, Score: s.Score, Passage: s.Passage, Reason: s.Reason, Nearest: s.Evidence.Text,
		})
	}
	return out
}

// groundFacts tells the judge which names were looked up and not found. Only a
// repository proves that; a passage that is silent about a name does not.
func groundFacts(q suites.Question, check *results.GroundCheck) []string {
	if check == nil || q.Rubric.Grounding.Root == "" {
		return nil
	}
	var facts []string
	for _, c := range check.Claims {
		if c.Via == "" && !c.Denied {
			facts = append(facts, fmt.Sprintf("%s %s: found neither in the passages nor in the repository", c.Kind, c.Value))
		}
	}
	return facts
}
