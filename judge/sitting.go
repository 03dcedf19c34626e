package judge

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

// raiseBy multiplies the reply limit after a cut reply. A model that spent
// the limit on hidden thinking needs several times as much, and asking again
// with the same limit is pointless.
const raiseBy = 4

// sitting is the state of asking about one question.
type sitting struct {
	opt       Options
	prompt    judgeprompt.Prompt
	maxTokens int
	raised    bool
	asks      int
	fault     *fault // of the latest ask
	call      results.JudgeCall
}

func newSitting(opt Options, p judgeprompt.Prompt) *sitting {
	return &sitting{
		opt: opt, prompt: p, maxTokens: opt.MaxTokens,
		call: results.JudgeCall{
			Model:     opt.Model,
			Attempts:  []results.Attempt{},
			Prompt:    &results.Prompt{System: p.SystemHash, User: p.User},
			Truncated: p.Truncated,
		},
	}
}

// more reports whether another ask is allowed and could end differently.
func (s *sitting) more() bool {
	return s.fault == nil || (s.fault.correction != "" && s.asks < s.opt.Asks)
}

// request is the prompt, followed on later asks by what was wrong with the
// reply before.
func (s *sitting) request() llm.Request {
	s.asks++
	user := s.prompt.User
	if s.fault != nil {
		user += "\n" + s.fault.correction
	}
	return llm.Request{
		System: s.prompt.System, User: user,
		Temperature: s.opt.Temperature, Seed: s.opt.Seed, MaxTokens: s.maxTokens,
		Schema: &llm.Schema{Name: s.prompt.SchemaName, JSON: s.prompt.Schema},
	}
}

// fail puts the fault on the attempt it came from and raises the limit after
// a cut reply.
func (s *sitting) fail(f *fault) {
	s.fault = f
	if last := s.lastAttempt(); last != nil && last.Code == "" {
		last.Code, last.Message = f.code, f.message
	}
	if f.code == codeTruncated && !s.raised {
		s.raised = true
		s.maxTokens *= raiseBy
	}
}

func (s *sitting) judged(j results.Judgement, reply llm.Reply) Outcome {
	s.note(replyNotes(j, reply, s.opt)...)
	return Outcome{Judgement: &j, Call: s.call}
}

func (s *sitting) failed() Outcome {
	out := s.broken(s.fault.code, s.fault.message)
	out.Fatal, out.FatalMessage = s.fault.fatal != "", s.fault.fatal
	return out
}

// cancelled ends the sitting without a fault of the judge; the attempts made
// so far were paid for and stay in the call.
func (s *sitting) cancelled(cause error) Outcome {
	out := s.broken(codeCanceled, s.about(fmt.Sprintf("interrupted: %v", cause)))
	out.Cancelled = true
	return out
}

func (s *sitting) broken(code, message string) Outcome {
	return Outcome{Call: s.call, Err: &results.ErrorInfo{
		Code: code, Message: message, Attempts: len(s.call.Attempts),
	}}
}

func (s *sitting) note(notes ...string) {
	s.call.Notes = append(s.call.Notes, notes...)
}

func joinDimensions(ds []results.Dimension) string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = string(d)
	}
	return strings.Join(names, ", ")
}
