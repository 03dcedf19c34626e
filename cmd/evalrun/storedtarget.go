package main

import (
	"context"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// Answer is AnswerRepeat for the first repeat.
func (s *storedAnswers) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	return s.AnswerRepeat(ctx, q, 0)
}

// AnswerRepeat returns the answer, or the error that the run has in its place.
func (s *storedAnswers) AnswerRepeat(_ context.Context, q suites.Question, repeat int) (answers.Answer, error) {
	rec, err := s.record(q.ID, repeat)
	if err != nil {
		return answers.Answer{}, err
	}
	if rec.Answer == nil {
		return answers.Answer{}, unansweredThen(rec)
	}
	return timed(rec), nil
}

// timed is a record's answer with how long a live target took for it: from now
// on nobody measures that again.
func timed(rec results.Record) answers.Answer {
	a := *rec.Answer
	if a.LatencyMs == nil && rec.Target != nil {
		a.LatencyMs = &rec.Times.AnswerMs
	}
	return a
}

func unansweredThen(rec results.Record) error {
	e := &targets.Error{Code: targets.CodeNoAnswer, Message: "the run holds no answer", Reused: true}
	if rec.Error != nil {
		e.Code, e.Message, e.Attempts = rec.Error.Code, rec.Error.Message, rec.Error.Attempts
	}
	// Without an answer nothing else can have failed it.
	e.Fails = rec.Verdict == results.Fail
	return e
}

// Probe does nothing: nobody is asked.
func (s *storedAnswers) Probe(context.Context) error { return nil }

// Ref is the target that gave the answers.
func (s *storedAnswers) Ref() targets.Ref {
	t := s.run.Info().Target
	return targets.Ref{Type: t.Type, File: t.File, Hash: t.Hash, Model: t.Model, URL: t.URL, Settings: t.Settings, Version: t.Version}
}

// Secrets returns none: none is written into a run.
func (s *storedAnswers) Secrets() []llm.Secret { return nil }
