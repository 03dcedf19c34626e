package review

import (
	"fmt"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// remarkView is what somebody said beside the scores.
type remarkView struct {
	Rater, Comment, Try string
	Flag                bool
}

// peopleSaid are the labels of the answers that are there now.
func peopleSaid(said *runstore.Opinions, one *row) reports.Opinions {
	return func(id string, repeat int, d results.Dimension) []reports.Opinion {
		var out []reports.Opinion
		for _, a := range one.signals.Answers {
			if id != one.ID || a.Repeat != repeat {
				continue
			}
			for _, l := range labelsOf(said, id, a) {
				if l.Dimension == d {
					out = append(out, reports.Opinion{Rater: l.Rater, Score: l.Score, Comment: l.Comment, SawJudge: l.SawJudge})
				}
			}
		}
		return out
	}
}

func remarksOf(run *openRun, said *runstore.Opinions, one *row) []remarkView {
	var out []remarkView
	for _, a := range one.signals.Answers {
		for _, m := range said.Of(one.ID, a.Repeat).Remarks {
			if a.about(m.Answer) {
				out = append(out, remarkView{
					Rater: reports.Line(m.Rater, maxName), Comment: reports.Words(m.Comment, maxComment),
					Flag: m.Flag, Try: tryWords(run.info, a.Repeat),
				})
			}
		}
	}
	return out
}

// tryWords name a try where there were several.
func tryWords(run results.RunInfo, repeat int) string {
	if run.Repeats < 2 {
		return ""
	}
	return fmt.Sprintf("try %d", repeat+1)
}
