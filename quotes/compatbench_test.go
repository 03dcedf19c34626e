package quotes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// compatProse returns about n bytes of words drawn as in prose: few of them often.
func compatProse(random *rand.Rand, n int) string {
	vocabulary := make([]string, 4000)
	for i := range vocabulary {
		var word strings.Builder
		for range 2 + random.IntN(9) {
			word.WriteByte("eeetttaaooiinnsshhrrddlucmfwypvbgk"[random.IntN(34)])
		}
		vocabulary[i] = word.String()
	}
	var b strings.Builder
	for b.Len() < n {
		f := random.Float64()
		b.WriteString(vocabulary[int(f*f*f*float64(len(vocabulary)))])
		b.WriteByte(' ')
	}
	return b.String()
}

func BenchmarkCompat(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	text := compatProse(random, 1<<20)
	src := newCompatSource(Source{Text: text}, MatchOptions{})
	src.match("not there")
	for _, length := range []int{50, 200, 600} {
		quote := compatProse(random, length)
		b.Run(fmt.Sprintf("absent quote of %d in 1 MB", length), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if src.match(quote).Method == Exact {
					b.Fatal("the quote is there")
				}
			}
		})
	}
	for name, s := range map[string]string{
		"ASCII":    text,
		"Cyrillic": strings.Repeat("уровень реки поднялся Йод ё ", 1<<20/50),
		"French":   strings.Repeat("Le café du théâtre a rouvert après deux ans ", 1<<20/50),
		"Chinese":  strings.Repeat("该水库于二〇一八年建成，总库容为五千万", 1<<20/57),
	} {
		b.Run("normalise "+name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				compatNormalize(s)
			}
		})
	}
}
