package judge

import (
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
	// ownTemperature: the reply that was used came at the server's own.
	ownTemperature bool
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
	s.ownTemperature = s.opt.Temperature != nil && reply.TemperatureSent == nil
	s.note(replyNotes(j, reply, s.opt)...)
	return Outcome{Judgement: &j, Call: s.call}
}

func (s *sitting) failed() Outcome {
	return Outcome{
		Call: s.call,
		Err: &results.ErrorInfo{
			Code: s.fault.code, Message: s.fault.message, Attempts: len(s.call.Attempts),
		},
		Fatal: s.fault.fatal != "", FatalMessage: s.fault.fatal,
	}
}

func (s *sitting) note(notes ...string) {
	s.call.Notes = append(s.call.Notes, notes...)
}
