package main

import (
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// arrangement is the order in which the judge is shown the sources of an
// answer; nil leaves them as they are.
type arrangement func(id string, repeat int, evidence []answers.Passage) []answers.Passage

// shuffle arranges sources anew and knows the answers whose sources moved: of
// the others, with one source or none, order can tell nothing.
type shuffle struct {
	mu    sync.Mutex
	moved map[answerPlace]bool
}

type answerPlace struct {
	id     string
	repeat int
}

func newShuffle() *shuffle { return &shuffle{moved: map[answerPlace]bool{}} }

func (s *shuffle) arrange(id string, repeat int, evidence []answers.Passage) []answers.Passage {
	if len(evidence) < 2 {
		return evidence
	}
	s.mu.Lock()
	s.moved[answerPlace{id, repeat}] = true
	s.mu.Unlock()
	return shuffled(id, repeat, evidence)
}

// only passes on what was judged with its sources moved.
func (s *shuffle) only(entries iter.Seq2[results.Entry, error]) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		for e, err := range entries {
			e.Records = slices.DeleteFunc(e.Records, func(r results.Record) bool {
				return !s.moved[answerPlace{e.Question.ID, r.Repeat}]
			})
			if !yield(e, err) {
				return
			}
		}
	}
}

// shuffled puts the sources of an answer in another order, which follows from
// the question's id and is another one wherever there are two. Each keeps its
// name.
func shuffled(id string, repeat int, evidence []answers.Passage) []answers.Passage {
	sum := fnv.New64a()
	sum.Write([]byte(id))
	order := rand.New(rand.NewPCG(sum.Sum64(), uint64(repeat))).Perm(len(evidence))
	if slices.IsSorted(order) {
		slices.Reverse(order)
	}
	out := make([]answers.Passage, len(order))
	for to, from := range order {
		out[to] = evidence[from]
	}
	return out
}
