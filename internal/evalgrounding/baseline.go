package main

import (
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/textmatch"
)

// baselines returns the share of an answer's content words that stand in the
// passages, and of its word pairs.
func baselines(answer string, passages []support.Passage) (words, pairs float64) {
	held, heldPairs := map[string]bool{}, map[[2]string]bool{}
	for _, p := range passages {
		text := textmatch.Words(p.Text)
		for i, w := range text {
			held[w] = true
			if i > 0 {
				heldPairs[[2]string{text[i-1], w}] = true
			}
		}
	}
	said := textmatch.Words(answer)
	content, found, foundPairs := 0, 0, 0
	for i, w := range said {
		if !textmatch.OrdinaryWord(w) {
			content++
			if held[w] {
				found++
			}
		}
		if i > 0 && heldPairs[[2]string{said[i-1], w}] {
			foundPairs++
		}
	}
	return share(found, content), share(foundPairs, len(said)-1)
}

func share(k, n int) float64 {
	if n <= 0 {
		return 0
	}
	return float64(k) / float64(n)
}
