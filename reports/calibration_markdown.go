package reports

import (
	"fmt"
	"io"
	"strconv"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// CalibrationMarkdown writes the whole of it as a page: the figures of each
// dimension, the table of scores, and the answers to read.
func CalibrationMarkdown(w io.Writer, doc compare.CalibrationDoc) error {
	var p page
	p.block("# %s", inline(cut(calibrationTitle(doc), maxName)))
	p.block("**%s**", inline(cut(doc.Headline, maxReason)))
	p.block("**Next:** %s", inline(cut(doc.Next, maxReason)))
	writeCalibrated(&p, doc)
	p.list(lined(doc.Notices))
	if len(doc.Series) > 0 {
		p.block("## Dimensions")
		p.table(calibrationHeader(doc), namedRows(calibrationRows(doc)))
	}
	for _, s := range doc.Series {
		p.block("## %s", code(string(s.Name)))
		p.list(lined(s.Says))
		if s.Judge != nil {
			writeScoreTable(&p, doc.Scale.Lo, s.Judge)
			writeAgreement(&p, s)
			writePanelErrors(&p, s.Judge.Panel)
			writeFurthest(&p, s.Judge.Apart)
		} else if s.People != nil {
			p.list(lined([]string{
				"quadratic kappa: " + s.People.Quadratic.Words(), "Krippendorff's alpha, ordinal: " + s.People.Alpha.Words(),
			}))
		}
	}
	_, err := w.Write(p.Bytes())
	return err
}

// namedRows escapes the names; the other cells are figures of our own.
func namedRows(rows [][]string) [][]string {
	for _, row := range rows {
		row[0] = code(row[0])
	}
	return rows
}

func writeCalibrated(p *page, doc compare.CalibrationDoc) {
	rows := [][]string{{"labels", inline(cut(labelWords(doc), maxReason))}}
	if doc.Drawn != nil {
		rows = append(rows, []string{"drawn", inline(cut(drawnWords(*doc.Drawn), maxReason))})
	}
	if s := doc.Labels.SawJudge; s.Seen+s.Hidden > 0 {
		rows = append(rows, []string{"judge's score seen before", inline(sawJudgeWords(s))})
	}
	if r := doc.Run; r != nil {
		rows = append([][]string{
			{"run", code(r.ID)}, {"judge", inline(cut(r.Judge, maxReason))}, {"judge key", code(r.JudgeKey)},
		}, rows...)
	}
	p.table([]string{"what", "which"}, rows)
}

// writeScoreTable shows where the labels lie: off the diagonal to the right
// the judge is the more lenient.
func writeScoreTable(p *page, lowest int, j *compare.JudgeAgreement) {
	header := []string{"people, judge"}
	var rows [][]string
	for i, row := range j.Matrix {
		level := strconv.Itoa(lowest + i)
		header = append(header, level)
		cells := []string{level}
		for _, n := range row {
			cells = append(cells, strconv.Itoa(n))
		}
		rows = append(rows, cells)
	}
	p.block("Labels by the score that people gave (rows) and the judge gave (columns):")
	p.table(header, rows)
}

func writeAgreement(p *page, s compare.CalibrationSeries) {
	j, floor := s.Judge, s.Judge.AtFloor
	items := []string{
		"quadratic kappa: " + j.Quadratic.Words(),
		"kappa: " + j.Unweighted.Words(),
		"Krippendorff's alpha, ordinal: " + j.Alpha.Words(),
		fmt.Sprintf("equal scores: %s; at most one apart: %s", summary.Percent(j.Exact), summary.Percent(j.Within1)),
		fmt.Sprintf("rank correlation: tau-b %s, Spearman %s", figureOr(j.TauB), figureOr(j.Spearman)),
		fmt.Sprintf("bias, judge less people: %s; judge higher on %s, lower on %s", j.Bias.Words(), summary.Percent(j.Bias.Higher), summary.Percent(j.Bias.Lower)),
		fmt.Sprintf("sensitivity, what people put at %s or above and the judge passes: %s", summary.Score(j.Floor), floor.Sensitivity.Words()),
		fmt.Sprintf("specificity, what people put below %s and the judge fails: %s", summary.Score(j.Floor), floor.Specificity.Words()),
		fmt.Sprintf("balanced accuracy at the floor: %s; Matthews correlation: %s", percentOr(floor.Balanced), figureOr(floor.MCC)),
	}
	if j.AC1 != nil {
		items = append(items, "Gwet's AC1: "+figureOr(j.AC1))
	}
	if s.People != nil {
		items = append(items, fmt.Sprintf("people among each other, %s: quadratic kappa %s; alpha %s",
			plural(s.People.Pairs, "pair"), s.People.Quadratic.Words(), s.People.Alpha.Words()))
	}
	items = append(items,
		"share at the floor or above: "+correctedWords(j.Corrected.PassRate, percentOr),
		"mean: "+correctedWords(j.Corrected.Mean, figureOr))
	p.list(lined(items))
}

func writePanelErrors(p *page, panel *compare.PanelErrors) {
	if panel == nil {
		return
	}
	var rows [][]string
	for _, m := range panel.Members {
		bias := missing
		if m.Bias != nil {
			bias = compare.Signed(*m.Bias)
		}
		rows = append(rows, []string{inline(cut(m.Model, maxName)), strconv.Itoa(m.Answers), m.Quadratic.Words(), bias})
	}
	if len(rows) > 0 {
		p.table([]string{"panel member", "answers", "quadratic kappa", "bias"}, rows)
	}
	if panel.Effective == nil {
		p.block("What the panel is worth is not known: %s.", inline(panel.Reason))
		return
	}
	p.block("The errors of the %s correlate by %s: together they are worth %s independent ones.",
		plural(len(panel.Members), "member"), figureOr(panel.Correlation), figureOr(panel.Effective))
}

func writeFurthest(p *page, apart []compare.Disagreement) {
	if len(apart) == 0 {
		return
	}
	p.block("Furthest apart:")
	var rows [][]string
	for _, d := range apart {
		id := code(d.ID)
		if d.Repeat > 0 {
			id += fmt.Sprintf(", repeat %d", d.Repeat)
		}
		rows = append(rows, []string{id, summary.Score(d.People), summary.Score(d.Judge), inline(cut(d.Reasoning, maxReason))})
	}
	p.table([]string{"question", "people", "judge", "the judge's line"}, rows)
}
