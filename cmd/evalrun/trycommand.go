package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

func tryCommand(h host) *cobra.Command {
	var o runOptions
	var id string
	cmd := &cobra.Command{
		Use:   "try SUITE --id ID",
		Short: "Run one question and print everything about it",
		Long: `Run one question as run would and print the request, the raw reply, the
envelope, the findings, the prompt, the judge's replies and the verdict.
Nothing is stored.`,
		Args: one("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if id == "" {
				return usage(cmd, "evalrun try needs --id ID")
			}
			if err := errors.Join(o.judge.check(), o.target.check()); err != nil {
				return err
			}
			s, err := loadOne(args[0], o.root)
			if err != nil {
				return err
			}
			q, err := questionOf(s, id)
			if err != nil {
				return err
			}
			return tryQuestion(cmd.Context(), h, o, s, q)
		},
	}
	o.judge.register(cmd)
	o.target.register(cmd)
	rootFlag(cmd, &o.root)
	cmd.Flags().StringVar(&id, "id", "", "`ID` of the question")
	return cmd
}

// tryQuestion runs the question in a run folder that is thrown away, so that it takes
// the very path of a run.
func tryQuestion(ctx context.Context, h host, o runOptions, s *suites.Suite, q suites.Question) error {
	dir, err := os.MkdirTemp("", "evalrun-try")
	if err != nil {
		return infrastructure(err)
	}
	defer os.RemoveAll(dir)
	o.out, o.quiet, o.ids = dir, true, []string{literal(q.ID)}
	o.limits.concurrency, o.repeats, o.judgeRepeats, o.cache.off = 1, 1, 1, true
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	p, err := e.prepare(ctx, s)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	view, err := e.runSuite(ctx, p)
	if err != nil {
		return err
	}
	if err := tell(h.stdout, p, q, view, dir); err != nil {
		return err
	}
	return codeOf(view)
}

// literal escapes a pattern's characters, so that it fits one id only.
func literal(id string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(id)
}

// codeOf is the verdict of the one question as an exit code: a suite's floor
// for many says nothing about one.
func codeOf(view reports.View) error {
	t := view.Doc.Totals
	switch {
	case view.Doc.Run.Stop != nil || t.Error > 0:
		return &failure{code: verdict.Worst(view.Doc.Gate.ExitCode, verdict.ExitInfrastructure)}
	case t.Fail > 0:
		return &failure{code: verdict.ExitFail}
	case t.Pass == 0:
		return &failure{code: verdict.ExitInconclusive}
	}
	return nil
}

// tell prints the stations of one question in the order it passed them.
func tell(w io.Writer, p preparedSuite, q suites.Question, view reports.View, runs string) error {
	t := teller{w: w}
	t.part("question", q.Snapshot())
	t.asked(p, q)
	store, err := runstore.Open(filepath.Join(runs, view.Doc.Run.ID))
	if err != nil {
		return err
	}
	for e, err := range store.Entries() {
		if err != nil {
			return err
		}
		for _, rec := range e.Records {
			t.record(rec)
		}
		if len(e.Records) == 0 {
			t.text("verdict", "skipped: "+view.Doc.Run.Stop.Message)
		}
	}
	return t.err
}

// asked shows where the answer came from; of a recorded one also how it was
// written there.
func (t *teller) asked(p preparedSuite, q suites.Question) {
	if p.recorded == nil {
		t.part("target", p.target.Ref())
		return
	}
	place, raw, err := p.recorded.Raw(q)
	if err != nil {
		place = "(none: " + err.Error() + ")"
	}
	t.text("request", "recorded answer "+place)
	t.text("raw reply", string(raw))
}

// teller prints parts under headings; text is made safe for a terminal.
type teller struct {
	w   io.Writer
	err error
}

func (t *teller) record(rec results.Record) {
	t.part("envelope", rec.Answer)
	t.part("findings", rec.Findings)
	if call := rec.Judge; call != nil {
		t.text("judge", fmt.Sprintf("%s, served by %s, mode %s", call.Model, call.Served, call.Mode))
		t.text("prompt, system message", judgeprompt.System(rec.Category))
		t.text("prompt, user message", call.Prompt.User)
		for _, note := range append(call.Notes, call.Truncated...) {
			t.text("note", note)
		}
		for i, attempt := range call.Attempts {
			t.part(fmt.Sprintf("judge attempt %d", i+1), attempt)
		}
	}
	t.part("cells", rec.Cells)
	if rec.Error != nil {
		t.part("error", rec.Error)
	}
	t.text("verdict", string(rec.Verdict))
	for _, reason := range rec.Reasons {
		t.text("because", reason)
	}
}

func (t *teller) part(heading string, v any) {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.err = err
		return
	}
	t.text(heading, string(data))
}

func (t *teller) text(heading, body string) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, "=== %s\n%s\n\n", heading, reports.Visible(body))
	}
}
