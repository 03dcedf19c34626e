package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// SelfCheckTerminal prints how far a judge agrees with itself.
func SelfCheckTerminal(w io.Writer, doc compare.SelfDoc, opt Options) error {
	s := newScreen(opt)
	s.line("SELF-CHECK: %s", doc.Headline)
	s.line("%s", selfTitle(doc))
	for _, table := range selfTables(doc) {
		if err := s.table(table.header, table.rows, table.fits); err != nil {
			return err
		}
	}
	s.WriteByte('\n')
	for _, text := range selfLines(doc) {
		s.line("%s", text)
	}
	if doc.Folder != "" {
		s.WriteString("judgements: " + oneLine(doc.Folder) + "\n")
	}
	_, err := s.WriteTo(w)
	return err
}

// SelfCheckMarkdown writes the same as a page.
func SelfCheckMarkdown(w io.Writer, doc compare.SelfDoc) error {
	var p page
	p.block("# Self-check of %s", inline(doc.Suite))
	p.block("**%s**", inline(doc.Headline))
	p.block("%s", inline(selfTitle(doc)))
	for _, table := range selfTables(doc) {
		p.table(table.header, namedRows(table.rows))
	}
	var items []string
	for _, text := range selfLines(doc) {
		items = append(items, inline(text))
	}
	p.list(items)
	if doc.Folder != "" {
		p.block("Judgements: %s", code(doc.Folder))
	}
	_, err := p.WriteTo(w)
	return err
}

// SelfCheckJSON writes the document, schema evalrun.selfcheck/1.
func SelfCheckJSON(w io.Writer, doc compare.SelfDoc) error { return writeJSON(w, doc) }

func selfTitle(doc compare.SelfDoc) string {
	of := "run " + doc.Run
	if doc.From != "" {
		of = "the answers of run " + doc.From
	}
	judge := doc.Judge.Model
	if doc.Judge.Kind != results.JudgeModel {
		judge = string(doc.Judge.Kind)
	}
	return fmt.Sprintf("%s: %s, judge %s, answers to each question: %d, judgements of each answer: %d",
		doc.Suite, of, judge, doc.Tries, doc.Calls)
}

// selfTable is a table, with the numbers of columns that it may be cut to where
// room is short.
type selfTable struct {
	header []string
	rows   [][]string
	fits   []int
}

// selfTables are the agreement of the judge, where it was asked more than
// once, and the noise of the means, where there is any.
func selfTables(doc compare.SelfDoc) []selfTable {
	agreement := selfTable{
		header: []string{"dimension", "answers", "flips", "95 % interval", "equal pairs", "changed", "2+ apart", "within sd", "ICC"},
		fits:   []int{9, 7, 6, 5, 4},
	}
	noise := selfTable{
		header: []string{"dimension", "questions", "se of mean", "most from", "2x questions", "2x answers", "2x judgements"},
		fits:   []int{7, 4},
	}
	for _, s := range doc.Series {
		if s.Items > 0 {
			agreement.rows = append(agreement.rows, []string{
				string(s.Name), strconv.Itoa(s.Items), percentOr(s.FlipRate), span(s.FlipLo, s.FlipHi, percentOr), percentOr(s.PairAgreement), percentOr(s.Changed),
				strconv.Itoa(s.WideCount), figureOr(s.WithinSD), figureOr(s.ICC),
			})
		}
		if v := s.Variance; v != nil && v.SE > 0 {
			noise.rows = append(noise.rows, []string{
				string(s.Name), strconv.Itoa(v.Questions), summary.Figure(v.SE, 3), v.Dominant + "s",
				summary.Figure(v.SEQuestions, 3), summary.Figure(v.SEAnswers, 3), summary.Figure(v.SEJudge, 3),
			})
		}
	}
	var out []selfTable
	for _, t := range []selfTable{agreement, noise} {
		if len(t.rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

func figureOr(v *float64) string {
	if v == nil {
		return missing
	}
	return summary.Figure(*v, 2)
}

// selfLines are what may be said, then the questions to look at.
func selfLines(doc compare.SelfDoc) []string {
	out := append([]string(nil), doc.Says...)
	unmeasured := map[string][]string{}
	var reasons []string
	for _, s := range doc.Series {
		if s.WideCount > 0 {
			out = append(out, fmt.Sprintf("%s: judgements two levels apart or more: %s", s.Name, wideWords(s)))
		}
		if s.Reason == "" {
			continue
		}
		if unmeasured[s.Reason] == nil {
			reasons = append(reasons, s.Reason)
		}
		unmeasured[s.Reason] = append(unmeasured[s.Reason], string(s.Name))
	}
	for _, reason := range reasons {
		out = append(out, fmt.Sprintf("the judge's agreement is not measured, %s: %s", reason, strings.Join(unmeasured[reason], ", ")))
	}
	return out
}

func wideWords(s compare.SelfSeries) string {
	text := strings.Join(s.Wide, ", ")
	if left := s.WideCount - len(s.Wide); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
