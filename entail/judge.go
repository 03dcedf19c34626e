// Package entail asks a model whether a quote that was found in its source
// supports the claim it is cited for.
//
// It promises one result per item in the order of the items, each a class
// with a confidence in the class's band or an error with a reason code, and
// that a valid result is never asked for or paid for twice. Transport errors
// are the chat client's to retry; this package asks again only for what came
// back missing or invalid. It does not decide what support is enough.
package entail

import (
	"context"
	"fmt"
	"sync"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/quotes"
)

// Chatter makes one chat call, retrying transport errors itself.
type Chatter interface {
	Chat(ctx context.Context, req llm.Request) (llm.Reply, []llm.Attempt, error)
}

// Cache keeps results of earlier calls by key. Put may fail in silence and
// Get may forget: a miss costs one more item in a call. It must be safe for
// concurrent use. What a key was made from, a JSON object, goes with it.
type Cache interface {
	Get(key string) ([]byte, bool)
	Put(key string, inputs, value []byte)
}

// Options say how the judge is asked.
type Options struct {
	Endpoint    string // base URL; names the judge in cache keys, with the model
	Model       string
	Batch       int // items in a call; 0 is 12
	Concurrency int // calls at once; 0 is 4
	MaxTokens   int // of a reply; 0 is 150 for each item and 300 beside
	Temperature *float64
	Seed        *int
	// Observe, where set, gets every HTTP request as it ended, for counts of
	// calls and tokens. It is called from several goroutines.
	Observe func([]llm.Attempt)
}

const (
	defaultBatch       = 12
	defaultConcurrency = 4
)

// Judge asks one model. It is safe for concurrent use.
type Judge struct {
	chat  Chatter
	cache Cache
	opt   Options
}

// New makes a judge. cache may be nil. The error names an option that is out
// of range.
func New(chat Chatter, cache Cache, opt Options) (*Judge, error) {
	switch {
	case opt.Batch < 0:
		return nil, fmt.Errorf("batch size %d is below 1", opt.Batch)
	case opt.Concurrency < 0:
		return nil, fmt.Errorf("concurrency %d is below 1", opt.Concurrency)
	case opt.MaxTokens < 0:
		return nil, fmt.Errorf("reply limit of %d tokens is negative", opt.MaxTokens)
	}
	if opt.Batch == 0 {
		opt.Batch = defaultBatch
	}
	if opt.Concurrency == 0 {
		opt.Concurrency = defaultConcurrency
	}
	if opt.Observe == nil {
		opt.Observe = func([]llm.Attempt) {}
	}
	return &Judge{chat: chat, cache: cache, opt: opt}, nil
}

// Judge asks about items and returns one result for each, in order. It is a
// quotes.JudgeFunc. The error is that of a context that ended; a model that
// cannot be asked gives results of class error.
func (j *Judge) Judge(ctx context.Context, items []quotes.JudgeItem) ([]quotes.Entailment, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("ask the entailment judge: %w", err)
	}
	results := make([]quotes.Entailment, len(items))
	batches := j.batches(j.open(items, results))
	limit := make(chan struct{}, j.opt.Concurrency)
	var calls sync.WaitGroup
	for _, batch := range batches {
		limit <- struct{}{}
		calls.Go(func() {
			defer func() { <-limit }()
			j.settle(ctx, batch)
		})
	}
	calls.Wait()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("ask the entailment judge: %w", err)
	}
	return results, nil
}

// question is one item as it is sent, with the place for its result.
type question struct {
	item   quotes.JudgeItem
	key    string
	inputs []byte // of the key
	result *quotes.Entailment
	copies []*quotes.Entailment // of equal items
}

// open answers what the cache knows and returns the rest, equal items once.
func (j *Judge) open(items []quotes.JudgeItem, results []quotes.Entailment) []*question {
	var out []*question
	known := map[string]*question{}
	for i, item := range items {
		item = cleaned(item)
		key, inputs := j.key(item)
		if q := known[key]; q != nil {
			q.copies = append(q.copies, &results[i])
			continue
		}
		if e, ok := j.recall(key); ok {
			results[i] = e
			continue
		}
		q := &question{item: item, key: key, inputs: inputs, result: &results[i]}
		known[key] = q
		out = append(out, q)
	}
	return out
}

func (j *Judge) batches(questions []*question) [][]*question {
	var out [][]*question
	for len(questions) > 0 {
		n := min(j.opt.Batch, len(questions))
		out = append(out, questions[:n])
		questions = questions[n:]
	}
	return out
}

func (q *question) settle(e quotes.Entailment) {
	*q.result = e
	for _, c := range q.copies {
		*c = e
	}
}
