package quotes

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// prose splits the texts of all data sets by their titles into a long source
// and a stock to quote from. No text is in both.
func prose(t testing.TB) (source, stock string) {
	t.Helper()
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: no prose to quote from")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var parts [2]strings.Builder
	seen := map[string]bool{}
	for _, file := range files {
		for _, passage := range passagesOf(t, file) {
			if key := passage.Title + "\x00" + passage.Text; !seen[key] && len(passage.Text) > 200 {
				seen[key] = true
				side := &parts[0]
				if len(passage.Title)%4 == 0 {
					side = &parts[1]
				}
				side.WriteString(passage.Text + "\n\n")
			}
		}
	}
	return parts[0].String(), parts[1].String()
}

type passage struct{ Title, Text string }

func passagesOf(t testing.TB, file string) []passage {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []passage
	for line := range strings.Lines(string(data)) {
		var r struct{ Sources []passage }
		if json.Unmarshal([]byte(line), &r) == nil {
			out = append(out, r.Sources...)
		}
	}
	return out
}

// TestUnrelatedProseIsNotFound quotes one half of the data's prose against
// the other at growing lengths.
func TestUnrelatedProseIsNotFound(t *testing.T) {
	source, stock := prose(t)
	whole := source
	for _, size := range []int{10_000, 100_000, 1_000_000, len(whole)} {
		p := prepare(whole[:floorRune(whole, min(size, len(whole)))])
		for _, length := range []int{40, 80, 200, 400, 600, 1200, 3000, 8000} {
			n, found, highest, limit := 0, 0, 0.0, 0.0
			for from := 0; from+length <= len(stock) && n < 40; from += max(length, len(stock)/40) {
				from = floorRune(stock, from)
				quote := stock[from:floorRune(stock, from+length)]
				if strings.Contains(whole, quote) {
					continue // the sets share a passage
				}
				n++
				m := p.Match(quote)
				highest = max(highest, m.Similarity)
				limit = threshold(readQuote(quote).information(), size)
				if m.Method != NotFound {
					found++
					t.Errorf("%d in %d: %s %.3f: %q", length, size, m.Method, m.Similarity, fmt.Sprintf("%.300s", quote))
					t.Logf("   matched %q", p.Snippet(m, 0))
				}
			}
			t.Logf("source %8d, quote %5d: %d of %d found, highest similarity %.3f, limit %.2f", size, length, found, n, highest, limit)
		}
	}
	if !utf8.ValidString(whole) {
		t.Error("the prose is not UTF-8")
	}
}
