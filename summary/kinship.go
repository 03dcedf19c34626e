package summary

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// kinship watches for a judge of the answerer's own family. Memory grows with
// families.
type kinship struct {
	answerers map[string]string // a model by its family, the first one met
	judges    []string
	last      string // the model of the answer before: mostly that of the next one
}

func newKinship(info results.RunInfo) kinship {
	k := kinship{answerers: map[string]string{}, judges: info.Judge.Models()}
	k.answered(info.Target.Model)
	return k
}

// add looks at the model that a recorded or live answer names.
func (k *kinship) add(r *results.Record) {
	if r.Answer != nil && len(k.judges) > 0 && r.Answer.Model != k.last {
		k.last = r.Answer.Model
		k.answered(k.last)
	}
}

func (k *kinship) answered(model string) {
	if family := Family(model); family != "" && k.answerers[family] == "" {
		k.answerers[family] = model
	}
}

// of is the answerer that a judge is akin to, with their family; "" for none.
func (k kinship) of(judge string) (answerer, family string) {
	family = Family(judge)
	return k.answerers[family], family
}

// warnings name each judge of an answerer's family. A judge whose name does
// not tell is known by what its server calls it.
func (k kinship) warnings(served map[string]int) []string {
	names := slices.Clone(k.judges)
	for _, name := range slices.Sorted(maps.Keys(served)) {
		if slices.ContainsFunc(k.judges, func(asked string) bool { return Family(asked) == "" }) {
			names = append(names, name)
		}
	}
	var out []string
	warned := map[string]bool{}
	for _, judge := range names {
		answerer, family := k.of(judge)
		if answerer == "" || warned[family] {
			continue
		}
		warned[family] = true
		out = append(out, fmt.Sprintf("own family: %s judges answers of %s, both %s; judges tend to favour answers of their own family",
			shortName(judge), shortName(answerer), family))
	}
	return out
}
