package reports

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Lengths in characters at which report.md cuts a text, and how many lines
// of one kind it shows for one question. Twice the length of a usual answer
// is enough to judge a judge; report.json and records.jsonl hold the rest.
const (
	maxAnswer    = 2000
	maxReasoning = 600
	maxReason    = 400
	maxQuery     = 300
	maxBrief     = 100
	maxName      = 200
	maxReasons   = 20
)

// writeSection puts a heading with the true count over what was collected.
func writeSection(w io.Writer, title string, s *section) error {
	if s.seen == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n## %s (%d)\n", title, s.seen); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s", strings.TrimLeft(s.String(), "\n")); err != nil {
		return err
	}
	if n := s.left(); n > 0 {
		_, err := fmt.Fprintf(w, "\n%s more not shown here; `report.json` lists every question with its verdict, and `records.jsonl` the whole records.\n", plural(n, "question"))
		return err
	}
	return nil
}

// writeDetailed shows a failure or an error with all that led to it.
func writeDetailed(p *page, run results.RunInfo, q results.QuestionReport, e results.Entry) {
	shown := deciding(e, q.Verdict)
	p.block("### %s", code(q.ID))
	p.block("%s", traits(q, e.Question))
	p.block("**Question:** %s", inline(cut(q.Query, maxQuery)))
	if q.Error != nil {
		p.block("**Error:** %s", errorWords(q.Error))
	} else if because := sentences(q.Reasons); len(because) > 0 {
		p.block("**Because** %s", strings.Join(because, "; "))
	}
	writeRepeats(p, q, shown)
	writeChecks(p, q.Checks)
	writeCitations(p, shown.Quotes)
	writeGrounding(p, shown.Grounding)
	writeScores(p, run, shown)
	writeNotes(p, shown)
	writeAnswer(p, q, shown)
}

// traits is what a reader filters by, in one line.
func traits(q results.QuestionReport, snapshot results.Question) string {
	parts := []string{string(q.Category)}
	if q.Critical {
		parts = append(parts, "**critical**")
	}
	if q.Group != "" {
		parts = append(parts, "group "+code(q.Group))
	}
	if tags := inline(cut(strings.Join(q.Tags, ", "), maxQuery)); tags != "" {
		parts = append(parts, "tags "+tags)
	}
	if snapshot.File != "" {
		parts = append(parts, code(fmt.Sprintf("%s:%d", snapshot.File, snapshot.Line)))
	}
	return strings.Join(parts, " · ")
}

func errorWords(e *results.ErrorInfo) string {
	text := code(e.Code)
	if e.Attempts > 0 {
		text += " after " + plural(e.Attempts, "attempt")
	}
	return text + ": " + cmp.Or(inline(cut(e.Message, maxReason)), "no message")
}

// writeRepeats says which of several repeats is shown: the first that ended
// in the question's verdict.
func writeRepeats(p *page, q results.QuestionReport, shown *results.Record) {
	if len(q.Repeats) < 2 {
		return
	}
	parts := make([]string, 0, len(q.Repeats))
	for _, r := range q.Repeats {
		parts = append(parts, fmt.Sprintf("%d %s", r.Repeat+1, r.Verdict))
	}
	p.block("**Repeats:** %s; shown is repeat %d%s", strings.Join(parts, ", "), shown.Repeat+1, map[bool]string{true: "; **flaky**"}[q.Flaky])
}

// writeNotes lists what is to be known of the judge's call beyond the scores.
func writeNotes(p *page, shown *results.Record) {
	if notes := sentences(judgeNotes(shown)); len(notes) > 0 {
		p.block("**Notes**")
		p.list(notes)
	}
}

// writeChecks lists the findings that need reading and counts the others.
func writeChecks(p *page, checks []results.Finding) {
	var items []string
	passed := 0
	for _, f := range checks {
		if f.Status == results.FindingPass {
			passed++
			continue
		}
		items = append(items, findingWords(f))
	}
	if len(checks) == 0 {
		return
	}
	p.block("**Checks:** %d of %d passed", passed, len(checks))
	if len(items) > maxReasons {
		items = append(items[:maxReasons], fmt.Sprintf("and %d more in report.json", len(items)-maxReasons))
	}
	p.list(items)
}

func findingWords(f results.Finding) string {
	text := string(f.Status) + " " + code(f.Check)
	if detail := inline(findingDetail(f)); detail != "" {
		text += ": " + detail
	}
	return text
}
