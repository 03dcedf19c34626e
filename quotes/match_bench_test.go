package quotes

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// benchText repeats the sample's prose, a little different each time, up to
// size bytes.
func benchText(b *testing.B, size int) string {
	b.Helper()
	var text strings.Builder
	for n := 0; text.Len() < size; n++ {
		for _, r := range readRows(b, standing) {
			for _, s := range r.Sources {
				fmt.Fprintf(&text, "Part %d. %s\n\n", n, s.Text)
			}
		}
	}
	return text.String()[:size]
}

// absent is prose of the same kind that the sample does not hold.
const absent = "A small ferry company on the west coast has ordered two battery vessels for its shortest route, and the yard that " +
	"builds them says that the first should be ready to carry passengers within three years, if the council agrees to a new pier. " +
	"Older captains doubt it: winters there are rough, the channel is narrow, and nobody has yet explained who would pay for the " +
	"charging station that both of the vessels will need at either end of their daily timetable. The company's owner, who once sold " +
	"fishing gear, answers that the same was said of the diesel boats his grandfather bought, and that those sailed for fifty years."

func BenchmarkAbsentQuote(b *testing.B) {
	for _, size := range []int{1_000_000, 5_000_000} {
		p := prepare(benchText(b, size))
		for _, length := range []int{50, 200, 600} {
			b.Run(fmt.Sprintf("source=%dMB/quote=%d", size/1_000_000, length), func(b *testing.B) {
				p.Match(absent[:length]) // builds the levels
				b.SetBytes(int64(size))
				for b.Loop() {
					if m := p.Match(absent[:length]); m.Method != NotFound {
						b.Fatal(m)
					}
				}
			})
		}
	}
}

func BenchmarkPrepare(b *testing.B) {
	for _, size := range []int{1_000_000, 5_000_000} {
		text := benchText(b, size)
		b.Run(fmt.Sprintf("source=%dMB", size/1_000_000), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				prepare(text).fields[0].tight()
			}
		})
	}
}

func BenchmarkExactQuote(b *testing.B) {
	text := benchText(b, 1_000_000)
	at := strings.Index(text[900_000:], ". ") + 900_002
	quote := text[at : at+strings.Index(text[at+200:], " ")+200]
	for b.Loop() {
		if m := prepare(text).Match(quote); m.Method != Exact {
			b.Fatal(m)
		}
	}
}

func BenchmarkFuzzyQuote(b *testing.B) {
	text := benchText(b, 1_000_000)
	at := strings.Index(text[900_000:], " ") + 900_000
	quote := strings.ReplaceAll(text[at:at+200], " the ", " teh ") + "x"
	p := prepare(text)
	for b.Loop() {
		p.Match(quote)
	}
}

// TestPreparedMemory holds the readings of a source to their bound. Nothing
// else of the test lives on, so that the heap is what the source keeps.
func TestPreparedMemory(t *testing.T) {
	const limit = 12 // bytes for each byte of the source
	text := strings.Repeat("The minister is , in practice , “powerful” – 12–15 % of the vote [see](x) &amp; more . Größe über alles!\n", 10_000)
	before := heapInUse()
	p := prepare(text)
	p.fields[0].tight()
	used := float64(heapInUse()-before) / float64(len(text))
	t.Logf("%.1f bytes for each byte of the source", used)
	if used > limit {
		t.Errorf("%.1f bytes for each byte of the source, want at most %d", used, limit)
	}
	runtime.KeepAlive(p)
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
