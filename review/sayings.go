package review

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// sayings are what one person says of one answer as it stands, of an earlier
// answer too where the label is still there.
type sayings struct {
	labels map[results.Dimension]results.Label
	remark *results.Remark
}

func sayingsOf(said *runstore.Opinions, id string, repeat int, rater string) sayings {
	out := sayings{labels: map[results.Dimension]results.Label{}}
	opinion := said.Of(id, repeat)
	for _, l := range opinion.Labels {
		if l.Rater == rater {
			out.labels[l.Dimension] = l
		}
	}
	for _, r := range opinion.Remarks {
		if r.Rater == rater {
			out.remark = &r
		}
	}
	return out
}

// of leaves what was said of the answer that is there now.
func (s sayings) of(a answerAt) sayings {
	out := sayings{labels: map[results.Dimension]results.Label{}}
	for d, l := range s.labels {
		if a.about(l.Answer) {
			out.labels[d] = l
		}
	}
	if s.remark != nil && a.about(s.remark.Answer) {
		out.remark = s.remark
	}
	return out
}
