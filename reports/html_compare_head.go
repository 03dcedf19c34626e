package reports

import (
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// blocksTable is the first thing to read: whether only the application
// differs decides what a difference means.
func blocksTable(blocks []compare.Block) []htmlTable {
	var rows [][]htmlCell
	for _, b := range blocks {
		rows = append(rows, []htmlCell{{Text: pageLine(b.Name, maxName)}, {Text: pageLine(string(b.State), maxBrief), Tone: stateTone(b.State)}, textCell(blockWords(b))})
	}
	return tableOf("What the runs have in common", []string{"part", "state", "what"}, rows)
}

// stateTone: a change is what a comparison is made for, and is not marked.
func stateTone(s compare.State) string {
	if s == compare.Unknown {
		return htmlTone(results.Inconclusive)
	}
	return ""
}

func refusalSection(reasons []compare.Difference) comparedSection {
	var rows [][]htmlCell
	for _, d := range reasons {
		rows = append(rows, []htmlCell{nameCell(d.Field), {Text: pageLine(valueOr(d.Base, unknownValue), maxName)}, {Text: pageLine(valueOr(d.Head, unknownValue), maxName)},
			textCell(d.Message), textCell(valueOr(allowWords(d), missing))})
	}
	return comparedSection{ID: "refused", Title: "Why the runs are not compared", Tables: tableOf("What differs", []string{"field", "base", "head", "why it matters", "what lets it through"}, rows)}
}

func gateSection(doc *compare.Doc) comparedSection {
	gate := doc.Gate
	if len(gate.Rules)+len(gate.Reasons) == 0 {
		return comparedSection{}
	}
	s := comparedSection{ID: "gate", Title: "Gate", Says: pageLined(furtherReasons(gate))}
	if len(doc.Allowed) > 0 {
		s.Title = "No gate"
	}
	var rows [][]htmlCell
	for _, r := range gate.Rules {
		rows = append(rows, []htmlCell{nameCell(r.Name), {Text: words(r.Verdict), Tone: htmlTone(r.Verdict)}, {Text: words(r.State)}, textCell(r.Message)})
	}
	s.Tables = tableOf("What each gated figure decided", []string{"series", "verdict", "state", "what it says"}, rows)
	return s
}

// hardSection lists what fails a comparison however good the means are.
func hardSection(doc *compare.Doc) comparedSection {
	if len(doc.Hard) == 0 {
		return comparedSection{}
	}
	title := hardTitle(doc)
	return comparedSection{ID: "hard", Title: strings.ToUpper(title[:1]) + title[1:], Lists: []htmlList{
		listOf("", doc.Hard, func(h compare.Hard) string {
			return words(h.Kind) + " " + pageLine(h.Question, maxName) + ": " + pageLine(h.Message, maxReason)
		})}}
}

// sidesSection closes a comparison with what was compared.
func sidesSection(names []string, sides []compare.Side) comparedSection {
	var rows [][]htmlCell
	for i, s := range sides {
		rows = append(rows, []htmlCell{{Text: pageLine(names[i], maxName)}, nameCell(s.Run), {Text: pageLine(s.Path, maxName)}, {Text: instant(s.Started)}, {Text: pageLine(string(s.Status), maxBrief)},
			countCell(s.Questions), countCell(max(s.Repeats, 1)), textCell(judgedBy(s)), {Text: pageLine(words(s.Gate), maxBrief), Tone: htmlTone(s.Gate)}})
	}
	return comparedSection{ID: "runs", Title: "The runs", Tables: tableOf("What was compared", []string{"run", "id", "read from", "started", "status", "questions", "repeats", "judge", "own gate"}, rows)}
}
