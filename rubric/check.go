package rubric

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/textmatch"
)

// Version names this set of checks and matching rules. Runs whose versions
// differ are not comparable finding by finding.
const Version = "checks/1"

// The names of the checks, as findings carry them.
const (
	CheckMustMention    = "mustMention"
	CheckMustNotMention = results.CheckMustNotMention
	CheckAnswered       = "answered"
	CheckAbstained      = "abstained"
	CheckMaxLatencyMs   = "maxLatencyMs"
	CheckMaxWords       = "maxWords"
	CheckConfidence     = "confidence"
)

// Options are what a check must know beside rubric and answer.
type Options struct {
	// ConfidenceRequired says that every answer states its confidence, so
	// that an answer to a negative question without one has not declined.
	ConfidenceRequired bool
	// LatencyMs is the measured latency; nil falls back on what the answer
	// reports of itself.
	LatencyMs *float64
}

// excerptRoom is how many characters of the answer an excerpt shows on each
// side of a hit.
const excerptRoom = 60

// Check runs every check of a rubric on an answer and returns what each
// found, passes too: first answered or abstained, then the phrases in the
// order of the rubric, then the limits, then warnings. A declined answer is
// searched like any other.
func Check(r Rubric, a answers.Answer, opt Options) []results.Finding {
	out := make([]results.Finding, 0, 4+len(r.MustMention)+len(r.MustNotMention))
	if r.ShouldAnswer {
		out = append(out, checkAnswered(a))
	} else if f, ran := checkAbstained(a, opt.ConfidenceRequired); ran {
		out = append(out, f)
	}
	s := &subject{text: a.Text}
	for _, p := range r.MustMention {
		out = append(out, s.mustMention(p))
	}
	for _, p := range r.MustNotMention {
		out = append(out, s.mustNotMention(p))
	}
	out = append(out, checkLimits(r, a, opt)...)
	return append(out, confidenceWarnings(r, a)...)
}

func (s *subject) mustMention(p Phrase) results.Finding {
	f := results.Finding{Check: CheckMustMention, Phrase: p.String()}
	if err := p.Validate(); err != nil {
		return unchecked(f, err)
	}
	h, ok := s.first(p)
	if !ok {
		f.Status, f.Message = results.FindingFail, "missing required detail"
		return f
	}
	f.Status = results.FindingPass
	return s.show(f, h)
}

// mustNotMention fails on a denied phrase too: whether "no weekend delivery"
// is harmless is not for a word list to say. The flag lets a reader see it.
func (s *subject) mustNotMention(p Phrase) results.Finding {
	f := results.Finding{Check: CheckMustNotMention, Phrase: p.String()}
	if err := p.Validate(); err != nil {
		return unchecked(f, err)
	}
	h, denied, ok := s.claimed(p)
	if !ok {
		f.Status = results.FindingPass
		return f
	}
	f.Status, f.Message = results.FindingFail, "contains forbidden claim"
	f.PossiblyNegated = denied
	return s.show(f, h)
}

// unchecked is the finding on a phrase that slipped past validation. A broken
// pattern finds nothing, which must not read as a forbidden claim avoided.
func unchecked(f results.Finding, err error) results.Finding {
	f.Status, f.Message = results.FindingInconclusive, "cannot be checked: "+err.Error()
	return f
}

// show adds the place of a hit to a finding.
func (s *subject) show(f results.Finding, h textmatch.Hit) results.Finding {
	f.Start, f.End = &h.Start, &h.End
	f.Excerpt = textmatch.Excerpt(s.text, h, excerptRoom)
	return f
}

func checkLimits(r Rubric, a answers.Answer, opt Options) []results.Finding {
	var out []results.Finding
	if r.MaxLatencyMs != nil {
		out = append(out, checkLatency(*r.MaxLatencyMs, a, opt.LatencyMs))
	}
	if r.MaxWords != nil {
		out = append(out, checkWords(*r.MaxWords, a.Text))
	}
	return out
}

func checkLatency(limit int, a answers.Answer, measured *float64) results.Finding {
	if measured == nil {
		measured = a.LatencyMs
	}
	f := results.Finding{Check: CheckMaxLatencyMs}
	switch {
	case measured == nil:
		f.Status, f.Message = results.FindingInconclusive, "no latency reported"
	case *measured > float64(limit):
		f.Status = results.FindingFail
		f.Message = fmt.Sprintf("took %s ms, limit %d ms", strconv.FormatFloat(*measured, 'f', -1, 64), limit)
	default:
		f.Status = results.FindingPass
	}
	return f
}

func checkWords(limit int, text string) results.Finding {
	f := results.Finding{Check: CheckMaxWords, Status: results.FindingPass}
	if n := textmatch.CountWords(text); n > limit {
		f.Status, f.Message = results.FindingFail, fmt.Sprintf("%d words, limit %d", n, limit)
	}
	return f
}
