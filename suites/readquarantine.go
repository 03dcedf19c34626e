package suites

import (
	"time"

	"github.com/evalrun/evalrun/results"
)

// quarantine reads until when a question is kept out of the gate, and why.
// Neither has a default: a question without a day would never come back.
func (r *reader) quarantine(n *node, e *entry) {
	o, ok := r.object(n, "quarantine", "quarantine.", quarantineKeys)
	if !ok {
		return
	}
	e.quarantine = n.pos
	e.Quarantine = &results.Quarantine{
		Until:  r.day(r.required(o, "until"), "quarantine.until"),
		Reason: r.prose(r.required(o, "reason"), "quarantine.reason"),
	}
}

// day is a date that there is, kept as typed.
func (r *reader) day(n *node, label string) string {
	s := r.text(n, label)
	if s == "" {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		r.problem(n.pos, "write the day as 2026-12-31", "%s is %s, want a date", label, quoted(s))
		return ""
	}
	return s
}

// quarantined warns from the day on which the question counts again and the
// gate fails because of it.
func (l *linter) quarantined(e entry) {
	if q := e.Quarantine; q != nil && q.Until < l.today {
		l.warn(e.quarantine, "mend the question and remove its quarantine, or set a later day",
			"its quarantine ended with %s: runs fail until it is taken out", q.Until)
	}
}
