package quotes

// Summary counts what was proved. A rate is nil where there is nothing to
// take it of.
type Summary struct {
	CitationCount int      `json:"citationCount"`
	VerbatimRate  *float64 `json:"verbatimRate"` // word for word, up to typography and markup
	EntailedRate  *float64 `json:"entailedRate"` // of the judged; in the compat profile errors count as judged
	Judged        int      `json:"judged"`       // with a class, errors not among them
	JudgeErrors   int      `json:"judgeErrors"`
	MeanScore     *float64 `json:"meanScore"` // of the citations that have a score
	MinScore      *float64 `json:"minScore"`
	Verified      int      `json:"verified"`
	Missing       int      `json:"missing"` // cited without a quote, or from no such source
	Claims        int      `json:"claims"`
	CitedClaims   int      `json:"citedClaims"`
	Uncited       int      `json:"uncited"` // sentences
	Orphans       int      `json:"orphans"`
	ALCE          *Quality `json:"alce"` // nil without a judge
}

func summarize(r Report) Summary {
	s := Summary{
		CitationCount: len(r.Citations),
		Claims:        len(r.Claims), Uncited: len(r.Uncited), Orphans: len(r.Orphans),
	}
	for _, claim := range r.Claims {
		if len(claim.Sources) > 0 {
			s.CitedClaims++
		}
	}
	verbatim, entailed := 0, 0
	var scores []float64
	for _, c := range r.Citations {
		s.count(c)
		if verbatimAs(c, r.Profile) {
			verbatim++
		}
		if c.Entailment != nil && c.Entailment.Class == Entailed {
			entailed++
		}
		if c.Score != nil {
			scores = append(scores, *c.Score)
		}
	}
	s.VerbatimRate = ratio(verbatim, s.CitationCount)
	s.EntailedRate = ratio(entailed, s.Judged)
	if r.Profile == Compat {
		s.EntailedRate = ratio(entailed, s.Judged+s.JudgeErrors)
	}
	s.MeanScore, s.MinScore = meanAndMin(scores)
	return s
}

func (s *Summary) count(c Citation) {
	switch c.Status {
	case StatusVerified:
		s.Verified++
	case StatusMissing:
		s.Missing++
	}
	switch {
	case c.Entailment == nil:
	case c.Entailment.Class == ClassError:
		s.JudgeErrors++
	default:
		s.Judged++
	}
}

// verbatimAs reports whether a quote stands in its source as it is. One that
// was clipped to another meaning, or proves nothing, does not count.
func verbatimAs(c Citation, p Profile) bool {
	m := c.TextMatch
	literal := m.Method == Exact || m.Method == Normalized
	if p == Compat {
		return literal
	}
	return (literal || m.Method == Loose) && len(m.Alterations) == 0 && !m.TooShort
}

func ratio(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	r := float64(k) / float64(n)
	return &r
}

func meanAndMin(scores []float64) (mean, least *float64) {
	if len(scores) == 0 {
		return nil, nil
	}
	sum, low := 0.0, scores[0]
	for _, s := range scores {
		sum += s
		low = min(low, s)
	}
	sum /= float64(len(scores))
	return &sum, &low
}
