package quotes

import "slices"

// Quality is citation recall and precision of one answer: strict, where only
// entailed counts as support, and lenient, where partially entailed does too.
// Unjudged statements, on which the judge failed, are in neither.
type Quality struct {
	Strict   ALCEScore `json:"strict"`
	Lenient  ALCEScore `json:"lenient"`
	Unjudged int       `json:"unjudged"`
}

// quality is nil where no judge was asked, and in the compat profile, whose
// reference has no such figure.
func (v *verification) quality(r Report) *Quality {
	if v.opt.Judge == nil || v.opt.Profile == Compat {
		return nil
	}
	q := &Quality{}
	strict, lenient := make([]Statement, len(r.Uncited)), make([]Statement, len(r.Uncited))
	for _, claim := range r.Claims {
		cites := v.citationsOf(claim.ID)
		if undecided(cites, v.jointOf(claim.ID)) {
			q.Unjudged++
			continue
		}
		strict = append(strict, v.scored(claim.ID, cites, false))
		lenient = append(lenient, v.scored(claim.ID, cites, true))
	}
	q.Strict, q.Lenient = ALCE(strict), ALCE(lenient)
	return q
}

func (v *verification) citationsOf(claim string) []*Citation {
	var out []*Citation
	for i := range v.citations {
		if v.citations[i].ClaimID == claim {
			out = append(out, &v.citations[i])
		}
	}
	return out
}

func (v *verification) jointOf(claim string) *statement {
	for _, s := range v.joint {
		if s.claim == claim {
			return s
		}
	}
	return nil
}

func undecided(cites []*Citation, s *statement) bool {
	for _, c := range cites {
		if c.Status == StatusError {
			return true
		}
	}
	if s == nil {
		return false
	}
	failed := s.joint.Class == ClassError
	for _, e := range s.without {
		failed = failed || e.Class == ClassError
	}
	return failed
}

// scored makes the statement of a claim. A citation that is not proved, or
// that was not asked about, supports nothing.
func (v *verification) scored(claim string, cites []*Citation, lenient bool) Statement {
	alone := func(c *Citation) bool { return c.Entailment != nil && supports(*c.Entailment, lenient) }
	s := v.jointOf(claim)
	st := Statement{Full: slices.ContainsFunc(cites, alone) || s != nil && supports(s.joint, lenient)}
	for _, c := range cites {
		rest := slices.ContainsFunc(cites, func(other *Citation) bool { return other != c && alone(other) })
		if s != nil {
			// What was not proved adds nothing: without it all is left.
			without, asked := s.without[c]
			rest = rest || asked && supports(without, lenient) || c.Entailment == nil && st.Full
		}
		st.Cites = append(st.Cites, Support{Alone: alone(c), Rest: rest})
	}
	return st
}

func supports(e Entailment, lenient bool) bool {
	return e.Class == Entailed || lenient && e.Class == Partially
}
