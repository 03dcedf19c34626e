package offline

import (
	"slices"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/support"
)

// backs reports whether p supports s at least in part: as the passage that
// carries it, or by itself. A cited passage need not be the one that carries
// most. Where a quote from it is proved, the sentence may put that quote in
// words of its own.
func (t *citing) backs(p *answers.Passage, s *sentence) bool {
	need := partSupport
	if slices.Contains(s.proved, p) {
		need = noSupport
	}
	if s.support.Passage == p.ID {
		return s.support.Score >= need
	}
	return t.alone(p)[s] >= need
}

// alone measures the answer against one passage, once: a cited passage may
// support what another carries better.
func (t *citing) alone(p *answers.Passage) map[*sentence]float64 {
	if known := t.byPassage[p]; known != nil {
		return known
	}
	by := map[*sentence]float64{}
	evidence := support.Prepare([]support.Passage{{ID: p.ID, Title: p.Title, Text: p.Text}})
	for _, measured := range evidence.Score(t.r.text).Sentences {
		s := t.r.sentenceAt(measured.Start)
		if score, again := by[s]; !again || measured.Score < score {
			by[s] = measured.Score
		}
	}
	t.byPassage[p] = by
	return by
}

// backsAny reports whether p supports any statement.
func (t *citing) backsAny(p *answers.Passage) bool {
	for _, s := range t.claims {
		if t.backs(p, s) {
			return true
		}
	}
	return false
}

// unvouched is the first statement that no cited passage supports, nil when
// there is none, and the share of the others.
func (t *citing) unvouched() (first *sentence, share float64) {
	vouched := 0
	for _, s := range t.claims {
		switch {
		case t.vouched(s):
			vouched++
		case first == nil:
			first = s
		}
	}
	return first, float64(vouched) / float64(max(1, len(t.claims)))
}

// vouched asks the passage that carries s first: where that one is cited, no
// other needs to be measured.
func (t *citing) vouched(s *sentence) bool {
	for _, p := range t.cited {
		if p.ID == s.support.Passage && t.backs(p, s) {
			return true
		}
	}
	for _, p := range t.cited {
		if t.backs(p, s) {
			return true
		}
	}
	return false
}
