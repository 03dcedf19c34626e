package grounding

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
)

// prose makes n words out of a vocabulary in which some words are common.
func prose(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", [...]string{"scanner", "the", "redacted", "tokens", "is", "measuring"}[r.IntN(6)], r.IntN(40)*r.IntN(40))
		if i%15 == 14 {
			b.WriteString("ends here. ")
		}
	}
	return b.String()
}

func passages(n, words int) []answers.Passage {
	out := make([]answers.Passage, n)
	for i := range out {
		out[i] = answers.Passage{ID: fmt.Sprint(i), Text: prose(uint64(i), words)}
	}
	return out
}

// An answer of 300 words against 20 passages of about 1,200 characters.
func BenchmarkCheck(b *testing.B) {
	answer, evidence := answers.Answer{Text: prose(99, 300)}, passages(20, 130)
	floor := 0.5
	for _, c := range []struct {
		name string
		rule Rule
	}{{"score", Rule{MinScore: &floor}}, {"support", Rule{MinSupport: &floor}}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Check(c.rule, answer, evidence, Ground{})
			}
		})
	}
}

func BenchmarkTracePrepared(b *testing.B) {
	answer, c := prose(99, 300), PrepareSources(passages(20, 130))
	b.ReportAllocs()
	for b.Loop() {
		Trace(answer, c, Ground{}, DefaultRules())
	}
}
