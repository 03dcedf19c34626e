package runstore

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"github.com/evalrun/evalrun/results"
)

// WriteLabelsCSV writes what stands as a table that LabelReader reads back: a
// row for each label and then for each remark, which has neither dimension nor
// score. No cell is a formula to a spreadsheet: a text that begins like one has
// an apostrophe before it.
func WriteLabelsCSV(w io.Writer, o *Opinions) error {
	table := csv.NewWriter(w) // keeps its first error
	table.Write(labelColumns[:])
	labels, remarks := o.All()
	for _, l := range labels {
		table.Write(labelCells(l))
	}
	for _, r := range remarks {
		table.Write(remarkCells(r))
	}
	table.Flush()
	return table.Error()
}

func labelCells(l results.Label) []string {
	saw, judge, draw := "", "", ""
	if l.SawJudge != nil {
		saw = strconv.FormatBool(*l.SawJudge)
	}
	if l.Judge != nil {
		judge = number(*l.Judge)
	}
	if l.Draw > 0 {
		draw = strconv.Itoa(l.Draw)
	}
	return []string{guarded(l.ID), strconv.Itoa(l.Repeat), guarded(string(l.Dimension)), number(l.Score), guarded(l.Rater),
		moment(l.At), guarded(l.Comment), "", saw, judge, string(l.Why), draw, markCell(l.Answer)}
}

func remarkCells(r results.Remark) []string {
	flag := ""
	if r.Flag {
		flag = "true"
	}
	return []string{guarded(r.ID), strconv.Itoa(r.Repeat), "", "", guarded(r.Rater),
		moment(r.At), guarded(r.Comment), flag, "", "", "", "", markCell(r.Answer)}
}

func moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339Nano)
}
