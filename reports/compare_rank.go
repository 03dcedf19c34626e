package reports

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/compare"
)

// RankingMarkdown writes the comparison of three runs or more. Runs whose rank
// intervals overlap share a rank; none of them is printed as the best.
func RankingMarkdown(w io.Writer, doc compare.RankDoc) error {
	var p page
	p.block("# %s", rankTitle(&doc))
	p.block("**%s**", inline(cut(doc.Headline, maxReason)))
	writeNext(&p, doc.Next, rankMend(&doc))
	p.list(lined(doc.Notices))
	p.block("Exit code %d.", doc.ExitCode)
	if doc.Refusal != nil {
		p.block("Run %s differs from the first one.", inline(labelOf(&doc, doc.Refusal.Run)))
		writeRefusal(&p, doc.Refusal.Reasons)
	}
	for _, s := range doc.Series {
		writeRankSeries(&p, &doc, s)
	}
	writeSides(&p, labelsOf(&doc), doc.Runs)
	if doc.Refusal == nil {
		p.block("%s that every run has and that are equal in all of them.", plural(doc.Common, "question"))
		writeRankLost(&p, &doc)
	}
	_, err := w.Write(p.Bytes())
	return err
}

func writeRankSeries(p *page, doc *compare.RankDoc, s compare.RankSeries) {
	p.block("## %s", inline(s.Name))
	p.block("%s", inline(cut(s.Says, maxReason)))
	if len(s.Rows) > 0 {
		var rows [][]string
		for _, r := range s.Rows {
			rows = append(rows, []string{rankCell(s, r), inline(labelOf(doc, r.Run)), levelCell(r.Level), strconv.Itoa(s.N),
				levelInterval(s.Kind, r.Lo, r.Hi), strconv.Itoa(countAt(s.Missing, r.Run)), inline(cut(r.Says, maxReason))})
		}
		p.table([]string{"rank", "run", "figure", "n", "95 % interval", "questions without it", "what may be said"}, rows)
	}
	if s.Friedman != nil {
		p.block("All runs at once (Friedman): %s.", inline(pWords(s.Friedman)))
	}
	writeRankPairs(p, doc, s)
	p.list(lined(s.Notes))
}

func writeRankPairs(p *page, doc *compare.RankDoc, s compare.RankSeries) {
	if len(s.Pairs) == 0 {
		return
	}
	var rows [][]string
	for _, pair := range s.Pairs[:min(len(s.Pairs), maxListed)] {
		rows = append(rows, []string{inline(labelOf(doc, pair.A)), inline(labelOf(doc, pair.B)), move{kind: s.Kind}.difference(&pair.Difference),
			markdownP(&pair.PHolm), claimWords(pair.Claim)})
	}
	p.block("Differences of two runs, the first minus the second, of rates in percentage points; p is adjusted over all pairs (Holm):")
	p.table([]string{"first", "second", "difference", "p", "claim"}, rows)
}

func writeRankLost(p *page, doc *compare.RankDoc) {
	var rows [][]string
	for i := range doc.Runs {
		rows = append(rows, []string{inline(labelOf(doc, i)), strconv.Itoa(countAt(doc.Lost, i))})
	}
	p.table([]string{"run", "questions left out"}, rows)
}

// RankingTerminal writes the ranking of each series and who it is of.
func RankingTerminal(w io.Writer, doc compare.RankDoc, opt Options) error {
	t := newScreen(opt)
	t.WriteString(Fit(rankTitle(&doc), t.width) + "\n")
	t.comparisonWords(doc.Headline, doc.Next, rankMend(&doc), doc.Notices)
	t.line("exit code %d", doc.ExitCode)
	if doc.Refusal != nil {
		t.line("run %s differs from the first one", labelOf(&doc, doc.Refusal.Run))
		t.refusal(doc.Refusal.Reasons)
	}
	for _, s := range doc.Series {
		if err := t.rankSeries(&doc, s); err != nil {
			return err
		}
	}
	t.reportPath(opt.Report)
	_, err := w.Write(t.Bytes())
	return err
}

func (t *screen) rankSeries(doc *compare.RankDoc, s compare.RankSeries) error {
	t.WriteByte('\n')
	t.line("%s", cut(valueOr(s.Says, s.Name), maxReason))
	if len(s.Rows) == 0 {
		return nil
	}
	var rows [][]string
	for _, r := range s.Rows {
		rows = append(rows, []string{rankCell(s, r), ending(labelOf(doc, r.Run), widestCell), levelCell(r.Level), levelInterval(s.Kind, r.Lo, r.Hi), strconv.Itoa(countAt(s.Missing, r.Run))})
	}
	fits := []int{5, 4, 3, 2}
	if slices.Max(append(slices.Clone(s.Missing), 0)) == 0 {
		fits = fits[1:]
	}
	return t.table([]string{"rank", "run", "figure", "95 % interval", "questions without it"}, rows, fits)
}

func rankMend(doc *compare.RankDoc) string {
	if doc.Refusal == nil {
		return ""
	}
	return doc.Refusal.Mend
}

func rankTitle(doc *compare.RankDoc) string {
	if doc.Refusal != nil {
		return "COMPARISON: REFUSED, " + plural(len(doc.Runs), "run")
	}
	return fmt.Sprintf("COMPARISON: RANKS of %s", plural(len(doc.Runs), "run"))
}
