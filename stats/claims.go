package stats

// Claim is one claim of an answer; nil is what was not assessed.
type Claim struct {
	Correct *bool // by the gold answer
	Context *bool // the retrieved passages support it
}

// GoldClaim is one claim that a full answer makes.
type GoldClaim struct {
	InAnswer  bool
	InContext bool
}

// ClaimFigures say where an answer's claims come from. Shares without a claim
// to stand on are nil, never 1.
type ClaimFigures struct {
	Coverage      *float64 // assessed against the context, of all
	Faithfulness  *float64 // supported by the context, of those
	Unsupported   int      // of those
	Precision     *float64 // correct
	Recall        *float64 // gold claims that the answer makes
	F1            *float64
	Hallucination *float64 // wrong and not in the context
	Noise         *float64 // wrong and in the context
	SelfKnowledge *float64 // right and not in the context
	ClaimRecall   *float64 // gold claims in the context: the retriever's part
	Utilization   *float64 // of those, made by the answer: the generator's part
}

// Claims sums up one answer; an answer is the unit, so several are averaged
// answer by answer.
func Claims(claims []Claim, gold []GoldClaim) ClaimFigures {
	var supported, unsupported, right, wrong, hallucinated, noise, own, both int
	for _, c := range claims {
		if c.Context != nil {
			eitherWay(*c.Context, &supported, &unsupported)
		}
		if c.Correct != nil {
			eitherWay(*c.Correct, &right, &wrong)
		}
		if c.Context == nil || c.Correct == nil {
			continue
		}
		both++
		switch {
		case *c.Correct && !*c.Context:
			own++
		case !*c.Correct && *c.Context:
			noise++
		case !*c.Correct:
			hallucinated++
		}
	}
	f := ClaimFigures{
		Coverage:      shareOf(supported+unsupported, len(claims)-supported-unsupported),
		Faithfulness:  shareOf(supported, unsupported),
		Unsupported:   unsupported,
		Precision:     shareOf(right, wrong),
		Hallucination: shareOf(hallucinated, both-hallucinated),
		Noise:         shareOf(noise, both-noise),
		SelfKnowledge: shareOf(own, both-own),
	}
	f.addGold(gold)
	return f
}

func (f *ClaimFigures) addGold(gold []GoldClaim) {
	var made, left, found, missed, used int
	for _, g := range gold {
		eitherWay(g.InAnswer, &made, &left)
		eitherWay(g.InContext, &found, &missed)
		if g.InContext && g.InAnswer {
			used++
		}
	}
	f.Recall = shareOf(made, left)
	f.F1 = harmonic(f.Precision, f.Recall)
	f.ClaimRecall = shareOf(found, missed)
	f.Utilization = shareOf(used, found-used)
}

func eitherWay(yes bool, yeses, noes *int) {
	if yes {
		*yeses++
	} else {
		*noes++
	}
}
