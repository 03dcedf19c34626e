package offline

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/quotes"
)

// leftOut stands where a passage was cut for the prompt.
const leftOut = "[…]"

// quote checks a quote put to a sentence. A quote that stands in its passage
// is one that a reader can look up; whether it says what the sentence says is
// for the citation beside it.
func (t *citing) quote(s *sentence, q quotes.Citation) {
	p := t.r.passageNumber(q.SourceIndex)
	switch {
	case p == nil: // the citation beside the quote names no passage, which is said there
	case q.Status == quotes.StatusVerified:
		t.good++
		t.proved++
		s.proved = append(s.proved, p)
	case q.Status == quotes.StatusTooShort, q.Status == quotes.StatusNotFound && strings.Contains(p.Text, leftOut):
		// Neither proved nor refuted: the rest of the passage is not shown.
	default:
		t.fault(fmt.Sprintf("quote rule: %s quotes %q from %s: %s", quoted(s), oneLine(q.Quote), bracketed(p.ID), t.r.reason(q)))
	}
}

// reason is why a quote does not count, with the name of the passage that
// does hold it.
func (r *reading) reason(q quotes.Citation) string {
	if p := r.passageNumber(q.FoundIn); p != nil {
		return "the quote stands in " + bracketed(p.ID)
	}
	return q.Reason()
}

// passageNumber is the n-th passage, nil when there is none.
func (r *reading) passageNumber(n int) *answers.Passage {
	if n < 1 || n > len(r.asked.Evidence) {
		return nil
	}
	return &r.asked.Evidence[n-1]
}
