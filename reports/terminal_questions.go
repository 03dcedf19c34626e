package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// headlines are the first cases of one verdict, each with its first reason
// and, where a score decided, the judge's line on it.
type headlines struct {
	title   string
	verdict results.Verdict
	total   int
	shown   []headlineOf
}

type headlineOf struct{ name, reason, reasoning string }

func (h *headlines) full() bool { return len(h.shown) >= min(h.total, maxOnTerminal) }

func (h *headlines) take(r *results.Record, run results.RunInfo) {
	if r.Verdict != h.verdict || h.full() {
		return
	}
	shown := headlineOf{name: caseName(r.ID, r.Repeat, run.Repeats), reason: firstReason(r)}
	if h.verdict == results.Fail && firstFailed(r) == nil {
		shown.reasoning = firstBelow(run, r)
	}
	h.shown = append(h.shown, shown)
}

// questions names the first failures and errors in suite order and stops
// reading when both lists are full or complete.
func (t *terminal) questions(v View) error {
	failures := headlines{title: "failures", verdict: results.Fail, total: t.doc.Totals.Fail}
	errors := headlines{title: "errors", verdict: results.Error, total: t.doc.Totals.Error}
	if failures.full() && errors.full() {
		return nil
	}
	for e, err := range v.Entries() {
		if err != nil {
			return fmt.Errorf("read the run's questions: %w", err)
		}
		if e = finished(e); isApart(t.doc.Run, e.Question) {
			continue
		}
		for i := range e.Records {
			failures.take(&e.Records[i], t.doc.Run)
			errors.take(&e.Records[i], t.doc.Run)
		}
		if failures.full() && errors.full() {
			break
		}
	}
	t.list(failures)
	t.list(errors)
	return nil
}

func (t *terminal) list(h headlines) {
	if h.total == 0 {
		return
	}
	t.out.WriteString("\n" + t.paint(h.verdict, h.title) + "\n")
	for _, shown := range h.shown {
		t.out.WriteString("  " + Fit(shown.name, t.width-2) + "\n")
		t.out.WriteString(wrap(cut(shown.reason, maxReason), "    ", t.width))
		t.out.WriteString(wrap(cut(shown.reasoning, maxReason), "    ", t.width))
	}
	if left := h.total - len(h.shown); left > 0 {
		fmt.Fprintf(&t.out, "  and %d more\n", left)
	}
}
