package offline

import "fmt"

// relevant scores positive/relevance: whether the passages hold the
// question's words, and whether the answer speaks of what they stand for.
func relevant(r *reading) ruling {
	if len(r.claims()) == 0 {
		return ruling{1, "question rule: the answer states nothing, whatever was asked"}
	}
	if len(r.question) == 0 {
		return ruling{4, "question rule: the question has no content words to look for"}
	}
	found, used := r.foundWords(), r.usedWords()
	line := fmt.Sprintf("question rule: the answer speaks of %d of the question's %d content words, the passages hold %d",
		used, len(r.question), found)
	reached := share(used, len(r.question))
	switch {
	case used == 0 && found == 0:
		return ruling{1, line}
	case used == 0:
		return ruling{2, line}
	case len(r.passages) > 0 && found == 0:
		return ruling{3, line}
	case reached >= 0.6:
		return ruling{5, line}
	case reached >= 0.3:
		return ruling{4, line}
	}
	return ruling{3, line}
}

// foundWords counts the question's words that some passage holds.
func (r *reading) foundWords() int {
	n := 0
	for _, id := range r.question {
		for _, p := range r.passages {
			if p.all.has(id) {
				n++
				break
			}
		}
	}
	return n
}

// usedWords counts the question's words in the answer. A word of the passage
// sentence that a statement rests on counts too: "30 days" answers a question
// about refunds when the passage gives the 30 days for refunds.
func (r *reading) usedWords() int {
	spoken := make(bits, (len(r.vocabulary)+63)/64)
	for _, s := range r.claims() {
		for _, id := range s.terms {
			spoken[id>>6] |= 1 << (id & 63)
		}
		if rests := s.restsOn(); rests != nil {
			for i := range spoken {
				spoken[i] |= rests[i]
			}
		}
	}
	return spoken.count(r.question)
}

// restsOn is the passage sentence nearest to a supported statement.
func (s *sentence) restsOn() bits {
	if !s.support.full() {
		return nil
	}
	var nearest bits
	most := 0
	for _, candidate := range s.support.best.sentences {
		if n := candidate.count(s.terms); n > most {
			nearest, most = candidate, n
		}
	}
	return nearest
}
