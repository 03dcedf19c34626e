package quotes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// noisyCopies makes honest copies of a quote as scanners, typists and models
// make them. None changes what is said.
func noisyCopies(quote string, r *rand.Rand) map[string]string {
	out := map[string]string{
		"punctuation lost":  strings.NewReplacer(",", "", ";", "", "\"", "", "(", "", ")", "").Replace(quote),
		"full stop added":   strings.TrimRight(quote, " .") + ".",
		"case":              strings.ToUpper(quote),
		"typographic":       strings.NewReplacer("'", "’", "\"", "”", " - ", " – ", " -- ", "—").Replace(quote),
		"tokenizer spacing": strings.NewReplacer(" ,", ",", " .", ".", "( ", "(", " )", ")", " 's", "'s").Replace(quote),
	}
	words := strings.Fields(quote)
	if len(words) < 6 {
		return out
	}
	if i := plainWord(words, r); i >= 0 {
		out["a word dropped"] = strings.Join(slices.Delete(slices.Clone(words), i, i+1), " ")
		out["a slip"] = strings.Join(slices.Replace(slices.Clone(words), i, i+1, slip(words[i], r)), " ")
		out["a line break"] = strings.Join(slices.Replace(slices.Clone(words), i, i+1, words[i][:2]+"-\n"+words[i][2:]), " ")
		out["emphasis"] = strings.Join(slices.Replace(slices.Clone(words), i, i+1, "**"+words[i]+"**"), " ")
	}
	out["scanned"] = scanned(words, r)
	return out
}

// plainWord picks a word of small letters on which no meaning of ours hangs.
func plainWord(words []string, r *rand.Rand) int {
	for range 20 {
		i := r.IntN(len(words))
		w := words[i]
		s := senseOf(w, false)
		letters := strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""
		if letters && len(w) >= 4 && s.class == 0 && len(s.sides) == 0 && !denies(token{text: w}, "") {
			return i
		}
	}
	return -1
}

func slip(w string, r *rand.Rand) string {
	i := r.IntN(len(w) - 1)
	switch r.IntN(3) {
	case 0:
		return w[:i] + w[i+1:]
	case 1:
		return w[:i] + string(w[i+1]) + string(w[i]) + w[i+2:]
	}
	return w[:i] + string('a'+rune(r.IntN(26))) + w[i+1:]
}

// scanned misreads letters here and there, as scanners do, and joins two
// words. Figures and small words are left alone.
func scanned(words []string, r *rand.Rand) string {
	misread := strings.NewReplacer("rn", "m", "m", "rn", "cl", "d", "li", "h")
	out := slices.Clone(words)
	for range 1 + len(words)/10 {
		if i := plainWord(words, r); i >= 0 {
			out[i] = misread.Replace(words[i])
		}
	}
	i := r.IntN(len(out) - 1)
	if strings.Trim(out[i]+out[i+1], "abcdefghijklmnopqrstuvwxyz") == "" {
		out[i] += out[i+1]
		out = slices.Delete(out, i+1, i+2)
	}
	return strings.Join(out, " ")
}

func TestNoisyCopiesAreNotAccused(t *testing.T) {
	eachSet(t, func(t *testing.T, rows []row) {
		if accused, n := noise(t, rows); float64(accused)/float64(n) > 0.005 {
			t.Errorf("%d of %d honest copies are not found or altered", accused, n)
		}
	})
}

func noise(t *testing.T, rows []row) (accused, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]map[string]int{}
	lowest := map[string]float64{}
	picked(rows, func(row row, quote string, p *Prepared) {
		if p.Match(quote).TooShort {
			return
		}
		copies := noisyCopies(quote, r)
		for _, kind := range sortedKeys(copies) {
			m := p.Match(copies[kind])
			n++
			if counts[kind] == nil {
				counts[kind], lowest[kind] = map[string]int{}, 1
			}
			counts[kind]["copies"]++
			if m.Method == NotFound || len(m.Alterations) > 0 {
				accused++
				counts[kind]["accused"]++
				t.Logf("%s: %s %.3f %v: %q of %q", kind, m.Method, m.Similarity, m.Alterations, copies[kind], quote)
			}
			if m.Score < 0.85 {
				counts[kind]["under .85"]++
			}
			lowest[kind] = min(lowest[kind], m.Score)
		}
	})
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-20s %7s %8s %10s %8s\n", "honest copy", "copies", "accused", "under .85", "lowest")
	for _, kind := range sortedKeys(counts) {
		c := counts[kind]
		fmt.Fprintf(&table, "%-20s %7d %8d %10d %8.3f\n", kind, c["copies"], c["accused"], c["under .85"], lowest[kind])
	}
	t.Log(table.String())
	return accused, n
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
