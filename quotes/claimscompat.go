package quotes

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	strictMarker = regexp.MustCompile(`\{(c[0-9]+)\}`)
	strictGroup  = regexp.MustCompile(`\[([0-9]+)\]`)
	groupAtEnd   = regexp.MustCompile(`(?:\[[0-9]+\])+$`)
)

// compatClaims reads claims as the reference does: line by line, each from
// the marker before it, with the group that touches its own marker.
func compatClaims(body string) (claims []Claim, warnings []Warning, clean string) {
	seen := map[string]bool{}
	for line := range strings.SplitSeq(body, "\n") {
		if !strings.Contains(line, "{c") {
			continue
		}
		from := 0
		for _, at := range strictMarker.FindAllStringSubmatchIndex(line, -1) {
			claim, warned := compatClaim(line[at[2]:at[3]], line[from:at[0]])
			from = at[1]
			if seen[claim.ID] {
				warnings = append(warnings, duplicateClaim(claim.ID))
				continue
			}
			seen[claim.ID] = true
			claims = append(claims, claim)
			warnings = append(warnings, warned...)
		}
	}
	return claims, warnings, strictMarker.ReplaceAllString(body, "")
}

func compatClaim(id, segment string) (Claim, []Warning) {
	claim := Claim{
		ID:      id,
		Text:    collapseJS(strictGroup.ReplaceAllString(segment, "")),
		Sources: []int{},
		Start:   -1,
		End:     -1,
	}
	group := groupAtEnd.FindString(segment)
	if group == "" {
		return claim, []Warning{noGroup(id)}
	}
	var warnings []Warning
	for _, digits := range strictGroup.FindAllStringSubmatch(group, -1) {
		n, err := strconv.Atoi(digits[1])
		switch {
		case err != nil || n > maxIndex:
			warnings = append(warnings, *badIndex(id, digits[0]))
		case !slices.Contains(claim.Sources, n):
			claim.Sources = append(claim.Sources, n)
		}
	}
	return claim, warnings
}

func duplicateClaim(id string) Warning {
	return Warning{
		Code:    DuplicateClaim,
		ClaimID: id,
		Message: "claim " + id + " is marked twice; the first is kept",
	}
}

func noGroup(id string) Warning {
	return Warning{
		Code:    NoGroup,
		ClaimID: id,
		Message: "claim " + id + " has no citation directly before its marker",
	}
}
