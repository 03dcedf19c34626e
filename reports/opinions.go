package reports

import "github.com/evalrun/evalrun/results"

// Opinion is the score that one person gave an answer in one dimension.
type Opinion struct {
	Rater    string
	Score    float64
	Comment  string
	SawJudge *bool // the judge's score was shown before; nil: not known
}

// Opinions finds what people said of an answer; nil is a run of which nobody
// said anything.
type Opinions func(id string, repeat int, d results.Dimension) []Opinion

// of asks where there is somebody to ask.
func (o Opinions) of(id string, repeat int, d results.Dimension) []Opinion {
	if o == nil {
		return nil
	}
	return o(id, repeat, d)
}
