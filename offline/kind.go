package offline

import "strings"

// kind is what a sentence of the answer does.
type kind int

const (
	claim    kind = iota // states something that a passage must carry
	remark               // too short to state anything by itself
	courtesy             // talks to the reader: greetings, offers, referrals
	decline              // says that the sources do not hold it
	query                // asks back
)

// claimTerms is how many content words make a statement; shorter ones are
// asides such as "Yes, they can."
const claimTerms = 3

// kindOf tells what a sentence does. A figure is always a claim, in whatever
// courtesy or question it is wrapped.
func (s *sentence) kindOf() kind {
	switch {
	case s.about.declines:
		return decline
	case len(s.figures) > 0:
		return claim
	case strings.HasSuffix(s.text, "?"):
		return query
	case s.about.reader:
		return courtesy
	case len(s.terms) < claimTerms:
		return remark
	}
	return claim
}

// subject is what a sentence speaks of beside the matter itself, and how.
type subject struct {
	declines bool // says that the material does not hold the answer
	material bool // says what the material holds or does not hold
	reader   bool // greets, offers help or sends elsewhere
	phrases  [intents]string
}

func subjectOf(words []string) subject {
	var tells, holds, material, rulebook bool
	for i, w := range words {
		material = material || isMaterial(w) || i == 0 && (w == "they" || w == "it")
		rulebook = rulebook || isRulebook(w)
		tells = tells || isTelling(w)
		holds = holds || isHolding(w)
	}
	phrases := phrasesIn(words)
	return subject{
		declines: (material || rulebook) && deniesMaterial(words) || phrases[ignorance] != "",
		material: material && (tells || holds) || rulebook && tells,
		reader:   phrases[pleasantry] != "" || refers(words),
		phrases:  phrases,
	}
}

// hedges reports whether the speaker softens what is said. "Usually" in a
// sentence that a passage carries is the passage's word.
func (s *sentence) hedges() bool {
	return s.about.phrases[doubt] != "" || s.about.phrases[softening] != "" && !s.support.full()
}

// filler returns the first phrase that says nothing, "" for none.
func (s *sentence) filler() string {
	if p := s.about.phrases[pleasantry]; p != "" {
		return p
	}
	return s.about.phrases[filler]
}

// refers recognises a sentence that begins by sending the reader elsewhere.
func refers(words []string) bool {
	if len(words) > 0 && words[0] == "please" {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "contact", "ask", "consult", "reach", "try":
		return true
	}
	return false
}
