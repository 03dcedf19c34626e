package quotes

import "fmt"

// checkedEvidence is the evidence of an answer after it was held against the
// claims.
type checkedEvidence struct {
	first   []Evidence // one per citation, the first
	orphans []Evidence // of those, what no claim cites
}

// crossCheck holds evidence against claims: one quote per citation, a citation
// for every quote, a quote for every citation. Warnings come in that order.
func crossCheck(claims []Claim, items []Evidence) (checkedEvidence, []Warning) {
	cited := citedPairs(claims)
	seen := map[pair]bool{}
	var out checkedEvidence
	var warnings []Warning
	for _, item := range items {
		key := pair{item.ClaimID, item.Source}
		if seen[key] {
			warnings = append(warnings, duplicateEvidence(key))
			continue
		}
		seen[key] = true
		out.first = append(out.first, item)
		if !cited[key] {
			out.orphans = append(out.orphans, item)
			warnings = append(warnings, orphanEvidence(key))
		}
	}
	return out, append(warnings, unquoted(claims, seen)...)
}

func citedPairs(claims []Claim) map[pair]bool {
	cited := map[pair]bool{}
	for _, claim := range claims {
		for _, source := range claim.Sources {
			cited[pair{claim.ID, source}] = true
		}
	}
	return cited
}

// unquoted warns of each citation that no evidence line stands for.
func unquoted(claims []Claim, quoted map[pair]bool) []Warning {
	var warnings []Warning
	for _, claim := range claims {
		for _, source := range claim.Sources {
			if key := (pair{claim.ID, source}); !quoted[key] {
				warnings = append(warnings, missingEvidence(key))
			}
		}
	}
	return warnings
}

func duplicateEvidence(p pair) Warning {
	return pairWarning(DuplicateEvidence, p, "claim %s quotes source %d twice; the first quote is kept")
}

func orphanEvidence(p pair) Warning {
	return pairWarning(OrphanEvidence, p, "evidence for claim %s and source %d has no citation in the answer")
}

func missingEvidence(p pair) Warning {
	return pairWarning(MissingEvidence, p, "claim %s cites source %d without a quote")
}

func pairWarning(code WarningCode, p pair, format string) Warning {
	return Warning{
		Code:    code,
		ClaimID: p.claim,
		Source:  p.source,
		Message: fmt.Sprintf(format, p.claim, p.source),
	}
}
