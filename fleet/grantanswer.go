package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// answerSchema is the version of what a coordinator answers.
const answerSchema = "evalrun.fleet.grant/1"

// state is how a call stands with the coordinator.
type state string

const (
	stateWaiting state = "waiting" // for its turn
	stateGranted state = "granted" // leave is given and not taken yet
	stateTaken   state = "taken"   // the worker may send, or has
	stateGone    state = "gone"    // has ended, or was never heard of
	stateCounted state = "counted" // was given up; what it may use is counted
	stateRefused state = "refused" // will get no leave; says why
	stateHalted  state = "halted"  // will get no leave, as no call of the run will

	// stateRenewed answers a renewal, which is of many calls.
	stateRenewed state = "renewed"
)

// answer is what the coordinator says of one call or of one renewal. Which one
// it is of stands in the subject, so that what could not be read is answered
// too.
type answer struct {
	Schema  string   `json:"schema"`
	Run     string   `json:"run"`
	By      string   `json:"by"` // the coordinator, which is another one after a restart
	State   state    `json:"state"`
	Refusal *refusal `json:"refusal,omitempty"` // with refused
	Missing []string `json:"missing,omitempty"` // with renewed: calls nothing is known of
}

// refusal is the error of a governor on its way.
type refusal struct {
	Code         string `json:"code"`
	Message      string `json:"message"`
	Status       int    `json:"status"`
	RetryAfterMs int64  `json:"retryAfterMs"`
	Fatal        bool   `json:"fatal"`
}

// refusalOf takes an error of a governor apart. What is none of package llm's
// says that the call is none this run makes, so that every further one would
// be refused too.
func refusalOf(err error) *refusal {
	var e *llm.Error
	switch {
	case errors.Is(err, llm.ErrBudget):
		return &refusal{Code: string(llm.CodeBudget), Message: cut(err.Error(), maxMessage)}
	case errors.As(err, &e):
		return &refusal{
			Code: cut(string(e.Code), maxCode), Message: cut(e.Message, maxMessage), Status: between(0, e.Status, maxStatus),
			RetryAfterMs: wholeMilliseconds(e.RetryAfter), Fatal: e.Fatal,
		}
	}
	return &refusal{Code: string(llm.CodeBadRequest), Message: cut("not sent: "+err.Error(), maxMessage), Fatal: true}
}

// err is the error as the coordinator's governor gave it.
func (r refusal) err() error {
	if r.Code == string(llm.CodeBudget) {
		return spentBudget(r.Message)
	}
	return &llm.Error{
		Code: llm.Code(r.Code), Message: r.Message, Status: r.Status,
		RetryAfter: time.Duration(r.RetryAfterMs) * time.Millisecond, Fatal: r.Fatal,
	}
}

// spentBudget is the error of a spent budget, in the words of the one at the
// coordinator. Only a budget makes errors in which errors.Is finds ErrBudget
// also behind the chat client, so one is made to be spent.
func spentBudget(message string) error {
	account, err := llm.NewBudget(llm.BudgetOptions{MaxTokens: 1}).For("")
	if err == nil {
		_, err = account.Enter(context.Background(), 2)
	}
	var spent *llm.Error
	if errors.As(err, &spent) {
		spent.Message = message
	}
	return err
}

func (a answer) encode() []byte { return mustEncode(a) }
