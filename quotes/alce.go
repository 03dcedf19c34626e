package quotes

// Statement is a sentence of an answer with what a judge said of the
// passages it cites. Full says that they support it together.
type Statement struct {
	Cites []Support
	Full  bool
}

// Support is one citation of a statement: whether its passage supports the
// statement alone, and whether the statement's other passages still support
// it without this one. A sole citation has no others: Rest is false.
type Support struct {
	Alone, Rest bool
}

// ALCEScore holds citation recall and precision as ALCE defines them (Gao et
// al. 2023, arXiv 2305.14627), with their counts. A figure is nil where there
// is nothing to take it of: precision and F1 without citations, all three
// without statements.
type ALCEScore struct {
	Recall     *float64 `json:"recall"`
	Precision  *float64 `json:"precision"`
	F1         *float64 `json:"f1"`
	Statements int      `json:"statements"`
	Recalled   int      `json:"recalled"`
	Citations  int      `json:"citations"`
	Precise    int      `json:"precise"`
}

// ALCE scores the statements of one answer. A statement is recalled if it
// cites and its passages together support it. A citation is precise if its
// statement is recalled and the passage is needed: it supports the statement
// alone, or the others do not without it.
func ALCE(statements []Statement) ALCEScore {
	s := ALCEScore{Statements: len(statements)}
	for _, st := range statements {
		s.Citations += len(st.Cites)
		if len(st.Cites) == 0 || !st.Full {
			continue
		}
		s.Recalled++
		for _, c := range st.Cites {
			if c.Alone || !c.Rest {
				s.Precise++
			}
		}
	}
	return s.withRates()
}

func (s ALCEScore) withRates() ALCEScore {
	s.Recall = ratio(s.Recalled, s.Statements)
	s.Precision = ratio(s.Precise, s.Citations)
	s.F1 = harmonic(s.Precision, s.Recall)
	return s
}

func harmonic(p, r *float64) *float64 {
	if p == nil || r == nil || *p+*r == 0 {
		return nil
	}
	f := 2 * *p * *r / (*p + *r)
	return &f
}

// ALCEMean is ALCE over several answers. The macro figures are means over the
// answers that have the figure, so that a long answer counts once; Micro
// counts every statement and citation alike.
type ALCEMean struct {
	Recall           *float64  `json:"recall"`
	Precision        *float64  `json:"precision"`
	Answers          int       `json:"answers"`
	RecallAnswers    int       `json:"recallAnswers"`    // in the mean of recall
	PrecisionAnswers int       `json:"precisionAnswers"` // in the mean of precision
	Micro            ALCEScore `json:"micro"`
}

// MacroALCE averages the scores of several answers.
func MacroALCE(scores []ALCEScore) ALCEMean {
	m := ALCEMean{Answers: len(scores)}
	var recalls, precisions []float64
	for _, s := range scores {
		m.Micro.Statements += s.Statements
		m.Micro.Recalled += s.Recalled
		m.Micro.Citations += s.Citations
		m.Micro.Precise += s.Precise
		if s.Recall != nil {
			recalls = append(recalls, *s.Recall)
		}
		if s.Precision != nil {
			precisions = append(precisions, *s.Precision)
		}
	}
	m.RecallAnswers, m.PrecisionAnswers = len(recalls), len(precisions)
	m.Recall, _ = meanAndMin(recalls)
	m.Precision, _ = meanAndMin(precisions)
	m.Micro = m.Micro.withRates()
	return m
}
