package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

func (a ask) check(run string) error {
	if err := checkOrigin(a.Run, run, a.Worker); err != nil {
		return err
	}
	if err := checkID(a.ID); err != nil {
		return err
	}
	if a.By != "" {
		if err := checkID(a.By); err != nil {
			return err
		}
	}
	if !a.whole() {
		return fmt.Errorf("step %q, or what does not go with it", cut(string(a.Step), maxCode))
	}
	if a.Call != nil {
		if err := a.Call.check(); err != nil {
			return err
		}
	}
	if a.End != nil {
		return a.End.check()
	}
	return nil
}

// whole reports whether a step has what it needs and no more.
func (a ask) whole() bool {
	switch a.Step {
	case stepEnter:
		return a.Call != nil && a.End == nil && a.By == ""
	case stepTake:
		return a.Call == nil && a.End == nil && a.By == ""
	case stepHold:
		return a.Call != nil && a.End == nil
	case stepDone:
		return a.End != nil && (a.Call == nil) == (a.By == "")
	}
	return false
}

func (c call) check() error {
	if c.Role == "" || c.Endpoint == "" {
		return errors.New("a call without a role or an endpoint")
	}
	return cmp.Or(
		checkText("role", c.Role, maxName), checkText("endpoint", c.Endpoint, maxEndpoint),
		checkText("model", c.Model, maxName), checkNumber("tokens", int64(c.Tokens), maxTokens))
}

func (e ending) check() error {
	return cmp.Or(
		checkText("code", e.Code, maxCode), checkNumber("status", int64(e.Status), maxStatus),
		checkNumber("retryAfterMs", e.RetryAfterMs, maxRetryAfter.Milliseconds()),
		checkNumber("promptTokens", int64(e.PromptTokens), maxTokens),
		checkNumber("completionTokens", int64(e.CompletionTokens), maxTokens))
}

func (r renewal) check(run string) error {
	if err := checkOrigin(r.Run, run, r.Worker); err != nil {
		return err
	}
	if len(r.IDs) > maxRenewed {
		return fmt.Errorf("%d calls renewed at once, want %d at most", len(r.IDs), maxRenewed)
	}
	return checkIDs(r.IDs)
}

func (a answer) check(run string) error {
	if a.Run != run {
		return otherRun(a.Run, run)
	}
	if err := checkID(a.By); err != nil {
		return err
	}
	switch a.State {
	case stateWaiting, stateGranted, stateTaken, stateGone, stateCounted, stateHalted:
		if a.Refusal == nil && a.Missing == nil {
			return nil
		}
	case stateRefused:
		if a.Refusal != nil && a.Missing == nil {
			return a.Refusal.check()
		}
	case stateRenewed:
		if a.Refusal == nil && len(a.Missing) <= maxRenewed {
			return checkIDs(a.Missing)
		}
	}
	return fmt.Errorf("state %q, or what does not go with it", cut(string(a.State), maxCode))
}

func (r refusal) check() error {
	return cmp.Or(
		checkText("code", r.Code, maxCode), checkNumber("status", int64(r.Status), maxStatus),
		checkNumber("retryAfterMs", r.RetryAfterMs, maxRetryAfter.Milliseconds()),
		checkLength("message", r.Message, maxMessage))
}

func checkOrigin(got, run, worker string) error {
	if got != run {
		return otherRun(got, run)
	}
	return checkText("worker", worker, maxName)
}

func checkIDs(ids []string) error {
	for _, id := range ids {
		if err := checkID(id); err != nil {
			return err
		}
	}
	return nil
}

// checkID takes what is one token of a subject everywhere.
func checkID(id string) error {
	for _, c := range []byte(id) {
		if !(c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z') {
			return fmt.Errorf("id %q holds more than letters, digits and -", cut(id, maxID))
		}
	}
	if id == "" || len(id) > maxID {
		return fmt.Errorf("an id of %d characters, want 1 to %d", len(id), maxID)
	}
	return nil
}

func checkText(name, text string, most int) error {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%s holds control characters", name)
	}
	return checkLength(name, text, most)
}

func checkLength(name, text string, most int) error {
	if len(text) > most {
		return fmt.Errorf("%s has %d bytes, want %d at most", name, len(text), most)
	}
	return nil
}

func checkNumber(name string, n, most int64) error {
	if n < 0 || n > most {
		return fmt.Errorf("%s is %d, want 0 to %d", name, n, most)
	}
	return nil
}
