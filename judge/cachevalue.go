package judge

import (
	"encoding/json"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// value is what is stored of a call: how it went and the reply as it was
// received. The judgement is not among it; it is read from the reply again,
// so that no score is ever older than the rules it was read by.
type value struct {
	Served         string            `json:"served,omitempty"`
	Mode           string            `json:"mode,omitempty"`
	Attempts       []results.Attempt `json:"attempts"`
	Notes          []string          `json:"notes,omitempty"`
	OwnTemperature bool              `json:"ownTemperature,omitempty"`
}

// worthKeeping encodes a call that gave a judgement. A failed one is never
// stored: the next run is to ask again. Nor is one whose reply was not
// recorded whole, or that a later run would not use.
func (s *sitting) worthKeeping(out Outcome) ([]byte, bool) {
	last := s.lastAttempt()
	if out.Judgement == nil || last == nil || len(last.Raw) >= maxRaw {
		return nil, false
	}
	data, err := json.Marshal(value{
		Served: s.call.Served, Mode: s.call.Mode, Attempts: s.call.Attempts, Notes: s.call.Notes,
		OwnTemperature: s.ownTemperature,
	})
	if err != nil {
		return nil, false
	}
	_, _, ok := readValue(data, s.prompt.Spec)
	return data, ok
}

// readValue reads a stored call and its judgement. A reply that hit the token
// limit is not used, complete as it may look.
func readValue(data []byte, spec judgeprompt.Spec) (results.Judgement, value, bool) {
	var v value
	if json.Unmarshal(data, &v) != nil || len(v.Attempts) == 0 {
		return results.Judgement{}, value{}, false
	}
	last := v.Attempts[len(v.Attempts)-1]
	judged, err := judgeprompt.ParseReply(last.Raw, spec)
	return judged, v, err == nil && last.Code == "" && last.FinishReason != finishLength
}
