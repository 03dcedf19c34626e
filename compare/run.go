package compare

import (
	"encoding/json"
	"reflect"

	"github.com/evalrun/evalrun/results"
)

// Run is a report as far as comparisons need it.
type Run struct {
	Path      string // as given
	Info      results.RunInfo
	Gate      results.GateResult
	Served    map[string]int // judgements by the model that the server named
	Questions []Question     // in suite order

	stated map[string]bool // which keys of run, and of run.judge as judge.KEY, the report holds
	index  map[string]int  // place in Questions by id
}

// Question is a question of report.json without what a comparison does not
// read; the keys are those of results.QuestionReport. Reasoning stays as it
// was written: only the lines of questions that flipped are ever shown.
type Question struct {
	ID          string                                `json:"id"`
	Category    results.Category                      `json:"category"`
	ContentHash string                                `json:"contentHash"`
	InputHash   string                                `json:"inputHash"`
	Query       string                                `json:"query"`
	Group       string                                `json:"group"`
	Tags        []string                              `json:"tags"`
	Critical    bool                                  `json:"critical"`
	Anchor      bool                                  `json:"anchors"`
	Quarantine  *results.Quarantine                   `json:"quarantine"`
	Verdict     results.Verdict                       `json:"verdict"`
	Reasons     []string                              `json:"reasons"`
	Checks      []Check                               `json:"checks"`
	Quotes      *Quotes                               `json:"quotes"`
	Scores      map[results.Dimension]float64         `json:"scores"`
	Reasoning   json.RawMessage                       `json:"reasoning"`
	Cells       map[results.Series]results.CellStatus `json:"cells"`
	AnswerChars *int                                  `json:"answerChars"`
	Repeats     []Repeat                              `json:"repeats"`
}

// Check is one finding of a deterministic check.
type Check struct {
	Check  string                `json:"check"`
	Status results.FindingStatus `json:"status"`
	Phrase string                `json:"phrase"`
}

// Quotes is what quote verification said of each citation.
type Quotes struct {
	Citations []Citation `json:"citations"`
}

// Citation is one cited passage, by id or, where there is none such, by its
// number.
type Citation struct {
	Passage string `json:"passage"`
	Status  string `json:"status"`
	Quote   string `json:"quote"`
}

// Repeat is one answer to a question.
type Repeat struct {
	Number  int                 `json:"repeat"` // its place in the list
	Verdict results.Verdict     `json:"verdict"`
	State   results.AnswerState `json:"state"`
}

// IsOf reports whether the report is that of a run as its run.json is now: one
// that was resumed since has more to say than its report.
func (r *Run) IsOf(info results.RunInfo) bool {
	reported := r.Info
	info.PromptTexts, reported.PromptTexts = nil, nil // no report holds them
	return reflect.DeepEqual(info, reported)
}

// find returns the question of an id, nil where there is none.
func (r *Run) find(id string) *Question {
	if i, ok := r.index[id]; ok {
		return &r.Questions[i]
	}
	return nil
}

// reasoning is the judge's line on one dimension, "" where it gave none.
func (q *Question) reasoning(d results.Dimension) string {
	var lines map[results.Dimension]string
	if json.Unmarshal(q.Reasoning, &lines) != nil {
		return ""
	}
	return lines[d]
}

// cell is the state of the question's measurement in a series. A report names
// every cell of its category; one that is not there does not apply.
func (q *Question) cell(s results.Series) results.CellStatus {
	if status, ok := q.Cells[s]; ok {
		return status
	}
	return results.CellNotApplicable
}
