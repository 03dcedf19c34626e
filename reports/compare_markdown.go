package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// ComparisonMarkdown writes compare.md: what was compared with what, the one
// sentence to read and the next step, then the figures behind it.
func ComparisonMarkdown(w io.Writer, doc compare.Doc) error {
	var p page
	p.block("# %s, %s", comparisonTitle(&doc), inline(cut(suitesOf(&doc), maxName)))
	writeBlocks(&p, doc.Blocks)
	p.block("**%s**", inline(cut(doc.Headline, maxReason)))
	writeNext(&p, doc.Next, mendOf(doc.Refusal))
	p.list(lined(doc.Notices))
	p.block("Exit code %d.", doc.Gate.ExitCode)
	if doc.Refusal != nil {
		writeRefusal(&p, doc.Refusal.Reasons)
		writePairing(&p, doc.Pairing, nil)
	} else {
		writeComparisonGate(&p, &doc)
		writeHard(&p, &doc)
		writeSeries(&p, doc.Series)
		writeJudgeAnchors(&p, doc.Anchors)
		writeFlips(&p, doc.Flips)
		writePairing(&p, doc.Pairing, doc.Series)
		writeLength(&p, doc.Length)
		writeSlices(&p, doc.Slices)
	}
	writeSides(&p, []string{"base", "head"}, []compare.Side{doc.Base, doc.Head})
	_, err := w.Write(p.Bytes())
	return err
}

// writeBlocks is the first thing to read: whether only the application
// differs decides what a difference means.
func writeBlocks(p *page, blocks []compare.Block) {
	if len(blocks) == 0 {
		return
	}
	var rows [][]string
	for _, b := range blocks {
		rows = append(rows, []string{inline(b.Name), inline(string(b.State)), inline(cut(blockWords(b), maxReason))})
	}
	p.table([]string{"part", "state", "what"}, rows)
}

func writeRefusal(p *page, reasons []compare.Difference) {
	p.block("## Why the runs are not compared")
	var rows [][]string
	for _, d := range reasons {
		rows = append(rows, []string{code(d.Field), valueCell(d.Base), valueCell(d.Head), inline(cut(d.Message, maxReason)), valueOr(inline(allowWords(d)), missing)})
	}
	if len(rows) > 0 {
		p.table([]string{"field", "base", "head", "why it matters", "what lets it through"}, rows)
	}
}

// writeNext shows a command as it is typed, in an indented block. It stays one
// line: the next one would be Markdown again.
func writeNext(p *page, next, command string) {
	p.block("**Next:** %s", inline(cut(apart(next, command), maxReason)))
	if command != "" {
		p.block("    %s", strings.Join(lines(Visible(command)), " "))
	}
}

func valueCell(value string) string { return inline(cut(valueOr(value, unknownValue), maxName)) }

func writeComparisonGate(p *page, doc *compare.Doc) {
	gate := doc.Gate
	if len(gate.Rules)+len(gate.Reasons) == 0 {
		return
	}
	if len(doc.Allowed) > 0 {
		p.block("## No gate")
	} else {
		p.block("## Gate")
	}
	p.list(lined(furtherReasons(gate)))
	if len(gate.Rules) == 0 {
		return
	}
	var rows [][]string
	for _, r := range gate.Rules {
		rows = append(rows, []string{code(r.Name), words(r.Verdict), words(r.State), inline(cut(r.Message, maxReason))})
	}
	p.table([]string{"series", "verdict", "state", "what it says"}, rows)
}

// writeHard lists what fails a comparison however good the means are.
func writeHard(p *page, doc *compare.Doc) {
	hard := doc.Hard
	if len(hard) == 0 {
		return
	}
	title := hardTitle(doc)
	p.block("## %s", strings.ToUpper(title[:1])+title[1:])
	items := make([]string, 0, len(hard))
	for _, h := range hard[:min(len(hard), maxListed)] {
		items = append(items, inline(words(h.Kind))+" "+code(h.Question)+": "+inline(cut(h.Message, maxReason)))
	}
	p.list(withRest(items, len(hard)))
}

// withRest counts what a list leaves out.
func withRest(items []string, total int) []string {
	if left := total - len(items); left > 0 {
		items = append(items, fmt.Sprintf("and %d more in compare.json", left))
	}
	return items
}

// lined escapes sentences for a list; a repetition is said once.
func lined(list []string) []string {
	var out []string
	for _, text := range list {
		if text = inline(cut(strings.TrimSpace(text), maxReason)); text != "" {
			out = appendNew(out, text)
		}
	}
	return withRest(out[:min(len(out), maxListed)], len(out))
}

// writeSides closes a comparison with what was compared.
func writeSides(p *page, names []string, sides []compare.Side) {
	p.block("## The runs")
	var rows [][]string
	for i, s := range sides {
		rows = append(rows, []string{inline(cut(names[i], maxName)), code(s.Run), inline(cut(s.Path, maxName)), instant(s.Started),
			inline(string(s.Status)), strconv.Itoa(s.Questions), strconv.Itoa(max(s.Repeats, 1)),
			inline(cut(judgedBy(s), maxReason)), inline(words(s.Gate))})
	}
	p.table([]string{"run", "id", "read from", "started", "status", "questions", "repeats", "judge", "own gate"}, rows)
}

// judgedBy is the model asked for and those that the server named.
func judgedBy(s compare.Side) string {
	if len(s.Served) == 0 {
		return valueOr(s.Judge, unknownValue)
	}
	return valueOr(s.Judge, unknownValue) + ", served by " + tally(s.Served)
}
