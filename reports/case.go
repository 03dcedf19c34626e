package reports

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

var repeatSuffix = regexp.MustCompile(`#[0-9]+$`)

// caseName is unique over a run, since readers of JUnit keep only the first
// of equal names: the id, and #2 and so on for further repeats. Where there
// are repeats, an id that itself ends like that gets its number from the
// first one on, else "a#2" could be the second repeat of "a".
func caseName(id string, repeat, repeats int) string {
	if repeats <= 1 || (repeat == 0 && !repeatSuffix.MatchString(id)) {
		return id
	}
	return id + "#" + strconv.Itoa(repeat+1)
}

// firstReason is what to print when there is room for one line. A failed
// check is named with its phrase, without which it says little.
func firstReason(r *results.Record) string {
	switch r.Verdict {
	case results.Error:
		if r.Error != nil {
			return r.Error.Code + ": " + r.Error.Message
		}
	case results.Fail:
		if f := firstFailed(r); f != nil {
			return findingLine(*f)
		}
	}
	if len(r.Reasons) > 0 {
		return r.Reasons[0]
	}
	return "no reason recorded"
}

// firstBelow is the judge's reasoning on the first dimension, in report order,
// that it scored below its floor.
func firstBelow(run results.RunInfo, r *results.Record) string {
	for _, d := range run.Dimensions[r.Category] {
		cell := r.Cells[results.SeriesOf(r.Category, d)]
		if cell.Score != nil && !summary.AtLeast(*cell.Score, run.PassAt.At(d)) {
			return cell.Reasoning
		}
	}
	return ""
}

// firstFailed is nil when no check failed.
func firstFailed(r *results.Record) *results.Finding {
	for i := range r.Findings {
		if r.Findings[i].Status == results.FindingFail {
			return &r.Findings[i]
		}
	}
	return nil
}

// findingLine puts a finding in one plain line: mustMention: "30 days",
// missing required detail.
func findingLine(f results.Finding) string {
	if detail := findingDetail(f); detail != "" {
		return f.Check + ": " + detail
	}
	return f.Check
}

func findingDetail(f results.Finding) string {
	var parts []string
	if f.Phrase != "" {
		parts = append(parts, `"`+cut(f.Phrase, maxQuery)+`"`)
	}
	if f.Message != "" {
		parts = append(parts, cut(f.Message, maxReason))
	}
	if f.Excerpt != "" {
		parts = append(parts, `in "`+cut(f.Excerpt, maxReason)+`"`)
	}
	if f.PossiblyNegated {
		parts = append(parts, "possibly negated")
	}
	return strings.Join(parts, ", ")
}
