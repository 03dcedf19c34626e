package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// ComparisonTerminal writes a comparison as short as it can be read: what was
// compared with what, the one sentence, the next step, the figures, the first
// flips. opt.Report is the path of the full one.
func ComparisonTerminal(w io.Writer, doc compare.Doc, opt Options) error {
	t := newScreen(opt)
	t.title(paintAs(&doc), comparisonTitle(&doc), suitesOf(&doc))
	t.blocks(doc.Blocks)
	t.WriteByte('\n')
	t.comparisonWords(doc.Headline, doc.Next, mendOf(doc.Refusal), doc.Notices)
	t.line("exit code %d", doc.Gate.ExitCode)
	if doc.Refusal != nil {
		t.refusal(doc.Refusal.Reasons)
		t.pairing(doc.Pairing)
	} else if err := t.comparison(doc); err != nil {
		return err
	}
	t.reportPath(opt.Report)
	_, err := w.Write(t.Bytes())
	return err
}

// ComparisonSentence writes what a run says of itself beside its baseline: the
// title, the one sentence and the next step. exit is the exit code of both
// together and comes last, after that of the run's own gate above it.
func ComparisonSentence(w io.Writer, doc compare.Doc, own, exit int, opt Options) error {
	t := newScreen(opt)
	t.WriteByte('\n')
	t.title(paintAs(&doc), comparisonTitle(&doc), "with "+doc.Base.Run)
	for _, b := range doc.Blocks {
		if b.State != compare.Same {
			t.block(b)
		}
	}
	t.comparisonWords(doc.Headline, doc.Next, mendOf(doc.Refusal), doc.Notices)
	if doc.Refusal != nil {
		t.refusal(doc.Refusal.Reasons)
	}
	t.reportPath(opt.Report)
	t.pagePath(opt.Page)
	t.line("%s", exitWords(doc.Gate.ExitCode, own, exit))
	_, err := w.Write(t.Bytes())
	return err
}

// exitWords say which of two gates an exit code is from.
func exitWords(comparison, own, exit int) string {
	switch {
	case comparison == own:
		return fmt.Sprintf("exit code %d (the run's own gate and the comparison)", exit)
	case exit == comparison:
		return fmt.Sprintf("exit code %d (comparison; the run's own gate: %d)", exit, own)
	}
	return fmt.Sprintf("exit code %d (the run's own gate; comparison: %d)", exit, comparison)
}

func (t *screen) comparison(doc compare.Doc) error {
	t.indented(furtherReasons(doc.Gate))
	t.hard(&doc)
	t.pairing(doc.Pairing)
	if err := t.series(doc.Series); err != nil {
		return err
	}
	if err := t.judgeAnchors(doc.Anchors); err != nil {
		return err
	}
	t.flips(doc.Flips)
	if doc.Length.Note != "" {
		t.WriteByte('\n')
		t.line("%s", cut(doc.Length.Note, maxReason))
	}
	return nil
}

// blocks shows what differs; of what is the same the name is enough.
func (t *screen) blocks(blocks []compare.Block) {
	for _, b := range blocks {
		t.block(b)
	}
}

func (t *screen) block(b compare.Block) {
	head := fmt.Sprintf("  %-11s  %-7s", Fit(b.Name, 11), Fit(string(b.State), 7))
	text := blockWords(b)
	if b.State == compare.Same || text == "" {
		t.WriteString(strings.TrimRight(head, " ") + "\n")
		return
	}
	hanging := strings.Repeat(" ", len(head)+2)
	t.WriteString(head + strings.TrimPrefix(wrap(cut(text, maxReason), hanging, t.width), hanging[2:]))
}

// comparisonWords are the sentence, the next step and what limits both.
func (t *screen) comparisonWords(headline, next, command string, notices []string) {
	t.line("%s", cut(headline, maxReason))
	for _, notice := range notices {
		t.line("notice: %s", cut(notice, maxReason))
	}
	t.next(next, command)
}

// next wraps and cuts no command: it is there to be copied.
func (t *screen) next(next, command string) {
	lead := apart(next, command)
	if before, after, found := strings.Cut(lead, ": evalrun "); found && command == "" {
		lead, command = before+":", "evalrun "+after
	}
	t.line("next: %s", cut(lead, maxReason))
	if command != "" {
		t.WriteString("  " + strings.Join(lines(Visible(command)), " ") + "\n")
	}
}

// mendOf is the command that makes refused runs comparable.
func mendOf(r *compare.Refusal) string {
	if r == nil {
		return ""
	}
	return r.Mend
}
