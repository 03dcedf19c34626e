package reports

import "github.com/evalrun/evalrun/results"

// drawn is a question on its way through the sinks of a run. What report.json
// says of it is the same for all of them and is drawn once, when the first one
// asks for it.
type drawn struct {
	results.Entry // without the records of repeats that were not run to their end
	run           *results.RunInfo
	question      *results.QuestionReport
}

func draw(run *results.RunInfo, e results.Entry) *drawn { return &drawn{Entry: finished(e), run: run} }

// report must not be changed by who asks for it.
func (d *drawn) report() *results.QuestionReport {
	if d.question == nil {
		q := QuestionOf(*d.run, d.Entry)
		d.question = &q
	}
	return d.question
}
