package runstore

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// Opinion is what people said of one answer: the labels by dimension, then
// rater, and the remarks by rater. The lists must not be changed.
type Opinion struct {
	Labels  []results.Label
	Remarks []results.Remark
}

// Opinions are what people said of a run's answers, as it stands: a person's
// later word replaces the earlier one, and what was withdrawn is gone. They do
// not change any more and may be used by several goroutines; nil has none.
type Opinions struct {
	said Labels
	of   map[answerKey]Opinion
}

type answerKey struct {
	id     string
	repeat int
}

func newOpinions(said Labels) *Opinions {
	o := &Opinions{said: said, of: map[answerKey]Opinion{}}
	for _, label := range said.Labels {
		key := answerKey{label.ID, label.Repeat}
		one := o.of[key]
		one.Labels = append(one.Labels, label)
		o.of[key] = one
	}
	for _, remark := range said.Remarks {
		key := answerKey{remark.ID, remark.Repeat}
		one := o.of[key]
		one.Remarks = append(one.Remarks, remark)
		o.of[key] = one
	}
	for _, one := range o.of {
		slices.SortFunc(one.Labels, func(a, b results.Label) int {
			return cmp.Or(cmp.Compare(a.Dimension, b.Dimension), cmp.Compare(a.Rater, b.Rater))
		})
		slices.SortFunc(one.Remarks, func(a, b results.Remark) int { return cmp.Compare(a.Rater, b.Rater) })
	}
	return o
}

// Of returns what was said of one answer to a question.
func (o *Opinions) Of(id string, repeat int) Opinion {
	if o == nil {
		return Opinion{}
	}
	return o.of[answerKey{id, repeat}]
}

// All returns what stands, in the order of the file. The lists must not be
// changed.
func (o *Opinions) All() ([]results.Label, []results.Remark) {
	if o == nil {
		return nil, nil
	}
	return o.said.Labels, o.said.Remarks
}

// Warnings says what of the file was left out, such as a torn last line.
func (o *Opinions) Warnings() []string {
	if o == nil {
		return nil
	}
	return o.said.Warnings
}
