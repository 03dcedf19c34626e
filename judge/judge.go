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
	"errors"
	"sync/atomic"

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
	Endpoint    string // base URL, part of what a stored judgement is known by
	Model       string
	Temperature *float64 // nil leaves it to the provider
	Seed        *int
	MaxTokens   int // limit of a reply in tokens; 0 means 1200
	Asks        int // tries for a usable reply; 0 means 3
	// Cache keeps judgements for later runs; nil asks every time, as a
	// measurement of the judge itself must.
	Cache Cache
}

// A reply holds five short lines of reasoning, some 300 tokens; the default
// leaves a thinking model room. Three asks: a model that failed a strict
// format twice, told why, seldom gets it right later.
const (
	defaultMaxTokens = 1200
	defaultAsks      = 3
)

// Judge asks one model. It is safe for use by several goroutines when its
// Chatter and its Cache are.
type Judge struct {
	chat    Chatter
	opt     Options
	flights flights
	refused atomic.Bool // a temperature
}

// New returns a judge that asks through c.
func New(c Chatter, opt Options) *Judge {
	return &Judge{chat: c, opt: opt.withDefaults()}
}

func (o Options) withDefaults() Options {
	if o.MaxTokens <= 0 {
		o.MaxTokens = defaultMaxTokens
	}
	if o.Asks <= 0 {
		o.Asks = defaultAsks
	}
	return o
}

// Outcome is what became of one question. Of Judgement, Err, Short, Cancelled
// and Budget exactly one is set; Call goes with the first three.
type Outcome struct {
	Judgement *results.Judgement
	Call      results.JudgeCall
	Others    []results.JudgeCall // of a panel: those of its further members
	Err       *results.ErrorInfo  // Code is judge_*
	// Short says that a panel has too few usable replies for a score, and whose
	// are missing; Votes are those it has, and the codes of the others.
	Short string
	Votes map[results.Dimension][]results.Vote
	// Cancelled: the context ended before the judge had used its tries. Such
	// a question was not judged, which is no error of the judge.
	Cancelled bool
	// Budget says which budget of the run was spent before the judge had used
	// its tries: not judged either.
	Budget string
	// Fatal says that every further call would fail the same way (a refused
	// key, a spent quota, an unknown model); FatalMessage is that failure
	// without the question.
	Fatal        bool
	FatalMessage string
}

// Repeat says which of several equal calls one is: Answer is the try of the
// question, Call the judgement of that answer, both from 0. Repeats measure
// how far a judge agrees with itself, so each is stored for itself.
//
// Fresh neither uses a stored judgement nor stores this one: an answer that
// never changes is judged again to see whether the judge has.
type Repeat struct {
	Answer, Call int
	Fresh        bool
}

// Score asks about one prompt. Each request is one attempt of the call, with
// the reply as it was received.
func (j *Judge) Score(ctx context.Context, p judgeprompt.Prompt) Outcome {
	return j.ScoreRepeat(ctx, p, Repeat{})
}

// ScoreRepeat is Score for one of several calls about the same question.
func (j *Judge) ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, r Repeat) Outcome {
	if j.opt.Cache == nil || r.Fresh {
		return j.ask(ctx, newSitting(j.opt, p))
	}
	return j.askUnlessKnown(ctx, p, r)
}

// TemperatureRefused reports whether some judgement so far, fresh or stored,
// was given at the server's own temperature although another was asked for:
// that is another way of judging.
func (j *Judge) TemperatureRefused() bool { return j.refused.Load() }

func (j *Judge) ask(ctx context.Context, s *sitting) Outcome {
	for s.more() {
		if ctx.Err() != nil {
			return Outcome{Cancelled: true}
		}
		reply, attempts, err := j.chat.Chat(ctx, s.request())
		s.record(reply, attempts)
		if err != nil && ctx.Err() != nil {
			return Outcome{Cancelled: true}
		}
		if errors.Is(err, llm.ErrBudget) {
			return Outcome{Budget: err.Error()}
		}
		judgement, f := s.read(reply, err)
		if f == nil {
			out := s.judged(judgement, reply)
			j.noteTemperature(s.ownTemperature)
			return out
		}
		s.fail(f)
	}
	return s.failed()
}

func (j *Judge) noteTemperature(own bool) {
	if own {
		j.refused.Store(true)
	}
}
