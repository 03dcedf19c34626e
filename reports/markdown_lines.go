package reports

import (
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// writeScores lists each dimension with its score, its floor and the judge's
// reasoning line, or why there is none. Where nothing was scored the error
// or the findings have said why.
func writeScores(p *page, run results.RunInfo, r *results.Record) {
	var items []string
	scored := false
	for _, d := range run.Dimensions[r.Category] {
		cell := r.Cells[results.SeriesOf(r.Category, d)]
		if cell.Score == nil {
			items = append(items, fmt.Sprintf("%s %s (%s)%s", d, missing, inline(cellWords(cell)), voteWords(cell, inline)))
			continue
		}
		scored = true
		floor := run.PassAt.At(d)
		items = append(items, fmt.Sprintf("%s **%s**%s%s%s%s: %s", d, summary.Score(*cell.Score, floor),
			judgedWords(cell), voteWords(cell, inline), noteWords(cell, inline), belowWords(*cell.Score, floor), inline(cut(cell.Reasoning, maxReasoning))))
	}
	if !scored {
		p.block("**Scores:** none")
		return
	}
	p.block("**Scores**")
	p.list(items)
}

func belowWords(value, floor float64) string {
	if summary.AtLeast(value, floor) {
		return ""
	}
	return ", below " + summary.Score(floor)
}

// writeAnswer quotes what the target said. The heading line tells a blank
// answer from one that was never had.
func writeAnswer(p *page, q results.QuestionReport, shown *results.Record) {
	if shown.Answer == nil {
		p.block("**Answer:** none was had")
		return
	}
	p.block("**Answer** (%s)", answerTraits(q, shown))
	if strings.TrimSpace(shown.Answer.Text) != "" {
		p.WriteString("\n" + quote(strings.TrimSpace(cut(Visible(shown.Answer.Text), maxAnswer))))
	}
}

func answerTraits(q results.QuestionReport, shown *results.Record) string {
	parts := []string{"confidence not stated"}
	if q.Confidence != "" {
		parts[0] = "confidence " + inline(cut(q.Confidence, maxBrief))
	}
	if shown.Answer.Declined {
		parts = append(parts, "declined")
	}
	if q.AnswerChars != nil {
		parts = append(parts, plural(*q.AnswerChars, "character"))
	}
	parts = append(parts, plural(len(shown.Answer.Citations), "citation"))
	return strings.Join(parts, ", ")
}

// writeBrief is one line for a question that has no verdict to explain.
func writeBrief(p *page, q results.QuestionReport) {
	reasons := append(sentences(q.Reasons), "no reason recorded")
	p.bullet("%s: %s (%s)%s", code(q.ID), reasons[0], inline(cut(q.Query, maxBrief)), remarks(q))
}

// writePass is one line for a pass, with its scores and all that limits them.
func writePass(p *page, run results.RunInfo, q results.QuestionReport) {
	p.bullet("%s: %s%s%s", code(q.ID), inline(cut(q.Query, maxBrief)), scoresOf(run, q), remarks(q))
}

// scoresOf lists a question's scores in brackets, or nothing.
func scoresOf(run results.RunInfo, q results.QuestionReport) string {
	var scores []string
	for _, d := range run.Dimensions[q.Category] {
		if v, ok := q.Scores[d]; ok {
			scores = append(scores, string(d)+" "+summary.Score(v, run.PassAt.At(d)))
		}
	}
	if len(scores) == 0 {
		return ""
	}
	return " (" + strings.Join(scores, ", ") + ")"
}

// remarks follow a question's one line.
func remarks(q results.QuestionReport) string {
	text := ""
	for _, kind := range []struct {
		name string
		list []string
	}{{"warning", q.Warnings}, {"note", q.Notes}} {
		if n := len(kind.list); n > 0 {
			text += ", " + plural(n, kind.name) + ": " + sentence(strings.Join(kind.list, "; "))
		}
	}
	return text
}

// writeRun closes the report with what it takes to repeat the run.
func writeRun(p *page, doc *results.ReportDoc) {
	run := doc.Run
	fmt.Fprintf(p, "\n## This run\n")
	items := []string{
		"run: " + code(run.ID) + " (" + inline(string(run.Status)) + "), " + inline(run.Tool),
		"suite: " + code(run.Suite.Path) + ", hash " + code(run.SuiteHash),
		"target: " + targetWords(run.Target) + answersFrom(run),
		"judge key: " + code(run.JudgeKey) + ", scoring key: " + code(run.ScoringKey),
	}
	for _, c := range results.Categories() {
		if hash, ok := run.Prompts[c]; ok {
			items = append(items, string(c)+" prompt: "+code(hash))
		}
	}
	if run.Git != nil {
		items = append(items, "git: "+code(run.Git.Revision)+map[bool]string{true: ", with changes not committed"}[run.Git.Dirty])
	}
	items = append(items, "started "+instant(run.Started)+", ended "+instant(run.Ended))
	if n := len(run.Resumed); n > 0 {
		items = append(items, "continued "+times(n)+", last "+instant(run.Resumed[n-1].At)+" by "+inline(run.Resumed[n-1].Tool))
	}
	p.list(items)
}

// answersFrom tells a run that asked no target from one that did.
func answersFrom(run results.RunInfo) string {
	if run.From == "" {
		return ""
	}
	return ", not asked: the answers are those of run " + code(cut(run.From, maxName))
}

func targetWords(t results.TargetRef) string {
	parts := []string{inline(t.Type)}
	for _, s := range []string{t.File, t.URL, t.Model, t.Version} {
		if s != "" {
			parts = append(parts, code(s))
		}
	}
	return strings.Join(parts, " ")
}

func instant(t time.Time) string {
	if t.IsZero() {
		return missing
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
