package compare

import (
	"fmt"

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
	if b, h := max(1, c.base.Info.Repeats), max(1, c.head.Info.Repeats); b != h {
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
		out = append(out, fmt.Sprintf("Different %s (%s): shown as a difference between measurements, not between systems.", d.Field, d.Message))
	}
	if c.pairs.rubrics > 0 && c.overridden() {
		out = append(out, fmt.Sprintf("Different rubric (%s): shown as a difference between measurements, not between systems.", several(c.pairs.rubrics, "question")))
	}
	return out
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
	for _, model := range judgesOf(head) {
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
		return append(out, fmt.Sprintf("Scores come from %s, not compared with people on these dimensions.", askedFor(head).text))
	}
	return out
}

func judgesOf(r *Run) []string {
	ref := r.Info.Judge
	switch {
	case ref.Kind != results.JudgeModel:
		return nil
	case ref.Panel != nil:
		return membersOf(ref)
	}
	return []string{ref.Model}
}

func akin(family string, r *Run) bool {
	return family != "" && summary.Family(r.Info.Target.Model) == family
}

func runNotices(name string, r *Run) []string {
	var out []string
	if r.Info.Status != results.RunComplete {
		out = append(out, fmt.Sprintf("The run of the %s is not complete (%s).", name, statusText(r.Info.Status)))
	}
	for i := range r.Questions {
		if q := &r.Questions[i]; q.Quarantine != nil && !lasts(r, q) {
			out = append(out, fmt.Sprintf("The quarantine of %s was over on %s in the %s: it counts.", q.ID, q.Quarantine.Until, name))
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
