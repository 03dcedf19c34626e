package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// field is one thing that both runs say of themselves. Allow is the name of
// --allow-difference for a field in which the runs must agree, "" for one that
// may differ.
type field struct {
	block, name, allow string
	base, head         value
	state              State
}

// value is what one run says; what its report does not hold is not known.
type value struct {
	text  string
	known bool
}

func known(text string) value { return value{text: text, known: true} }

// stated is known where the report holds something.
func stated(text string) value { return value{text: text, known: text != ""} }

// stateOf never takes two gaps for an agreement.
func stateOf(base, head value) State {
	switch {
	case !base.known || !head.known:
		return Unknown
	case base.text == head.text:
		return Same
	}
	return Changed
}

// The blocks, in the order of the document.
const (
	blockSuite       = "suite"
	blockApplication = "application"
	blockJudge       = "judge"
	blockPrompts     = "prompts"
	blockEnvironment = "environment"
)

// fieldsOf lists what the runs say of what was measured and with what.
func fieldsOf(base, head *Run) []field {
	var out []field
	out = append(out, suiteFields(base, head)...)
	out = append(out, scoringFields(base, head)...)
	out = append(out, applicationFields(base, head)...)
	out = append(out, judgeFields(base, head)...)
	return append(out, environmentFields(base, head)...)
}

// both makes a field of the same reading of either run.
func both(block, name, allow string, base, head *Run, read func(*Run) value) field {
	f := field{block: block, name: name, allow: allow, base: read(base), head: read(head)}
	f.state = stateOf(f.base, f.head)
	return f
}

func suiteFields(base, head *Run) []field {
	return []field{
		both(blockSuite, "name", "", base, head, func(r *Run) value { return stated(r.Info.Suite.Name) }),
		both(blockSuite, "questions", "", base, head, func(r *Run) value { return stated(short(r.Info.SuiteHash)) }),
		both(blockSuite, "selection", "", base, head, selectionOf),
	}
}

func selectionOf(r *Run) value {
	s := r.Info.Selection
	if !r.stated["selection"] {
		return value{}
	}
	text := fmt.Sprintf("%d of %d", s.Selected, s.Total)
	if len(s.Tags) > 0 {
		text += ", tags " + strings.Join(s.Tags, " ")
	}
	if len(s.IDs) > 0 {
		text += ", ids " + strings.Join(s.IDs, " ")
	}
	return known(text)
}

func applicationFields(base, head *Run) []field {
	target := func(name string, read func(results.TargetRef) string) field {
		return both(blockApplication, name, "", base, head, func(r *Run) value {
			return value{read(r.Info.Target), r.stated["target"]}
		})
	}
	all := []field{
		target("type", func(t results.TargetRef) string { return t.Type }),
		target("answers", func(t results.TargetRef) string { return joined(t.File, short(t.Hash)) }),
		target("address", func(t results.TargetRef) string { return t.URL }),
		target("model", func(t results.TargetRef) string { return t.Model }),
		target("version", func(t results.TargetRef) string { return t.Version }),
		target("settings", func(t results.TargetRef) string { return short(t.Settings) }),
		target("parameters", func(t results.TargetRef) string { return pairsOf(t.Params) }),
	}
	return slices.DeleteFunc(all, func(f field) bool { return f.state == Same && f.base.text == "" })
}

func environmentFields(base, head *Run) []field {
	return []field{
		both(blockEnvironment, "evalrun", "", base, head, func(r *Run) value { return stated(r.Info.Tool) }),
		both(blockEnvironment, "suite revision", "", base, head, revisionOf),
		both(blockEnvironment, "answers for each question", "", base, head, func(r *Run) value {
			return value{fmt.Sprint(max(1, r.Info.Repeats)), r.stated["repeats"]}
		}),
		both(blockEnvironment, "judgements of each answer", "", base, head, func(r *Run) value {
			return known(fmt.Sprint(max(1, r.Info.JudgeRepeats)))
		}),
	}
}

// revisionOf is not known for a working copy with edits: nobody can say which.
func revisionOf(r *Run) value {
	git := r.Info.Git
	if git == nil {
		return value{}
	}
	if git.Dirty {
		return value{text: git.Revision + " with edits"}
	}
	return known(git.Revision)
}

// short cuts a hash to what a reader compares by eye.
func short(hash string) string {
	const shown = 12
	algorithm, digits, found := strings.Cut(hash, ":")
	if !found {
		algorithm, digits = "", hash
	}
	if len(digits) > shown {
		digits = digits[:shown]
	}
	return joined(algorithm, digits)
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

func pairsOf(m map[string]string) string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		out = append(out, key+"="+m[key])
	}
	return strings.Join(out, " ")
}

// blocksOf groups the fields. A block is as its worst field.
func blocksOf(fields []field) []Block {
	var out []Block
	for _, name := range []string{blockSuite, blockApplication, blockJudge, blockPrompts, blockEnvironment} {
		b := Block{Name: name, State: Same, Details: []Detail{}}
		for _, f := range fields {
			if f.block != name {
				continue
			}
			b.Details = append(b.Details, Detail{Field: f.name, Base: f.base.text, Head: f.head.text, State: f.state})
			if f.state == Changed || f.state == Unknown && b.State == Same {
				b.State = f.state
			}
		}
		out = append(out, b)
	}
	return out
}
