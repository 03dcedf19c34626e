package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// notices are what a reader of any figure must know first.
func (c *comparison) notices(differences []Difference) []string {
	var out []string
	if c.doc.Refusal == nil {
		out = append(out, c.overrideNotices(differences)...)
	}
	out = append(out, servedNotices(c.base, c.head)...)
	out = append(out, judgeNotices(c.base, c.head)...)
	for _, side := range []struct {
		name string
		run  *Run
	}{{"base", c.base}, {"head", c.head}} {
		out = append(out, runNotices(side.name, side.run)...)
	}
	if b, h := answersEach(c.base), answersEach(c.head); b != h {
		out = append(out, fmt.Sprintf("Each question was answered %d times in the base and %d times in the head; a question passes if all its answers do, so more answers make flips to fail more likely.", b, h))
	}
	if b, h := c.base.Info.Suite.Name, c.head.Info.Suite.Name; b != h {
		out = append(out, fmt.Sprintf("The suites have different names: %s and %s.", b, h))
	}
	return out
}

func (c *comparison) overrideNotices(differences []Difference) []string {
	var out []string
	for _, d := range differences {
		out = append(out, measuredApart(fmt.Sprintf("%s (%s)", d.Field, d.Message)))
	}
	if c.pairs.rubrics > 0 && c.overridden() {
		out = append(out, measuredApart("rubric ("+several(c.pairs.rubrics, "question")+")"))
	}
	return out
}

// measuredApart names a difference that was let through.
func measuredApart(what string) string {
	return "Different " + what + ": shown as a difference between measurements, not between systems."
}

// uncheckedJudge keeps scores of a model from being read as people's.
func uncheckedJudge(r *Run) string {
	return fmt.Sprintf("Scores come from %s, not compared with people on these dimensions.", askedFor(r).text)
}

// servedNotices warn of a provider that moved a name to another model.
func servedNotices(base, head *Run) []string {
	f := servedField(base, head)
	if f.state != Changed {
		return nil
	}
	return []string{fmt.Sprintf("The judge's server named other models: %s in the base, %s in the head. Scores may have moved with the judge.", f.base.text, f.head.text)}
}

// judgeNotices say whose scores these are. Kinship with one side alone would
// favour that side.
func judgeNotices(base, head *Run) []string {
	var out []string
	for _, model := range slices.Sorted(slices.Values(head.Info.Judge.Models())) {
		family := summary.Family(model)
		b, h := akin(family, base), akin(family, head)
		if b != h {
			side := "head"
			if b {
				side = "base"
			}
			out = append(out, fmt.Sprintf("The judge %s is of the family of the model that answered in the %s alone (%s): such judges favour their own.", model, side, family))
		}
	}
	switch head.Info.Judge.Kind {
	case results.JudgeOffline:
		return append(out, "No model judged the head: its scores come from the fixed rules of the offline judge.")
	case results.JudgeModel:
		return append(out, uncheckedJudge(head))
	}
	return out
}

func akin(family string, r *Run) bool {
	return family != "" && summary.Family(r.Info.Target.Model) == family
}

func runNotices(name string, r *Run) []string {
	var out []string
	if r.Info.Status != results.RunComplete {
		out = append(out, fmt.Sprintf("The run of the %s is not complete (%s).", name, statusText(r.Info.Status)))
	}
	if r.Info.CopiedRepeats {
		out = append(out, fmt.Sprintf("The %d answers to each question of the %s are copies of one: how far answers vary is not measured.", r.Info.Repeats, name))
	}
	for i := range r.Questions {
		if q := &r.Questions[i]; q.Quarantine != nil && !lasts(r, q) {
			out = append(out, fmt.Sprintf("The quarantine of %s ended with %s: it counts in the %s.", q.ID, q.Quarantine.Until, name))
		}
	}
	return out
}

func statusText(s results.RunStatus) string {
	if s == "" {
		return "status not known"
	}
	return string(s)
}
