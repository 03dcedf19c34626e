package quotes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unicode/utf16"
)

// plainWindow is the search as it is told, without a thought for speed: every
// window's trigrams are counted afresh.
func plainWindow(quote, text []uint16, scales []float64) trigramWindow {
	step := int(min(max(math.Floor(float64(len(quote))/8+0.5), 10), 80))
	var best trigramWindow
	for _, scale := range scales {
		length := max(40, int(math.Floor(float64(float64(len(quote))*scale)+0.5)))
		w := plainScan(quote, text, 0, len(text)-length, step, length)
		if length > len(text) {
			w = trigramWindow{length: len(text), dice: plainDice(quote, text)}
		}
		if w.dice > best.dice {
			best = w
		}
	}
	if best.dice == 0 {
		return trigramWindow{}
	}
	from, to := max(0, best.offset-step), min(len(text)-best.length, best.offset+step)
	if w := plainScan(quote, text, from, to, 1, best.length); w.dice > best.dice {
		best = w
	}
	return best
}

func plainScan(quote, text []uint16, from, to, step, length int) trigramWindow {
	var best trigramWindow
	for at := from; at <= to; at += step {
		if dice := plainDice(quote, text[at:at+length]); dice > best.dice {
			best = trigramWindow{offset: at, length: length, dice: dice}
		}
		if best.dice >= 0.995 {
			break
		}
	}
	return best
}

func plainDice(a, b []uint16) float64 {
	left, right := plainCounts(a), plainCounts(b)
	shared, total := 0, 0
	for gram, n := range left {
		shared += min(n, right[gram])
		total += n
	}
	for _, n := range right {
		total += n
	}
	if len(left) == 0 || len(right) == 0 {
		return 0
	}
	return 2 * float64(shared) / float64(total)
}

func plainCounts(units []uint16) map[[3]uint16]int {
	counts := map[[3]uint16]int{}
	for i := 2; i < len(units); i++ {
		counts[[3]uint16(units[i-2:i+1])]++
	}
	return counts
}

var windowAlphabets = map[string][]rune{
	"two letters":    []rune("ab"),
	"six letters":    []rune("abcde "),
	"25 letters":     []rune("abcdefghijklmnopqrstuvwx "),
	"zeros":          {0, 1},
	"ideographs":     []rune("水库于二〇一八年建成"),
	"astral":         []rune("🚀🔥🌙a"),
	"half surrogate": []rune("🚀🚁"), // equal first units
}

var windowScaleLists = [][]float64{{0.85, 1, 1.15}, {1}, {1.3}, {1.15, 1, 0.85}, {0.5, 2, 0.1, 1}}

func TestWindowSearchFindsWhatThePlainOneFinds(t *testing.T) {
	const rounds = 15
	for name, alphabet := range windowAlphabets {
		for i, scales := range windowScaleLists {
			t.Run(fmt.Sprintf("%s/scales %d", name, i), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(i), uint64(len(name))))
				for range rounds {
					text, quote := randomPair(random, alphabet)
					want := plainWindow(quote, text, scales)
					if got := bestWindow(newTrigramIndex(quote), text, scales); got != want {
						t.Fatalf("got %+v, want %+v\nquote %x\ntext %x", got, want, quote, text)
					}
				}
			})
		}
	}
}

// randomPair returns a text and a quote: one of its own stretches with a few
// units changed, or a stranger; shorter or longer than the text.
func randomPair(random *rand.Rand, alphabet []rune) (text, quote []uint16) {
	text = randomUnits(random, alphabet, random.IntN(700))
	quote = randomUnits(random, alphabet, random.IntN(400))
	if len(text) > 60 && random.IntN(4) > 0 {
		from := random.IntN(len(text) - 50)
		quote = append([]uint16(nil), text[from:from+50+random.IntN(len(text)-from-49)]...)
		for range random.IntN(4) {
			quote[random.IntN(len(quote))] = text[random.IntN(len(text))]
		}
	}
	return text, quote
}

func randomUnits(random *rand.Rand, alphabet []rune, n int) []uint16 {
	var units []uint16
	for range n {
		units = utf16.AppendRune(units, alphabet[random.IntN(len(alphabet))])
	}
	return units
}

// TestWindowScanStopsAtTheFirstCloseEnough pins that the first window of
// 0.995 is taken although a perfect one follows.
func TestWindowScanStopsAtTheFirstCloseEnough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	quote := randomUnits(random, windowAlphabets["25 letters"], 800)
	near := append([]uint16(nil), quote...)
	near[799] = '#'
	text := append(near, quote...)
	got := bestWindow(newTrigramIndex(quote), text, []float64{1})
	if got.offset != 0 || got.dice < 0.995 || got.dice == 1 {
		t.Errorf("got %+v, want the first of the two", got)
	}
}

func TestWindowLengths(t *testing.T) {
	tests := []struct {
		name  string
		quote int
		scale float64
		text  int
		want  int
	}{
		{"a product just below a half rounds down", 50, 1.15, 1000, 57},
		{"a half rounds up", 50, 1.01, 1000, 51},
		{"never below 40", 10, 1, 1000, 40},
		{"never beyond the text", 300, 1, 200, 200},
		{"a text below 40 is one window", 10, 1, 12, 12},
		{"a negative scale is the least window", 100, -1, 1000, 40},
		{"an infinite scale is the text", 100, math.Inf(1), 1000, 1000},
		{"no number is the text", 100, math.NaN(), 1000, 1000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := windowLength(tt.quote, tt.scale, tt.text); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
