package reports

import (
	"io"
	"strconv"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// RankingHTML writes the comparison of three runs or more as one page. Runs
// whose rank intervals overlap share a rank; none of them is shown as the best.
func RankingHTML(w io.Writer, doc compare.RankDoc) error {
	v := comparisonView{
		Title: rankTitle(&doc), Headline: pageLine(doc.Headline, maxReason), Notices: pageLined(doc.Notices), Exit: doc.ExitCode,
	}
	v.next(doc.Next, rankMend(&doc))
	if doc.Refusal != nil {
		s := refusalSection(doc.Refusal.Reasons)
		s.Says = []string{"Run " + pageLine(labelOf(&doc, doc.Refusal.Run), maxName) + " differs from the first one."}
		v.Verdict = htmlTone(results.Fail)
		v.add(s)
	}
	for i, s := range doc.Series {
		v.add(rankSection(&doc, s, i))
	}
	runs := sidesSection(labelsOf(&doc), doc.Runs)
	if doc.Refusal == nil {
		runs.Says = []string{plural(doc.Common, "question") + " that every run has and that are equal in all of them."}
		runs.Tables = append(runs.Tables, rankLost(&doc)...)
	}
	v.add(runs)
	return v.write(w)
}

func rankSection(doc *compare.RankDoc, s compare.RankSeries, i int) comparedSection {
	out := comparedSection{ID: "series-" + strconv.Itoa(i+1), Title: pageLine(s.Name, maxName), Says: []string{pageLine(s.Says, maxReason)}}
	var rows [][]htmlCell
	axis := rankAxis(s)
	for _, r := range s.Rows {
		rows = append(rows, []htmlCell{figureCell(rankCell(s, r)), textCell(labelOf(doc, r.Run)), figureCell(levelCell(r.Level)), countCell(s.N),
			intervalCell(levelInterval(s.Kind, r.Lo, r.Hi), axis.bar(r)), countCell(countAt(s.Missing, r.Run)), textCell(r.Says)})
	}
	out.Tables = tableOf("Ranks by "+pageLine(s.Name, maxName),
		[]string{"rank", "run", "figure", "n", "95 % interval", "questions without it", "what may be said"}, rows)
	if len(rows) > 0 {
		out.Says = append(out.Says, axis.words())
	}
	out.Tables = append(out.Tables, rankPairs(doc, s)...)
	if s.Friedman != nil {
		out.After = append(out.After, "All runs at once (Friedman): "+pWords(s.Friedman)+".")
	}
	out.After = append(out.After, pageLined(s.Notes)...)
	return out
}

func rankPairs(doc *compare.RankDoc, s compare.RankSeries) []htmlTable {
	var rows [][]htmlCell
	for _, pair := range s.Pairs[:min(len(s.Pairs), maxListed)] {
		rows = append(rows, []htmlCell{textCell(labelOf(doc, pair.A)), textCell(labelOf(doc, pair.B)), figureCell(move{kind: s.Kind}.difference(&pair.Difference)),
			figureCell(pCell(&pair.PHolm)), textCell(claimWords(pair.Claim))})
	}
	return tableOf("Differences of two runs, the first minus the second, of rates in percentage points; p is adjusted over all pairs (Holm)",
		[]string{"first", "second", "difference", "p", "claim"}, rows)
}

func rankLost(doc *compare.RankDoc) []htmlTable {
	var rows [][]htmlCell
	for i := range doc.Runs {
		rows = append(rows, []htmlCell{textCell(labelOf(doc, i)), countCell(countAt(doc.Lost, i))})
	}
	return tableOf("Questions left out", []string{"run", "questions left out"}, rows)
}

// levelAxis goes over the whole scale of a figure, so that the bars of
// several series can be compared by eye.
type levelAxis struct {
	kind     compare.Kind
	from, to float64
}

func rankAxis(s compare.RankSeries) levelAxis {
	if s.Kind == compare.Rate {
		return levelAxis{s.Kind, 0, 1}
	}
	return levelAxis{s.Kind, worstScore, bestScore}
}

func (a levelAxis) words() string {
	if a.kind == compare.Rate {
		return "Bars are the intervals on an axis from 0 to 100 %."
	}
	return "Bars are the intervals on an axis from 1 to 5."
}

// bar is nil where there is no interval to draw.
func (a levelAxis) bar(r compare.RankRow) *intervalBar {
	at := r.Level.Mean
	if a.kind == compare.Rate {
		at = r.Level.Rate
	}
	if at == nil || r.Lo == nil || r.Hi == nil {
		return nil
	}
	return &intervalBar{Lo: placeOn(*r.Lo, a.from, a.to), Hi: placeOn(*r.Hi, a.from, a.to), At: placeOn(*at, a.from, a.to)}
}
