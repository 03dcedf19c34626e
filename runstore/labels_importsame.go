package runstore

import (
	"math"

	"github.com/evalrun/evalrun/results"
)

func (in *importing) label(label results.Label) {
	for _, said := range in.now.Of(label.ID, label.Repeat).Labels {
		switch {
		case said.Dimension != label.Dimension || said.Rater != label.Rater:
		case addsNothing(label, said):
			in.out.Same++
			return
		case said.At.After(label.At) && !label.At.IsZero():
			in.out.Older++
			return
		}
	}
	in.say.Labels = append(in.say.Labels, label)
	in.out.Labels++
}

// addsNothing reports whether a label says what stands already: the columns
// that a table lacks take nothing back.
func addsNothing(label, said results.Label) bool {
	return label.Score == said.Score &&
		(label.Comment == "" || label.Comment == said.Comment) &&
		(label.At.IsZero() || label.At.Equal(said.At)) &&
		(label.SawJudge == nil || said.SawJudge != nil && *label.SawJudge == *said.SawJudge) &&
		(label.Judge == nil || said.Judge != nil && math.Abs(*label.Judge-*said.Judge) < 1e-9) &&
		(label.Answer == "" || label.Answer == said.Answer) &&
		(label.Why == "" || label.Why == said.Why) &&
		(label.Draw == 0 || label.Draw == said.Draw)
}

func (in *importing) remark(remark results.Remark, mark string) {
	if remark.Answer != "" && remark.Answer != mark {
		in.out.OtherAnswer++
		return
	}
	for _, said := range in.now.Of(remark.ID, remark.Repeat).Remarks {
		switch {
		case said.Rater != remark.Rater:
		case said.Flag == remark.Flag && said.Comment == remark.Comment:
			in.out.Same++
			return
		case said.At.After(remark.At) && !remark.At.IsZero():
			in.out.Older++
			return
		}
	}
	in.say.Remarks = append(in.say.Remarks, remark)
	in.out.Remarks++
}
