package grounding_test

import (
	"regexp"

	"github.com/evalrun/evalrun/grounding"
)

// decided says what happens in the cases that the reference leaves open, by
// the name of the case.
var decided = map[string]func(want *outcome, in vectorInput){
	// The repository is indexed at each run, so it knows that the name is
	// not there, and a word of prose is no evidence.
	"sym-noindex": func(want *outcome, _ vectorInput) {
		want.ungrounded(0)
	},
	// A leading ./ hides no claim.
	"file-dotslash": func(want *outcome, in vectorInput) {
		value := regexp.MustCompile("`\\./([^`]+)`").FindStringSubmatch(in.Response)[1]
		want.Claims.Checked = []outcomeChecked{{Kind: "file", Value: value}}
		want.ungrounded(0)
		want.Confidence.Basis[0] = "1 claim(s) checked"
	},
	// What is called is no file.
	"file-method-call": func(want *outcome, _ vectorInput) {
		want.without("file")
		want.passes("medium")
	},
	// A path below a module of the repository is Go outside a fence too.
	"imp-go-outside-fence": func(want *outcome, _ vectorInput) {
		want.Claims.Checked[0].Via = grounding.ViaRepository
		want.passes("high")
	},
	// An import is not also a file.
	"imp-go-gopkg": func(want *outcome, _ vectorInput) {
		want.without("file")
		want.passes("high")
	},
	"imp-go-gopkg-required": func(want *outcome, _ vectorInput) {
		want.without("file")
		want.passes("high")
	},
	// Every script has terms, and these are not in the context.
	"incon-cjk": func(want *outcome, _ vectorInput) {
		want.Exit, want.Verdict, want.Reasons = 1, "fail", 1
		want.Confidence.Basis = []string{"0 claim(s) checked", "structural pass ran", "score margin -0.25"}
	},
	// An answer that fails boosts nothing.
	"learn-fail-highscore": func(want *outcome, _ vectorInput) {
		want.Learning.Applied, want.Learning.Action = false, "none"
		want.Weights = nil
	},
	// A threshold of 0 is a threshold.
	"cli-thr-zero": func(*outcome, vectorInput) {},
}

// ungrounded takes the ground of a claim away, which fails the answer.
func (o *outcome) ungrounded(i int) {
	o.Claims.Checked[i].Via = grounding.ViaNothing
	o.Exit, o.Verdict, o.Reasons, o.Confidence.Level = 1, "fail", 1, "medium"
	o.recount()
}

func (o *outcome) without(kind string) {
	kept := o.Claims.Checked[:0]
	for _, c := range o.Claims.Checked {
		if c.Kind != kind {
			kept = append(kept, c)
		}
	}
	o.Claims.Checked = kept
	o.Confidence.Basis[0] = map[int]string{0: "0 claim(s) checked", 1: "1 claim(s) checked"}[len(kept)]
}

func (o *outcome) passes(level string) {
	o.Exit, o.Verdict, o.Reasons, o.Confidence.Level = 0, "pass", 0, level
	o.recount()
}

func (o *outcome) recount() {
	o.Claims.Total, o.Claims.Grounded, o.Claims.Ungrounded = len(o.Claims.Checked), 0, []outcomeClaim{}
	for _, c := range o.Claims.Checked {
		if c.Via == grounding.ViaNothing {
			o.Claims.Ungrounded = append(o.Claims.Ungrounded, outcomeClaim{c.Kind, c.Value})
		} else {
			o.Claims.Grounded++
		}
	}
}
