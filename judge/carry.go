package judge

import (
	"time"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// Told is a call that an earlier run made, with its message, and how it ended.
type Told struct {
	Call  results.JudgeCall
	Err   *results.ErrorInfo // nil for a call that gave a judgement
	Ended time.Time
}

// Carry returns what an earlier call told, if it showed the judge the same as
// p does; whether the same judge was asked in the same way is the caller's to
// know. An error is carried over as one. A reply is read as strictly as a
// fresh one, by the rules of today, and a call whose reply was not kept whole
// is none to carry.
func Carry(told Told, p judgeprompt.Prompt) (Outcome, bool) {
	call := told.Call
	if call.Prompt == nil || call.Prompt.System != p.SystemHash || !judgeprompt.SameMessage(call.Prompt.User, p.User) {
		return Outcome{}, false
	}
	if !call.Cached {
		call.Cached, call.CachedAt = true, told.Ended
	}
	call.Reused = true
	if told.Err != nil {
		again := *told.Err
		again.Reused = true
		return Outcome{Call: call, Err: &again}, true
	}
	if len(call.Attempts) == 0 {
		return Outcome{}, false
	}
	last := call.Attempts[len(call.Attempts)-1]
	judged, err := judgeprompt.ParseReply(last.Raw, p.Spec)
	if err != nil || last.Code != "" {
		return Outcome{}, false
	}
	return Outcome{Call: call, Judgement: &judged}, true
}
