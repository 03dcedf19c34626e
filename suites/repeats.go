package suites

import (
	"slices"

	"github.com/evalrun/evalrun/textmatch"
)

// Near-duplicate questions are looked for among the first maxCompared of a
// suite: sets beyond that are generated, and their author looks elsewhere.
const maxCompared = 2000

// alike is the share of common words from which two queries are reported: one
// word in ten may differ.
const alike = 0.9

// repeats finds queries that ask with the same words. Two of the same meaning
// count twice in every rate, and their errors go together.
type repeats struct {
	asked  []wordSet
	byWord map[string][]int // of the leading words of each set
}

type wordSet struct {
	id    string
	at    position
	file  string
	words []string // sorted, each once
}

func (l *linter) repeated(e entry, r *repeats) {
	if len(r.asked) >= maxCompared {
		return
	}
	words := textmatch.Words(e.Query)
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) == 0 {
		return
	}
	if before, found := r.add(wordSet{e.ID, e.at, e.File, words}); found {
		l.warn(e.at, "reword it, or remove one of the two", "asks nearly the same as question %s in %s:%d",
			visible(before.id), visible(before.file), before.at.line)
	}
}

// add returns an earlier set that is alike. Two sets that share nine tenths
// share one of the leading words of each, in sorted order, so that only those
// are looked up.
func (r *repeats) add(s wordSet) (wordSet, bool) {
	if r.byWord == nil {
		r.byWord = map[string][]int{}
	}
	leading := s.words[:len(s.words)/10+1]
	var found *wordSet
	for _, word := range leading {
		for _, i := range r.byWord[word] {
			if found == nil && overlap(r.asked[i].words, s.words) >= alike {
				found = &r.asked[i]
			}
		}
	}
	for _, word := range leading {
		r.byWord[word] = append(r.byWord[word], len(r.asked))
	}
	r.asked = append(r.asked, s)
	if found == nil {
		return wordSet{}, false
	}
	return *found, true
}

// overlap is the Jaccard index of two sorted sets.
func overlap(a, b []string) float64 {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common, i, j = common+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
