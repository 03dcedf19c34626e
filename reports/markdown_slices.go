package reports

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// maxSlicesShown bounds the table of one kind; report.json has more.
const maxSlicesShown = 50

// writeParts shows the run by tag and by group. Of few questions there are
// counts alone: a rate of three would be read as one.
func writeParts(p *page, doc *results.ReportDoc) {
	if doc.Slices == nil {
		return
	}
	p.block("## Slices")
	p.block("%s", inline(sliceCaution(doc.Slices)))
	writePartTable(p, doc.Run, "tag", doc.Slices.Tags, doc.Slices.MoreTags)
	writePartTable(p, doc.Run, "group", doc.Slices.Groups, doc.Slices.MoreGroups)
}

func writePartTable(p *page, run results.RunInfo, kind string, list []results.Slice, more int) {
	if len(list) == 0 {
		return
	}
	series := measuredIn(list)
	header := []string{kind, "questions", "pass", "fail", "neither", "pass rate"}
	for _, name := range series {
		header = append(header, code(string(name)))
	}
	shown := list[:min(len(list), maxSlicesShown)]
	rows := make([][]string, 0, len(shown))
	for _, s := range shown {
		rows = append(rows, partRow(run, s, series))
	}
	p.table(header, rows)
	if left := len(list) - len(shown); left > 0 {
		p.block("%s more in `report.json`.", plural(left, kind))
	}
	if more > 0 {
		p.block("%s more not summed up.", plural(more, kind))
	}
}

func partRow(run results.RunInfo, s results.Slice, series []results.Series) []string {
	t := s.Totals
	row := []string{
		code(s.Name), strconv.Itoa(s.Questions), strconv.Itoa(t.Pass), strconv.Itoa(t.Fail),
		strconv.Itoa(t.Error + t.Inconclusive + t.Skipped), inline(partRate(run, s)),
	}
	for _, name := range series {
		cell := missing
		for _, d := range s.Dimensions {
			if d.Name == name {
				cell = partMean(run, d)
			}
		}
		row = append(row, cell)
	}
	return row
}

// partMean is the mean with its interval and n; of few questions n alone.
func partMean(run results.RunInfo, d results.SliceDimension) string {
	if d.Mean == nil {
		return fmt.Sprintf("n = %d", d.N)
	}
	figure := func(v *float64) string { return mean(v, floorsOf(run, d.Name)...) }
	text := figure(d.Mean)
	if d.Lo != nil && d.Hi != nil {
		text += " (" + span(d.Lo, d.Hi, figure) + ")"
	}
	return text + fmt.Sprintf(", n = %d", d.N)
}

// measuredIn lists the series that some slice has a mean of, in report order.
func measuredIn(list []results.Slice) []results.Series {
	var out []results.Series
	for _, s := range list {
		at := 0
		for _, d := range s.Dimensions {
			if i := slices.Index(out, d.Name); i >= 0 {
				at = i + 1
			} else if d.Mean != nil {
				out = slices.Insert(out, at, d.Name)
				at++
			}
		}
	}
	return out
}
