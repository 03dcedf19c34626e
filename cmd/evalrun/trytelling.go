package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/summary"
)

// tell prints the stations of one question in the order it passed them, and
// returns its verdict.
func tell(w io.Writer, p preparedSuite, q suites.Question, view reports.View, runs string) (results.Verdict, error) {
	t, last := teller{w: w}, results.Skipped
	t.part("question", q.Snapshot())
	t.asked(p, q)
	store, err := runstore.Open(filepath.Join(runs, view.Doc.Run.ID))
	if err != nil {
		return last, err
	}
	for e, err := range store.Entries() {
		if err != nil {
			return last, err
		}
		for _, rec := range e.Records {
			t.record(rec)
			last = rec.Verdict
		}
		if len(e.Records) == 0 {
			t.text("verdict", "skipped: "+view.Doc.Run.Stop.Message)
		}
	}
	return last, t.err
}

// asked shows where the answer came from; of a recorded one also how it was
// written there.
func (t *teller) asked(p preparedSuite, q suites.Question) {
	if q.Frozen != nil {
		t.text("request", "none: the answer is frozen in the suite")
		return
	}
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
	if rec.Judge != nil {
		t.text("prompt, system message", judgeprompt.System(rec.Category))
		t.text("prompt, user message", rec.Judge.Prompt.User)
		for _, note := range rec.Judge.Truncated {
			t.text("note", note)
		}
	}
	for call := range summary.JudgeCalls(&rec) {
		t.call(call)
	}
	t.votes(rec)
	t.part("cells", rec.Cells)
	if rec.Error != nil {
		t.part("error", rec.Error)
	}
	t.text("verdict", string(rec.Verdict))
	for _, reason := range rec.Reasons {
		t.text("because", reason)
	}
}

// call prints how a model was asked: each member of a panel has its own.
func (t *teller) call(call *results.JudgeCall) {
	t.text("judge", fmt.Sprintf("%s, served by %s, mode %s", call.Model, cmp.Or(call.Served, "nobody"), cmp.Or(call.Mode, "none")))
	for _, note := range call.Notes {
		t.text("note", note)
	}
	for i, attempt := range call.Attempts {
		t.part(fmt.Sprintf("judge attempt %d", i+1), attempt)
	}
}

// votes prints what the members of a panel gave, one line for each dimension.
func (t *teller) votes(rec results.Record) {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(rec.Cells)) {
		var given []string
		for _, v := range rec.Cells[name].Votes {
			vote := v.Code
			if v.Score != nil {
				vote = strconv.FormatFloat(*v.Score, 'f', -1, 64)
			}
			given = append(given, v.Model+" "+vote)
		}
		if given != nil {
			lines = append(lines, string(name)+": "+strings.Join(given, ", "))
		}
	}
	if lines != nil {
		t.text("votes", strings.Join(lines, "\n"))
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
