package results

import "time"

// AnswerState is what a target did with a question.
type AnswerState string

// A hedge (negative grounding 3) counts as answered wherever there are only
// two sides. Unknown is the state of a question without an answer: never a
// refusal.
const (
	StateAnswered AnswerState = "answered"
	StateHedged   AnswerState = "hedged"
	StateDeclined AnswerState = "declined"
	StateUnknown  AnswerState = "unknown"
)

// Quarantine keeps a question reported and out of the gate up to and with the
// day Until. From the day after, the run is red until somebody takes it out.
type Quarantine struct {
	Until  string `json:"until"` // YYYY-MM-DD, UTC
	Reason string `json:"reason"`
}

// Holds reports whether the date has not passed when a run starts, by the UTC
// day. Days of this form order as text like the days themselves.
func (q Quarantine) Holds(start time.Time) bool {
	return q.Until >= start.UTC().Format("2006-01-02")
}
