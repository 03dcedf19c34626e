package judge

import (
	"context"
	"time"

	"github.com/evalrun/evalrun/judgeprompt"
)

// Cache keeps judgements of earlier calls by key. It may forget and it may
// fail in silence: a miss costs one call. It must be safe for concurrent use.
type Cache interface {
	Get(key string) (Kept, bool)
	Put(key string, k Kept)
}

// Kept is one stored call. Get needs to return only Value and Stored, and
// Put is given no Stored.
type Kept struct {
	QuestionID string
	Model      string // as asked for
	Served     string // as the server named itself
	Inputs     []byte // what the key was made from, a JSON object
	Value      []byte
	Stored     time.Time
}

// askUnlessKnown asks only for what is not stored. Of several equal calls at
// once one asks and the others wait for what it stores; where it stores
// nothing the next one asks.
func (j *Judge) askUnlessKnown(ctx context.Context, p judgeprompt.Prompt, r Repeat) Outcome {
	key, inputs := CallKey(j.opt, p, r)
	land, err := j.flights.enter(ctx, key)
	if err != nil {
		return Outcome{Cancelled: true}
	}
	defer land()
	if out, ok := j.recall(key, p); ok {
		return out
	}
	s := newSitting(j.opt, p)
	out := j.ask(ctx, s)
	if value, ok := s.worthKeeping(out); ok {
		j.opt.Cache.Put(key, Kept{
			QuestionID: p.Spec.QuestionID, Model: j.opt.Model, Served: out.Call.Served,
			Inputs: inputs, Value: value,
		})
	}
	return out
}

// recall returns a stored judgement. Its reply is read as strictly as a fresh
// one: what does not score all that is asked for is not used, whoever wrote
// it.
func (j *Judge) recall(key string, p judgeprompt.Prompt) (Outcome, bool) {
	kept, ok := j.opt.Cache.Get(key)
	if !ok {
		return Outcome{}, false
	}
	judged, v, ok := readValue(kept.Value, p.Spec)
	if !ok {
		return Outcome{}, false
	}
	j.noteTemperature(v.OwnTemperature)
	call := newSitting(j.opt, p).call
	call.Served, call.Mode, call.Attempts, call.Notes = v.Served, v.Mode, v.Attempts, v.Notes
	call.Cached, call.CachedAt = true, kept.Stored
	return Outcome{Judgement: &judged, Call: call}, true
}
