package fleet

import (
	"time"

	"github.com/evalrun/evalrun/llm"
)

// askSchema is the version of what a worker says about one call.
const askSchema = "evalrun.fleet.ask/1"

// The steps of one call. A worker enters, is granted leave, takes it, sends
// the call and says how it ended. Taking is a step of its own because leave
// runs out: what was granted long ago and came late must not be used, and
// what was never taken was never sent. Of a call that is sent a worker says
// that it holds leave when its coordinator does not know.
type step string

const (
	stepEnter step = "enter"
	stepTake  step = "take"
	stepHold  step = "hold"
	stepDone  step = "done"
)

// ask is one step of one call. All steps may be said again, in any order and
// any number of times: the ID, of which a worker makes a new one for every
// call, tells what was said before.
type ask struct {
	Schema string  `json:"schema"`
	Run    string  `json:"run"`
	Worker string  `json:"worker"`
	Step   step    `json:"step"`
	ID     string  `json:"id"`
	Call   *call   `json:"call,omitempty"` // with enter, hold, and done where By is named
	End    *ending `json:"end,omitempty"`  // with done
	// By is the coordinator that counts what the call uses, of those that the
	// run had. With hold and done; "" says that it is counted, or needs not be.
	By string `json:"by,omitempty"`
}

// call is what governs one call.
type call struct {
	Role     string `json:"role"`
	Endpoint string `json:"endpoint"`
	Model    string `json:"model"`
	Tokens   int    `json:"tokens"` // expected, prompt and reply together
}

// ending is llm.End on its way.
type ending struct {
	Sent             bool   `json:"sent"`
	Status           int    `json:"status"`
	Code             string `json:"code"`
	RetryAfterMs     int64  `json:"retryAfterMs"`
	PromptTokens     int    `json:"promptTokens"`
	CompletionTokens int    `json:"completionTokens"`
}

// maxTokens is far above what any call takes. Counters of limits go through
// large numbers step by step, so that one without a bound would stop them.
const maxTokens = 1 << 24

// maxRetryAfter is far above the wait that any call has patience for.
const maxRetryAfter = 30 * 24 * time.Hour

// endingOf keeps what a strange endpoint says of itself within what is taken
// at the other side: a done that is refused would hold its place for good.
func endingOf(e llm.End) *ending {
	return &ending{
		Sent: e.Sent, Status: between(0, e.Status, maxStatus), Code: cut(string(e.Code), maxCode),
		RetryAfterMs: wholeMilliseconds(e.RetryAfter),
		PromptTokens: between(0, e.PromptTokens, maxTokens), CompletionTokens: between(0, e.CompletionTokens, maxTokens),
	}
}

func between(least, n, most int) int { return max(least, min(n, most)) }

// wholeMilliseconds rounds up: nobody comes back before the time.
func wholeMilliseconds(d time.Duration) int64 {
	d = max(0, min(d, maxRetryAfter))
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

func (e ending) llm() llm.End {
	return llm.End{
		Sent: e.Sent, Status: e.Status, Code: llm.Code(e.Code),
		RetryAfter:   time.Duration(e.RetryAfterMs) * time.Millisecond,
		PromptTokens: e.PromptTokens, CompletionTokens: e.CompletionTokens,
	}
}

func (a ask) encode() []byte { return mustEncode(a) }
