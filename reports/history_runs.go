package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// HistorySchema names the format of a list of runs.
const HistorySchema = "evalrun.history/1"

// listedRun has no verdict and no counts where the run has no figures: the
// problem says why.
type listedRun struct {
	results.Night
	Gate   *results.GateResult `json:"gate"`
	Totals *results.Totals     `json:"totals"`
}

// HistoryJSON writes runs, oldest first.
func HistoryJSON(w io.Writer, nights []results.Night) error {
	runs := make([]listedRun, len(nights))
	for i, n := range nights {
		n.Dimensions = orEmpty(n.Dimensions)
		runs[i].Night = n
		if n.Problem != "" {
			runs[i].PassRate.Reason = n.Problem
			continue
		}
		n.Gate.Reasons, n.Gate.Rules = orEmpty(n.Gate.Reasons), orEmpty(n.Gate.Rules)
		runs[i].Gate, runs[i].Totals = &n.Gate, &n.Totals
	}
	return writeJSON(w, struct {
		Schema string      `json:"schema"`
		Runs   []listedRun `json:"runs"`
	}{HistorySchema, runs})
}

// HistoryText writes a table of the runs of each suite, oldest first, and
// below it what limits a comparison of its lines by eye.
func HistoryText(w io.Writer, nights []results.Night, opt Options) error {
	s := newScreen(opt)
	bySuite := slices.Clone(nights)
	slices.SortStableFunc(bySuite, func(a, b results.Night) int { return cmp.Compare(a.Suite, b.Suite) })
	for len(bySuite) > 0 {
		n := 1
		for n < len(bySuite) && bySuite[n].Suite == bySuite[0].Suite {
			n++
		}
		if s.Len() > 0 {
			s.WriteByte('\n')
		}
		s.suiteHistory(bySuite[:n])
		bySuite = bySuite[n:]
	}
	_, err := w.Write(s.Bytes())
	return err
}

func (s *screen) suiteHistory(nights []results.Night) {
	again := 0
	for _, n := range nights {
		if n.From != "" {
			again++
		}
	}
	head := nights[0].Suite + ": " + plural(len(nights)-again, "run")
	if again > 0 {
		head += fmt.Sprintf(", and %d in brackets that judged answers again", again)
	}
	s.line("%s", head)
	series := seriesOfAll(nights)
	header := []string{"run", "gate", "passed (95 %)", "missing"}
	for _, name := range series {
		header = append(header, shortSeries(name))
	}
	rows := make([][]string, len(nights))
	for i, n := range nights {
		rows[i] = nightRow(n, series)
	}
	s.runTable(header, rows, 4)
	for i, n := range nights {
		s.remarks(rows[i][0], nightRemarks(nights[:i], n))
	}
}

// seriesOfAll keeps the order in which reports name series, and leaves out
// those of a category that no run has questions of.
func seriesOfAll(nights []results.Night) (series []results.Series) {
	for _, n := range nights {
		for _, d := range n.Dimensions {
			if d.Planned > 0 && !slices.Contains(series, d.Name) {
				series = append(series, d.Name)
			}
		}
	}
	return series
}

// shortSeries leaves out the category that most questions have.
func shortSeries(name results.Series) string {
	category, dimension, ok := strings.Cut(string(name), "/")
	switch {
	case !ok || results.Category(category) != results.Positive && results.Category(category) != results.Negative:
		return string(name)
	case results.Category(category) == results.Negative:
		return "neg. " + dimension
	}
	return dimension
}

// nightRow is a run in words that fit a cell; "-" is a figure that is not
// there, and the remarks say why.
func nightRow(n results.Night, series []results.Series) []string {
	row := []string{n.Run, cmp.Or(string(n.Gate.Verdict), string(n.Status)), "-", "-"}
	if n.From != "" {
		row[1] = "(" + row[1] + ")" // no run of its own: a remark says of which
	}
	if n.Problem == "" {
		row[2] = passedCell(n.PassRate)
		row[3] = fmt.Sprint(n.Totals.Error + n.Totals.Inconclusive + n.Totals.Skipped)
	}
	for _, name := range series {
		row = append(row, nightMean(n, name))
	}
	return row
}

// passedCell rounds an interval outwards: it may not look narrower than it is.
func passedCell(r results.Rate) string {
	switch {
	case r.Rate == nil:
		return "-"
	case r.Lo == nil || r.Hi == nil:
		return fmt.Sprintf("%d/%d %s", r.K, r.N, summary.Percent(*r.Rate))
	}
	return fmt.Sprintf("%d/%d %s (%.0f-%.0f)", r.K, r.N, summary.Percent(*r.Rate), math.Floor(100**r.Lo), math.Ceil(100**r.Hi))
}

func nightMean(n results.Night, name results.Series) string {
	i := slices.IndexFunc(n.Dimensions, func(d results.DimensionSummary) bool { return d.Name == name })
	if i < 0 || n.Dimensions[i].Mean == nil {
		return "-"
	}
	return fmt.Sprintf("%s (n=%d)", mean(n.Dimensions[i].Mean), n.Dimensions[i].N)
}

// nightRemarks says what makes a run unlike the others; before are the older
// ones of its suite. Those that judged answers again are none to compare with.
func nightRemarks(before []results.Night, n results.Night) (remarks []string) {
	if n.Problem != "" {
		remarks = append(remarks, "no figures: "+n.Problem)
	} else if n.Status != results.RunComplete {
		remarks = append(remarks, "it ended early ("+string(n.Status)+")")
	}
	if n.From != "" {
		remarks = append(remarks, "the answers of "+n.From+", judged again")
	}
	if n.Selection.Selected < n.Selection.Total {
		remarks = append(remarks, fmt.Sprintf("asked %d of the suite's %s", n.Selection.Selected, plural(n.Selection.Total, "question")))
	}
	i := len(before) - 1
	for i >= 0 && before[i].From != "" {
		i--
	}
	if i < 0 {
		return remarks
	}
	last := before[i]
	switch {
	case last.JudgeKey == n.JudgeKey:
	case last.Judge != n.Judge:
		remarks = append(remarks, fmt.Sprintf("judged by %s, the run before by %s: the means do not compare", n.Judge, last.Judge))
	default:
		remarks = append(remarks, "judged with other prompts or settings than the run before: the means do not compare")
	}
	if last.SuiteHash != n.SuiteHash {
		remarks = append(remarks, "questions were added, edited or removed since the run before")
	}
	return remarks
}
