package offline

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/grounding/support"
)

// grounded scores positive/grounding: how well the passages carry the answer
// as a whole, held down by the statement that they carry least.
func grounded(r *reading) ruling {
	claims := r.claims()
	if len(claims) == 0 {
		return ruling{3, "support rule: no sentence of the answer states anything a passage could carry"}
	}
	if len(r.asked.Evidence) == 0 {
		return ruling{1, "support rule: no passage text to carry " + quoted(claims[0])}
	}
	score, worst := scale(meanSupport(claims)), weakest(claims)
	if s := first(claims, (*sentence).misquotesFigure); s != nil {
		return ruling{min(3, score), "figure rule: " + s.disagreement()}
	}
	if s := first(claims, (*sentence).invented); s != nil {
		return ruling{min(3, score), "support rule: " + s.carried() + s.because()}
	}
	switch {
	case r.unread:
		return ruling{min(3, score), fmt.Sprintf("length rule: only the first %d sentences were compared with the passages; the least is %s", maxSentences, worst.carried())}
	case !worst.fully():
		return ruling{min(4, score), "support rule: " + worst.carried() + worst.because()}
	}
	return ruling{score, fmt.Sprintf("support rule: %d of %d statements carried; the least is %s", len(claims), len(claims), worst.carried())}
}

// meanSupport is the support of an answer: the mean over its statements. One
// bad statement among many good ones shows in the rules of the weakest.
func meanSupport(claims []*sentence) float64 {
	sum := 0.0
	for _, s := range claims {
		sum += s.support.Score
	}
	return sum / float64(len(claims))
}

// scale maps support of an answer to the five scores, a fifth of the range
// each. Support is the chance that a person calls a sentence supported, so the
// boundary to a score that passes lies above one half.
func scale(carried float64) int {
	switch {
	case carried >= 0.8:
		return 5
	case carried >= fullSupport:
		return 4
	case carried >= partSupport:
		return 3
	case carried >= noSupport:
		return 2
	}
	return 1
}

// weakest is the statement carried least.
func weakest(claims []*sentence) *sentence {
	worst := claims[0]
	for _, s := range claims[1:] {
		if s.support.Score < worst.support.Score {
			worst = s
		}
	}
	return worst
}

// misquotesFigure reports a statement with a figure, date or unit that the
// passages do not give for it. One is enough to fail an answer, however well
// its words agree; other conflicts weigh in the support of their sentence.
func (s *sentence) misquotesFigure() bool {
	return slices.ContainsFunc(s.support.Conflicts, ofFigures)
}

// invented reports a statement of which no passage holds even the words. One
// fails an answer too. A statement in the words of a passage may be carried
// badly for a turn of phrase, and people let many of those pass.
func (s *sentence) invented() bool {
	const someWords = 0.5
	return s.support.Score < noSupport && s.support.Cover < someWords
}

func first(claims []*sentence, is func(*sentence) bool) *sentence {
	if i := slices.IndexFunc(claims, is); i >= 0 {
		return claims[i]
	}
	return nil
}

func ofFigures(c support.Conflict) bool {
	return c.Kind == support.Number || c.Kind == support.Date || c.Kind == support.Unit
}

// disagreement says which figure of a statement the passages do not give.
func (s *sentence) disagreement() string {
	c := s.support.Conflicts[slices.IndexFunc(s.support.Conflicts, ofFigures)]
	line := fmt.Sprintf("%s says %q, which %s does not give for it", quoted(s), oneLine(c.Said), s.where())
	if c.Found != "" {
		line = fmt.Sprintf("%s says %q, where %s has %q", quoted(s), oneLine(c.Said), s.where(), oneLine(c.Found))
	}
	return line
}

// maxBecause bounds what a reasoning line repeats of the reason of a support,
// in bytes.
const maxBecause = 240

// because is what support says of a statement, and the words of the passage
// that come nearest to it.
func (s *sentence) because() string {
	line := ": " + shorten(s.support.Reason, maxBecause)
	if s.support.Evidence.Text != "" {
		line += fmt.Sprintf("; the nearest words are %q", oneLine(s.support.Evidence.Text))
	}
	return line
}
