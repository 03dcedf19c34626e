package quotes

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func matchCompatText(quote, text string, opt MatchOptions) (Match, trigramWindow) {
	return newCompatField("text", text).match(newCompatQuote(quote), opt)
}

func TestCompatOptionsOfZeroMeanTheDefaults(t *testing.T) {
	src := Source{Text: "The gate is shut."}
	if m := newCompatSource(src, MatchOptions{}).match("gate"); m.Method != NotFound {
		t.Errorf("a text below the default length is searched: %+v", m)
	}
	if m := newCompatSource(src, MatchOptions{WindowScales: []float64{1}}).match("gate"); m.Method != Exact {
		t.Errorf("a least length of 0 beside other options does not count: %+v", m)
	}
}

func TestCompatSourceIsSharedByGoroutines(t *testing.T) {
	src := newCompatSource(Source{Text: "Water clarity fell from 6.4 metres to 4.1 metres within three summers."}, MatchOptions{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if m := src.match("WATER CLARITY"); m.Method != Normalized || *m.Start != 0 || *m.End != 13 {
				t.Errorf("got %+v", m)
			}
		})
	}
	group.Wait()
}

func TestCompatKeepsWhatIsBestAmongFields(t *testing.T) {
	const (
		good = "The survey of the lake began in May, and its water was clear to six metres that summer."
		poor = "Trains to the coast leave at noon; tickets are sold on board until the end of the season."
	)
	quote := "The survey of the lake began in May, and its water was dear to six metres that summer."
	tests := []struct {
		name   string
		src    Source
		method Method
		field  string
	}{
		{"a later field that is better", Source{Text: poor, ExtraTexts: []string{good}}, Fuzzy, "extraTexts[0]"},
		{"the first of equal fields", Source{Text: good, ExtraTexts: []string{good}}, Fuzzy, "text"},
		{"a literal one over a near one", Source{Text: good, ExtraTexts: []string{"", poor + quote}}, Exact, "extraTexts[1]"},
		{"the title is no field", Source{Title: quote, Text: poor}, NotFound, "text"},
		{"no field at all", Source{Text: "short", ExtraTexts: []string{"short too"}}, NotFound, "text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newCompatSource(tt.src, MatchOptions{}).match(quote)
			if m.Method != tt.method || m.Field != tt.field {
				t.Errorf("got %+v, want %s in %s", m, tt.method, tt.field)
			}
		})
	}
}

func TestCompatKeepsTheScoreOfWhatIsNotFound(t *testing.T) {
	text := "The survey of the lake began in May, and its water was clear to six metres."
	m, w := matchCompatText("the surfey of the lake", text, compatDefaults())
	if m.Method != NotFound || m.Start != nil || m.Score <= 0 || m.Score >= 0.4 || m.Similarity != w.dice || w.dice <= m.Score {
		t.Errorf("got %+v by %+v, want a score below 0.4 and the likeness of the window", m, w)
	}
}

func TestCompatFuzzyStaysBelowALiteralHit(t *testing.T) {
	var quote strings.Builder
	for i := range 200 {
		fmt.Fprintf(&quote, "entry %d; ", i)
	}
	text := strings.Replace(quote.String(), "entry 99;", "entry 99:", 1)
	m, w := matchCompatText(quote.String(), text, compatDefaults())
	if m.Method != Fuzzy || m.Score != 0.99 || m.Similarity != w.dice || w.dice < 0.995 {
		t.Errorf("got %+v by %+v, want a score of 0.99", m, w)
	}
}

func TestCompatMinimumCountsTrimmedUTF16Units(t *testing.T) {
	tests := []struct {
		name, s string
		least   int
		want    bool
	}{
		{"empty", "", 1, false},
		{"nothing is asked for", "", 0, true},
		{"ASCII one short", "abc", 4, false},
		{"ASCII just enough", "abcd", 4, true},
		{"two bytes, one unit", "éééé", 5, false},
		{"three bytes, one unit", "门门门门", 5, false},
		{"four bytes, two units", "🚀🚀", 4, true},
		{"four bytes, one short", "🚀🚀", 5, false},
		{"broken bytes count one each", "\xff\xff\xff", 4, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := longEnoughJS(tt.s, tt.least); got != tt.want {
				t.Errorf("longEnoughJS(%q, %d) = %t", tt.s, tt.least, got)
			}
		})
	}
}
