package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// calibrationTitle is what was held against what.
func calibrationTitle(doc compare.CalibrationDoc) string {
	if doc.Run == nil {
		return "People against people"
	}
	return "Judge against people, " + doc.Run.Suite
}

// labelWords say how much the figures stand on.
func labelWords(doc compare.CalibrationDoc) string {
	return fmt.Sprintf("%d of %s used, scale %d to %d, %s: %s", doc.Labels.Used, plural(doc.Labels.Read, "label"),
		doc.Scale.Lo, doc.Scale.Hi, plural(len(doc.Labels.Raters), "rater"), firstOf(doc.Labels.Raters, maxRaters))
}

// drawnWords say for what reason people read the answers.
func drawnWords(d compare.LabelDraw) string {
	text := fmt.Sprintf("by chance %d, for a reason %d, not known %d", d.ByChance, d.ForReason, d.Unknown)
	if d.Depth > 0 {
		text += fmt.Sprintf("; %d of the first %s of the random order labelled", d.Labelled, plural(d.Depth, "place"))
	}
	return text
}

func sawJudgeWords(s compare.SawJudge) string {
	return fmt.Sprintf("yes %d, no %d, not known %d", s.Seen, s.Hidden, s.Unknown)
}

// maxRaters is how many people are named; a crowd is counted.
const maxRaters = 12

func firstOf(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], ", ")
	if left := len(names) - most; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}

// The columns of the table stand in the order in which a narrow screen can
// spare them, the last ones first.
func calibrationHeader(doc compare.CalibrationDoc) []string {
	if doc.Run == nil {
		return []string{"dimension", "n", "kappa", "95 % interval", "alpha", "exact", "within 1"}
	}
	return []string{"dimension", "n", "gating", "kappa", "95 % interval", "bias", "specificity", "alpha", "people"}
}

func calibrationRows(doc compare.CalibrationDoc) [][]string {
	rows := make([][]string, 0, len(doc.Series))
	for _, s := range doc.Series {
		row := []string{string(s.Name), strconv.Itoa(s.Questions)}
		if j := s.Judge; j != nil {
			people := missing
			if s.People != nil {
				people = figureOr(s.People.Quadratic.Value)
			}
			rows = append(rows, append(row, gatingWord(j), figureOr(j.Quadratic.Value), span(j.Quadratic.Lo, j.Quadratic.Hi, figureOr),
				compare.Signed(j.Bias.Mean), shareCell(j.AtFloor.Specificity), figureOr(j.Alpha.Value), people))
			continue
		}
		rows = append(rows, append(row, peopleCells(s.People)...))
	}
	return rows
}

func peopleCells(p *compare.PeopleAgreement) []string {
	if p == nil {
		return []string{missing, missing, missing, missing, missing}
	}
	return []string{figureOr(p.Quadratic.Value), span(p.Quadratic.Lo, p.Quadratic.Hi, figureOr), figureOr(p.Alpha.Value),
		summary.Percent(p.Exact), summary.Percent(p.Within1)}
}

func gatingWord(j *compare.JudgeAgreement) string {
	if j.Usable {
		return "usable"
	}
	return "advisory"
}

func shareCell(s compare.Share) string {
	if s.Rate == nil {
		return missing
	}
	return fmt.Sprintf("%d/%d", s.K, s.N)
}

// correctedWords is one level as the judge gives it and freed of its errors.
func correctedWords(c compare.CorrectedFigure, figure func(*float64) string) string {
	if c.Judge == nil {
		return "none (" + c.Reason + ")"
	}
	text := fmt.Sprintf("%s by the judge over %s", figure(c.Judge), plural(c.Labelled+c.Unlabelled, "question"))
	if c.Value == nil {
		return text + "; not corrected: " + c.Reason
	}
	return fmt.Sprintf("%s; corrected %s (95 %% interval %s), %d labelled", text, figure(c.Value), span(c.Lo, c.Hi, figure), c.Labelled)
}
