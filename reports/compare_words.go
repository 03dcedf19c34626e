package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// comparisonTitle heads a comparison on every surface.
func comparisonTitle(doc *compare.Doc) string { return "COMPARISON: " + verdictWord(doc) }

// suitesOf names the suite, or both where they are two.
func suitesOf(doc *compare.Doc) string {
	if doc.Base.Suite == doc.Head.Suite {
		return doc.Head.Suite
	}
	return doc.Base.Suite + " and " + doc.Head.Suite
}

// unknownValue stands for a field that a report does not hold: it is never
// taken to be equal.
const unknownValue = "not known"

func valueOr(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// blockWords says what of a block differs or is not known; of one that is
// the same, its first field.
func blockWords(b compare.Block) string {
	var parts []string
	for _, d := range b.Details {
		switch {
		case b.State == compare.Same && d.Base != "":
			return d.Field + " " + d.Base
		case d.State == compare.Unknown && d.Base == "" && d.Head == "":
			parts = append(parts, d.Field+" "+unknownValue)
		case d.State != compare.Same:
			parts = append(parts, fmt.Sprintf("%s %s, now %s", d.Field, valueOr(d.Base, unknownValue), valueOr(d.Head, unknownValue)))
		}
	}
	return strings.Join(parts, "; ")
}

// apart takes the command off the next step that ends with it: a command
// stands alone, so that it can be copied.
func apart(next, command string) (lead string) {
	lead, ok := strings.CutSuffix(strings.TrimSuffix(next, "."), command)
	if !ok || command == "" {
		return next
	}
	return strings.TrimSpace(lead)
}

// differenceWords is one reason for a refusal.
func differenceWords(d compare.Difference) string {
	if d.Message != "" {
		return d.Message
	}
	return fmt.Sprintf("%s: %s, now %s", d.Field, valueOr(d.Base, unknownValue), valueOr(d.Head, unknownValue))
}

// allowWords is the flag that lets a difference through, "" for one that has
// none of its own: the next step says what to do about it.
func allowWords(d compare.Difference) string {
	if d.Name == "" {
		return ""
	}
	return "compare without a gate: --allow-difference " + d.Name
}

// pairCount is one row of the pairing.
type pairCount struct {
	what string
	n    int
	note string
}

// pairCounts are the questions of both runs, all that are in no pair named.
func pairCounts(p compare.Pairing) []pairCount {
	return []pairCount{
		{"in base", p.Base, ""},
		{"in head", p.Head, ""},
		{"common", p.Common, commonNote(p)},
		{"paired", p.Paired, "common, rubric not changed, no anchor"},
		{"only in base", len(p.OnlyBase), "removed"},
		{"only in head", len(p.OnlyHead), "added"},
		{"edited", len(p.Edited), "same id, something else in them"},
		{"quarantined", len(p.Quarantined), "listed, in no series and no gate"},
		{"anchors", p.Anchors, "frozen answers, in no series"},
	}
}

func commonNote(p compare.Pairing) string {
	return fmt.Sprintf("same id and inputs; %s of the larger run, at least %s are needed",
		summary.Percent(p.Share, p.MinCommon), summary.Percent(p.MinCommon))
}

// pairingWords is the pairing in one sentence, zeros left out.
func pairingWords(p compare.Pairing) string {
	text := fmt.Sprintf("%d paired of %d in base and %d in head", p.Paired, p.Base, p.Head)
	rest := counts(
		count{len(p.OnlyBase), "only in base"}, count{len(p.OnlyHead), "only in head"},
		count{len(p.Edited), "edited"}, count{len(p.Quarantined), "quarantined"}, count{p.Anchors, "set apart as anchors"})
	if rest != "" {
		text += ": " + rest
	}
	return text
}

func unpairedWords(u compare.Unpaired) string {
	if u.SameText == "" {
		return u.Query
	}
	return "same text as " + u.SameText + " of the other run: " + u.Query
}

// told are the sentences of a series: what it says, why a figure or a gate is
// missing, what limits it.
func told(s compare.Series) []string {
	var out []string
	for _, text := range append([]string{s.Says, s.Reason}, s.Notes...) {
		if strings.TrimSpace(text) != "" {
			out = appendNew(out, text)
		}
	}
	return out
}

const slicesExplore = "For exploring only: they gate nothing. Rates differ in percentage points; p is adjusted over all slices (Benjamini and Hochberg)."
