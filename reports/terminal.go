package reports

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// maxOnTerminal is how many failures and how many errors the terminal names;
// more would push the gate off the screen.
const maxOnTerminal = 10

const maxFlakyOnTerminal = 5

// Options are what the terminal report needs to know of where it goes.
type Options struct {
	Color  bool   // colour the verdict words
	Width  int    // columns; 0 means 80, less than 40 counts as 40
	Report string // path of the full report to point to; "" for none
	Page   string // path of the page that holds more than the report; "" for none
}

// Terminal writes the short report: the gate and why, totals, dimensions,
// the first failures and errors with their first reason, and where to read
// on. It reads the entries only as far as it needs them.
func Terminal(w io.Writer, v View, opt Options) error {
	doc := complete(v.Doc)
	t := &terminal{doc: &doc, color: opt.Color, width: 80}
	if opt.Width > 0 {
		t.width = max(40, opt.Width)
	}
	t.verdict()
	t.totals()
	if err := t.dimensions(); err != nil {
		return err
	}
	t.remarks()
	t.answering()
	t.apart()
	t.panel()
	t.parts()
	t.spending()
	if err := t.questions(v); err != nil {
		return err
	}
	t.next(opt.Report)
	_, err := w.Write(t.out.Bytes())
	return err
}

type terminal struct {
	out   bytes.Buffer
	doc   *results.ReportDoc
	color bool
	width int
}

func (t *terminal) line(format string, args ...any) {
	t.out.WriteString(wrap(fmt.Sprintf(format, args...), "", t.width))
}

func (t *terminal) verdict() {
	head := headline(t.doc)
	t.out.WriteString(t.paint(t.doc.Gate.Verdict, head))
	t.out.WriteString("  " + Fit(t.doc.Run.Suite.Name, t.width-len(head)-2) + "\n")
	if notice := judgeNotice(t.doc.Run); notice != "" {
		t.line("%s", notice)
	}
	for _, reason := range why(t.doc) {
		t.out.WriteString(wrap(cut(reason, maxReason), "  ", t.width))
	}
	t.line("exit code %d", t.doc.Gate.ExitCode)
}

func (t *terminal) totals() {
	n := t.doc.Totals
	t.out.WriteByte('\n')
	planned := fmt.Sprintf("%d planned: %d pass, %d fail, %d error, %d inconclusive, %d skipped",
		n.Planned, n.Pass, n.Fail, n.Error, n.Inconclusive, n.Skipped)
	if apart := counts(setApart(n)...); apart != "" {
		planned += "; in no figure: " + apart
	}
	t.line("%s", planned)
	t.line("pass rate: %s", rateWords(t.doc.PassRate, t.doc.Run.Gate.PassRate))
	if text := missingWords(t.doc); text != "" {
		t.line("%s", text)
	}
	t.repeats()
	for _, warning := range t.doc.Warnings {
		t.line("warning: %s", cut(warning, maxReason))
	}
}

// repeats names a few of the flaky questions: they are the first to look at.
func (t *terminal) repeats() {
	r := t.doc.Repeats
	// Copies of one answer pass and fail alike; the warnings say so.
	if r == nil || r.Answers < 2 || t.doc.Run.CopiedRepeats {
		return
	}
	t.line("%s", everyTimeWords(r))
	t.line("flaky: %s", flakyWords(r, maxFlakyOnTerminal))
	if text := spreadWords(r); text != "" {
		t.line("spread between tries: %s", text)
	}
}

// spending says what the run took, where a model or a target was asked.
func (t *terminal) spending() {
	model := t.doc.Run.Judge.Kind == results.JudgeModel
	if model || t.doc.Target != nil {
		t.out.WriteByte('\n')
	}
	if model {
		t.line("judge: %s", strings.Join(judgeWork(t.doc.Run, t.doc.Judge), "; "))
	}
	if t.doc.Target != nil {
		t.line("target: %s", strings.Join(targetWork(t.doc.Target), "; "))
	}
}

func (t *terminal) next(report string) {
	t.out.WriteByte('\n')
	t.line("next: %s", next(t.doc))
	if report != "" {
		// A path is not wrapped or cut: it is there to be copied.
		t.out.WriteString("report: " + oneLine(report) + "\n")
	}
}

func (t *terminal) paint(verdict results.Verdict, text string) string {
	if !t.color {
		return text
	}
	return colored(verdict, text)
}
