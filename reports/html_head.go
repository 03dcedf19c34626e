package reports

import "github.com/evalrun/evalrun/results"

// reportHead is the page down to its questions: what came out and why, how sure
// it is, who judged.
type reportHead struct {
	Frame           frame
	Verdict         string // a class of the style sheet
	Headline, Suite string
	Notice          string
	Why, Next, Exit string
	Further         []string
	Totals          []htmlTotal
	TotalNotes      []string
	Blocks          []htmlBlock
}

// htmlTotal is one count of questions in the colour of its verdict.
type htmlTotal struct {
	Name, Tone string
	N          int
}

func headOf(doc *results.ReportDoc) reportHead {
	suite := pageLine(doc.Run.Suite.Name, maxName)
	reasons := why(doc)
	head := reportHead{
		Frame:   newFrame(headline(doc)+", "+suite, true),
		Verdict: htmlTone(doc.Gate.Verdict), Headline: headline(doc), Suite: suite,
		Notice: judgeNotice(doc.Run), Why: pageSentence(reasons[0]), Next: oneLine(next(doc)),
		Further: pageSentences(reasons[1:]),
		Exit:    oneLine(codeWords(doc)),
		Totals:  totalsOf(doc.Totals), TotalNotes: totalNotes(doc),
	}
	for _, b := range []htmlBlock{
		rulesBlock(doc.Gate.Rules), judgeBlock(doc), dimensionsBlock(doc), answeringBlock(doc), quarantineBlock(doc.Quarantine),
		panelBlock(doc.Panel), targetBlock(doc), repeatsBlock(doc), slicesBlock(doc), anchorsBlock(doc), runBlock(doc.Run),
	} {
		if b.ID != "" {
			head.Blocks = append(head.Blocks, b)
		}
	}
	return head
}

func totalsOf(t results.Totals) []htmlTotal {
	out := []htmlTotal{
		{"planned", "", t.Planned}, {"pass", "pass", t.Pass}, {"fail", "fail", t.Fail}, {"error", "error", t.Error},
		{"inconclusive", "inconclusive", t.Inconclusive}, {"skipped", "skipped", t.Skipped},
	}
	for _, apart := range setApart(t) {
		out = append(out, htmlTotal{apart.label, "skipped", apart.n})
	}
	return out
}

func totalNotes(doc *results.ReportDoc) []string {
	out := []string{
		setApartWords(doc.Totals), "Pass rate: " + rateWords(doc.PassRate, doc.Run.Gate.PassRate) + ".", missingWords(doc),
	}
	if r := doc.Repeats; r != nil && r.Answers > 1 && !doc.Run.CopiedRepeats {
		out = append(out, "Repeats: "+everyTimeWords(r)+".")
	}
	return pageLines(out)
}

// rulesBlock shows each gate rule between its bounds.
func rulesBlock(rules []results.RuleResult) htmlBlock {
	if len(rules) == 0 {
		return htmlBlock{}
	}
	var rows [][]htmlCell
	for _, r := range rules {
		figure := ruleFigure(r)
		rows = append(rows, []htmlCell{
			nameCell(r.Name), verdictCell(r.Verdict), figureCell(figure(r.Floor)), figureCell(figure(r.Lower)),
			figureCell(figure(r.Upper)), textCell(r.Message),
		})
	}
	return htmlBlock{ID: "gate", Title: "Gate", Tables: tableOf("The rules of the gate, each between its bounds",
		[]string{"rule", "verdict", "floor", "at least", "at most", "what it says"}, rows)}
}
