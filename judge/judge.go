// Package judge asks a judge model about one answer until the reply is
// usable or the tries are spent, and keeps every request on the record.
//
// It promises that a judgement is complete and valid or absent: nothing is
// repaired, guessed or averaged over what happens to be there. It does not
// retry transport errors, which the chat client does beneath it, and it does
// not decide whether a score is good enough.
package judge

import (
	"context"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

// Chatter makes one chat call, retrying transport errors itself, and returns
// every HTTP request it made as an attempt, in order.
type Chatter interface {
	Chat(ctx context.Context, req llm.Request) (llm.Reply, []llm.Attempt, error)
}

// Options say how the judge is asked.
type Options struct {
	Model       string
	Temperature *float64 // nil leaves it to the provider
	Seed        *int
	MaxTokens   int // limit of a reply in tokens; 0 means 1200
	Asks        int // tries for a usable reply; 0 means 3
}

// A reply holds five short lines of reasoning, some 300 tokens; the default
// leaves a thinking model room. Three asks: a model that failed a strict
// format twice, told why, seldom gets it right later.
const (
	defaultMaxTokens = 1200
	defaultAsks      = 3
)

// Judge asks one model. It is safe for use by several goroutines when its
// Chatter is.
type Judge struct {
	chat Chatter
	opt  Options
}

// New returns a judge that asks through c.
func New(c Chatter, opt Options) *Judge {
	if opt.MaxTokens <= 0 {
		opt.MaxTokens = defaultMaxTokens
	}
	if opt.Asks <= 0 {
		opt.Asks = defaultAsks
	}
	return &Judge{chat: c, opt: opt}
}

// Outcome is what became of one question. Of Judgement, Err and Cancelled
// exactly one is set; Call goes with the first two.
type Outcome struct {
	Judgement *results.Judgement
	Call      results.JudgeCall
	Err       *results.ErrorInfo // Code is judge_*
	// Cancelled: the context ended before the judge had used its tries. Such
	// a question was not judged, which is no error of the judge.
	Cancelled bool
	// Fatal says that every further call would fail the same way (a refused
	// key, a spent quota, an unknown model); FatalMessage is that failure
	// without the question.
	Fatal        bool
	FatalMessage string
}

// Score asks about one prompt. Each request is one attempt of the call, with
// the reply as it was received.
func (j *Judge) Score(ctx context.Context, p judgeprompt.Prompt) Outcome {
	s := newSitting(j.opt, p)
	for s.more() {
		if ctx.Err() != nil {
			return Outcome{Cancelled: true}
		}
		reply, attempts, err := j.chat.Chat(ctx, s.request())
		s.record(reply, attempts)
		if err != nil && ctx.Err() != nil {
			return Outcome{Cancelled: true}
		}
		judgement, f := s.read(reply, err)
		if f == nil {
			return s.judged(judgement, reply)
		}
		s.fail(f)
	}
	return s.failed()
}
