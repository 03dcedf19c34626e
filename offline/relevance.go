package offline

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/textmatch"
)

// relevant scores positive/relevance: whether the passages hold the
// question's words, and whether the answer speaks of what they stand for.
func relevant(r *reading) ruling {
	claims := r.claims()
	if len(claims) == 0 {
		return ruling{1, "question rule: the answer states nothing, whatever was asked"}
	}
	asked := newAskedTerms(r.asked.Query)
	if len(asked.terms) == 0 {
		return ruling{4, "question rule: the question has no content words to look for in " + quoted(claims[0])}
	}
	used, held := asked.spokenBy(claims), asked.heldBy(r.asked.Evidence)
	line := fmt.Sprintf("question rule: the answer speaks of %d of the question's %d content words; %s", used.n, len(asked.terms), used.at())
	if !held {
		line += "; no passage holds any of them"
	}
	reached := float64(used.n) / float64(len(asked.terms))
	switch {
	case used.n == 0 && !held:
		return ruling{1, line}
	case used.n == 0:
		return ruling{2, line}
	case len(r.asked.Evidence) > 0 && !held:
		return ruling{3, line}
	case reached >= 0.6:
		return ruling{5, line}
	case reached >= 0.3:
		return ruling{4, line}
	}
	return ruling{3, line}
}

// askedTerms are the content words of a question.
type askedTerms struct {
	terms map[string]bool
	words textmatch.Tokenizer
}

func newAskedTerms(query string) *askedTerms {
	a := &askedTerms{terms: map[string]bool{}}
	for term := range a.words.Terms(query) {
		a.terms[term] = true
	}
	return a
}

// heldBy reports whether some passage holds a word of the question.
func (a *askedTerms) heldBy(passages []answers.Passage) bool {
	for _, p := range passages {
		for term := range a.words.Terms(p.Text) {
			if a.terms[term] {
				return true
			}
		}
	}
	return false
}

// spoken is how many of the question's words an answer speaks of, and the
// statement that speaks of most.
type spoken struct {
	n    int
	most *sentence
}

// spokenBy counts the question's words in the answer's statements. A word of
// the passage text that a statement rests on counts too: "30 days" answers a
// question about refunds when the passage gives the 30 days for refunds.
func (a *askedTerms) spokenBy(claims []*sentence) spoken {
	all, most, out := map[string]bool{}, 0, spoken{}
	for _, s := range claims {
		own := map[string]bool{}
		for _, text := range []string{s.said, s.restsOn()} {
			for term := range a.words.Terms(text) {
				if a.terms[term] {
					own[term], all[term] = true, true
				}
			}
		}
		if len(own) > most {
			most, out.most = len(own), s
		}
	}
	out.n = len(all)
	return out
}

// restsOn is the passage text that carries a statement.
func (s *sentence) restsOn() string {
	if !s.fully() {
		return ""
	}
	return s.support.Evidence.Text
}

func (s spoken) at() string {
	if s.most == nil {
		return "no sentence speaks of it"
	}
	return "most in " + s.most.carried()
}
