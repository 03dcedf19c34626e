package quotes

import (
	"fmt"
	"math"
)

// GateProblem is one citation that must be mended. Scores have two decimals.
type GateProblem struct {
	ClaimID     string      `json:"claimId"`
	SourceIndex int         `json:"sourceIndex"`
	ClaimText   string      `json:"claimText"`
	Type        string      `json:"type"`
	TextMatch   GateMatch   `json:"textMatch"`
	Entailment  *Entailment `json:"entailment"`
	Score       *float64    `json:"score"`
}

// GateMatch is the part of a match that the gate shows.
type GateMatch struct {
	Method Method  `json:"method"`
	Score  float64 `json:"score"`
}

// problemOf is the first problem that a citation has, or "".
func problemOf(c Citation, minScore float64) string {
	switch {
	case c.TextMatch.Method == NotFound:
		return "quote_not_in_source"
	case c.Entailment != nil && c.Entailment.Class == Contradicted:
		return "contradicted_by_source"
	case c.Entailment != nil && c.Entailment.Class == Overstated:
		return "overstated"
	case c.Score != nil && *c.Score < minScore:
		return "weakly_supported"
	}
	return ""
}

func newGateProblem(c Citation, kind string) GateProblem {
	p := GateProblem{
		ClaimID: c.ClaimID, SourceIndex: c.SourceIndex, ClaimText: c.ClaimText, Type: kind,
		TextMatch:  GateMatch{Method: c.TextMatch.Method, Score: twoDecimals(c.TextMatch.Score)},
		Entailment: c.Entailment,
	}
	if c.Score != nil {
		score := twoDecimals(*c.Score)
		p.Score = &score
	}
	return p
}

// twoDecimals rounds halves up, as JavaScript does.
func twoDecimals(x float64) float64 { return math.Floor(x*100+0.5) / 100 }

var remedies = map[string]string{
	"quote_not_in_source":    "the quote is not in the source; quote it word for word or drop the claim",
	"contradicted_by_source": "the source says otherwise; correct or drop the claim",
	"overstated":             "the claim says more than the quote; weaken it",
	"weakly_supported":       "the quote hardly supports the claim; find a better one or drop the claim",
}

const shownClaim = 120 // UTF-16 units of a claim in an instruction

func instructionLines(r *GateReport) []string {
	lines := []string{"Some citations of your answer could not be confirmed. Mend these and answer again."}
	for _, p := range r.Problems {
		lines = append(lines, fmt.Sprintf("- %s, %q: %s.", p.ClaimID, cutJS(p.ClaimText, shownClaim), remedies[p.Type]))
	}
	for _, u := range r.Uncited {
		lines = append(lines, fmt.Sprintf("- uncited, %q: cite a source that says so, or leave it out.", cutJS(u, shownClaim)))
	}
	return append(lines, "Add no claim that the sources do not support.")
}
