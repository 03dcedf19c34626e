package support

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// prose is text of n words with the repetition of real text: half function
// words, some figures, and content words of which few are used often.
func prose(n int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, seed))
	common := english().stems
	var b strings.Builder
	for i := range n {
		switch {
		case i%15 == 14:
			fmt.Fprintf(&b, "%d per cent. The ", rng.IntN(100))
		case rng.IntN(2) == 0:
			b.WriteString([]string{"the ", "of ", "and ", "to ", "in ", "is ", "was ", "for "}[rng.IntN(8)])
		default:
			b.WriteString(common[7*min(rng.IntN(2000), rng.IntN(2000))] + " ")
		}
	}
	return b.String()
}

// BenchmarkScore is an answer of 300 words against 20 passages of 1,200
// characters, the preparing of the passages included.
func BenchmarkScore(b *testing.B) {
	passages, answer := benchmarked()
	b.ReportAllocs()
	for b.Loop() {
		Prepare(passages).Score(answer)
	}
}

func BenchmarkPrepare(b *testing.B) {
	passages, _ := benchmarked()
	b.ReportAllocs()
	for b.Loop() {
		Prepare(passages)
	}
}

func benchmarked() ([]Passage, string) {
	const characters = 1200
	passages := make([]Passage, 20)
	for i := range passages {
		passages[i] = Passage{ID: fmt.Sprint(i + 1), Text: prose(characters/4, uint64(i))[:characters]}
	}
	return passages, prose(300, 99)
}

func BenchmarkReadLexicon(b *testing.B) {
	for b.Loop() {
		readLexicon()
	}
}
