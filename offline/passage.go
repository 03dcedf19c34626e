package offline

import (
	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/textmatch"
)

// bits is a set of vocabulary numbers.
type bits []uint64

func (b bits) has(id int) bool { return id>>6 < len(b) && b[id>>6]>>(id&63)&1 == 1 }

func (b bits) count(ids []int) int {
	n := 0
	for _, id := range ids {
		if b.has(id) {
			n++
		}
	}
	return n
}

// passage is one evidence passage, as far as its words occur in question or
// answer.
type passage struct {
	answers.Passage
	all       bits
	sentences []bits
}

func (r *reading) readPassage(p answers.Passage) *passage {
	size := (len(r.vocabulary) + 63) / 64
	out := &passage{Passage: p, all: make(bits, size)}
	for _, span := range textmatch.Sentences(p.Text) {
		own := make(bits, size)
		terms(textmatch.Words(p.Text[span.Start:span.End]), func(t term) {
			if id, known := r.vocabulary[t.key]; known {
				own[id>>6] |= 1 << (id & 63)
				out.all[id>>6] |= 1 << (id & 63)
			}
		})
		out.sentences = append(out.sentences, own)
	}
	return out
}
