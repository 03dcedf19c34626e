package compare

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Names of --allow-difference: what two runs must have in common for their
// scores and verdicts to mean the same.
const (
	allowModel      = "judge-model"
	allowPrompt     = "judge-prompt"
	allowSettings   = "judge-settings"
	allowWhen       = "judge-when"
	allowFloors     = "floors"
	allowDimensions = "dimensions"
	allowConfidence = "confidence"
	allowChecks     = "checks"
	allowRubric     = "rubric"
)

// allowNames lists what --allow-difference takes.
func allowNames() []string {
	return []string{
		allowModel, allowPrompt, allowSettings, allowWhen,
		allowFloors, allowDimensions, allowConfidence, allowChecks, allowRubric,
	}
}

// judgeFields are who judged and how. Without a judge no prompt was sent and no
// setting could differ.
func judgeFields(base, head *Run) []field {
	asked := both(blockJudge, "model asked for", allowModel, base, head, askedFor)
	if asked.state == Changed && aliases(base, head) {
		asked.state = Same
	}
	out := []field{asked, servedField(base, head)}
	prompts := []field{
		promptField(results.Positive, base, head),
		promptField(results.Negative, base, head),
	}
	if base.Info.Judge.Kind == results.JudgeNone || head.Info.Judge.Kind == results.JudgeNone {
		for i := range prompts {
			prompts[i].allow = ""
		}
		return append(out, prompts...)
	}
	settings := []field{
		both(blockJudge, "temperature", allowSettings, base, head, temperatureOf),
		both(blockJudge, "seed", allowSettings, base, head, func(r *Run) value { return judged(r, optional(r.Info.Judge.Seed)) }),
		both(blockJudge, "max tokens", allowSettings, base, head, func(r *Run) value { return judged(r, number(r.Info.Judge.MaxTokens)) }),
		both(blockJudge, "characters of a passage", allowSettings, base, head, func(r *Run) value { return judged(r, number(r.Info.Judge.Excerpt)) }),
		both(blockJudge, "panel", allowSettings, base, head, quorumOf),
		both(blockJudge, "asked when", allowWhen, base, head, func(r *Run) value { return stated(r.Info.Judge.When) }),
	}
	out = append(out, settings...)
	out = append(out, keyField(base, head, append(settings, asked), prompts))
	out = append(out, both(blockJudge, "address", "", base, head, func(r *Run) value { return judged(r, r.Info.Judge.Endpoint) }))
	return append(out, prompts...)
}

// judged is known where the report tells of its judge at all: a setting that
// was not sent is absent.
func judged(r *Run, text string) value { return value{text, r.stated["judge"]} }

func optional(v *int) string {
	if v == nil {
		return "not sent"
	}
	return strconv.Itoa(*v)
}

func number(v int) string {
	if v == 0 {
		return "default"
	}
	return strconv.Itoa(v)
}

// askedFor is the judge by the name that it was asked under; the members of a
// panel without regard to their order.
func askedFor(r *Run) value {
	ref := r.Info.Judge
	switch {
	case ref.Panel != nil:
		return stated("panel of " + strings.Join(slices.Sorted(slices.Values(ref.Models())), ", "))
	case ref.Kind == results.JudgeModel:
		return stated(ref.Model)
	}
	return stated(string(ref.Kind))
}

// aliases reports whether the suite of either run declares that the two names
// are the same model.
func aliases(base, head *Run) bool {
	b, h := base.Info.Judge, head.Info.Judge
	if b.Kind != results.JudgeModel || h.Kind != results.JudgeModel || b.Panel != nil || h.Panel != nil {
		return false
	}
	return slices.Contains(h.SameAs, b.Model) || slices.Contains(b.SameAs, h.Model)
}

// servedField warns alone: a provider moves a name to another model without a
// word, and no run can be judged again by the one that is gone.
func servedField(base, head *Run) field {
	f := both(blockJudge, "model that answered", "", base, head, func(r *Run) value { return stated(tallyOf(r.Served)) })
	switch {
	case base.Info.Judge.Kind != results.JudgeModel && head.Info.Judge.Kind != results.JudgeModel:
		f.state = Same
	case f.base.known && f.head.known && slices.Equal(namesServed(base), namesServed(head)):
		f.state = Same
	}
	return f
}

func namesServed(r *Run) []string { return slices.Sorted(maps.Keys(r.Served)) }

func tallyOf(counts map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%s (%d)", name, counts[name]))
	}
	return strings.Join(out, ", ")
}

// temperatureOf tells the provider's own temperature, which is null, from one
// that the report does not hold.
func temperatureOf(r *Run) value {
	switch t := r.Info.Judge.Temperature; {
	case !r.stated["judge.temperature"]:
		return value{}
	case t == nil:
		return known("the provider's")
	default:
		return known(strconv.FormatFloat(*t, 'g', -1, 64))
	}
}

func quorumOf(r *Run) value {
	p := r.Info.Judge.Panel
	if p == nil {
		return judged(r, "none")
	}
	return judged(r, fmt.Sprintf("%s of at least %d", p.Aggregate, p.Quorum))
}

func promptField(c results.Category, base, head *Run) field {
	return both(blockPrompts, string(c), allowPrompt, base, head, func(r *Run) value { return stated(short(r.Info.Prompts[c])) })
}

// keyField finds what the other fields do not show: another form of the reply,
// or a run that two judges shared. Where one of those differs, the keys differ
// for that reason and say nothing more.
func keyField(base, head *Run, settings, prompts []field) field {
	f := both(blockJudge, "key", allowSettings, base, head, func(r *Run) value { return stated(short(r.Info.JudgeKey)) })
	explained := func(f field) bool {
		return f.state == Changed || f.base.text != f.head.text || f.allow != "" && f.state == Unknown
	}
	if f.state == Changed && (slices.ContainsFunc(settings, explained) || slices.ContainsFunc(prompts, explained)) {
		f.allow = ""
	}
	return f
}
