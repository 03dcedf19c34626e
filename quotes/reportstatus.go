package quotes

import "slices"

// statusOf is the first status that holds of a citation.
//
// A quote that is not in its source, or altered there, but stands rightly in
// another is of the wrong source: that is what there is to mend.
func statusOf(c Citation, minScore float64) Status {
	m := c.TextMatch
	switch {
	case m.Method == Missing:
		return StatusMissing
	case c.Score == nil || c.Entailment != nil && c.Entailment.Class == ClassError:
		return StatusError
	case m.TooShort:
		return StatusTooShort
	case c.FoundIn > 0:
		return StatusWrongSource
	case m.Method == NotFound:
		return StatusNotFound
	case len(m.Alterations) > 0:
		return StatusAltered
	case *c.Score < minScore || c.Entailment != nil && c.Entailment.Class.unsupported():
		return StatusWeak
	}
	return StatusVerified
}

// unsupported reports whether a quote of this class leaves its claim without
// support, however sure the judge is.
func (c Class) unsupported() bool {
	return c == Overstated || c == Insufficient || c == Contradicted
}

// Band returns the confidences that a class allows. Confidence is the degree
// of support, so that "contradicted, 0.9" is no answer. ok is false for what
// is no class of a judge.
func (c Class) Band() (lo, hi float64, ok bool) {
	switch c {
	case Entailed:
		return 0.9, 1, true
	case Partially:
		return 0.5, 0.8, true
	case Overstated:
		return 0.3, 0.6, true
	case Insufficient:
		return 0.1, 0.4, true
	case Contradicted:
		return 0, 0, true
	}
	return 0, 0, false
}

// Valid reports whether e is a class of a judge with a confidence in its
// band.
func (e Entailment) Valid() bool {
	lo, hi, ok := e.Class.Band()
	return ok && e.Confidence != nil && *e.Confidence >= lo && *e.Confidence <= hi
}

// Verdict is what becomes of an answer.
type Verdict string

// Pass: every citation is verified and nothing is left uncited. Revise: there
// is something to mend. Unverified: nothing to mend was found, but nothing
// was there to check, or the judge failed on some of it.
const (
	Pass       Verdict = "pass"
	Revise     Verdict = "revise"
	Unverified Verdict = "unverified"
)

// unchecked are the warnings that tell of a claim or a quote which no
// citation of the report stands for. Without them an answer would pass by
// spoiling its own markers.
var unchecked = [...]WarningCode{
	MissingEvidence, MissingSource, OrphanEvidence, NoGroup, BadIndex, Unmarked, DuplicateClaim,
}

func decide(r Report) Verdict {
	failed := 0
	for _, c := range r.Citations {
		switch c.Status {
		case StatusVerified:
		case StatusError:
			failed++
		default:
			return Revise
		}
	}
	if len(r.Uncited) > 0 || slices.ContainsFunc(r.Warnings, Warning.leavesUnchecked) {
		return Revise
	}
	if failed > 0 || len(r.Citations) == 0 {
		return Unverified
	}
	return Pass
}

func (w Warning) leavesUnchecked() bool { return slices.Contains(unchecked[:], w.Code) }
