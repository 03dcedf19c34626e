package reports

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlPeople is what people gave in one dimension beside what the judge gave.
// Neither takes the other's place.
type htmlPeople struct {
	Dimension string // "" where the place says it
	Judge     string // "" where the judge gave nothing
	Given     []htmlOpinion
	More      []string
}

type htmlOpinion struct {
	Rater, Score string
	Differs      bool // from the judge's
	Comment      string
	Saw          string // whether the judge's score was known
}

func (s *sheet) people(r *results.Record, d results.Dimension) *htmlPeople {
	return peopleOf(s.opinions.of(r.ID, r.Repeat, d), r.Cells[results.SeriesOf(r.Category, d)].Score)
}

// peopleOf is nil where nobody said anything.
func peopleOf(list []Opinion, judge *float64) *htmlPeople {
	if len(list) == 0 {
		return nil
	}
	out := &htmlPeople{More: moreIn("labels.jsonl", len(list), maxCitations)}
	if judge != nil {
		out.Judge = summary.Score(*judge)
	}
	for _, o := range list[:min(len(list), maxCitations)] {
		out.Given = append(out.Given, htmlOpinion{
			Rater: pageLine(o.Rater, maxBrief), Score: summary.Score(o.Score), Differs: judge != nil && results.ScoresDiffer(o.Score, *judge),
			Comment: pageText(o.Comment, maxAnswer), Saw: knewWords(o.SawJudge),
		})
	}
	return out
}

func knewWords(saw *bool) string {
	switch {
	case saw == nil:
		return ""
	case *saw:
		return "knew the judge's score"
	}
	return "did not know the judge's score"
}
