package summary

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Infrastructure counts what is missing because a target or a transport
// failed: questions and repeats with the verdict error, and errored cells.
type Infrastructure struct {
	Errors int
	Cells  map[results.Series]int
}

func (i *Infrastructure) add(r *results.Record) {
	if r.Verdict == results.Error && r.Error != nil && Transport(r.Error.Code) {
		i.Errors++
	}
	for name, c := range r.Cells {
		if c.Status == results.CellErrored && Transport(c.Code) {
			i.Cells[name]++
		}
	}
}

// Transport tells errors of the way to a model, and of the target in all its
// forms, from errors of a judge that was reached and answered badly. The
// latter speak about one question and are left to the gate.
func Transport(code string) bool {
	if strings.HasPrefix(code, "target_") {
		return true
	}
	switch strings.TrimPrefix(code, "judge_") {
	case "timeout", "network", "http", "rate_limited", "quota", "auth", "not_found", "bad_request",
		"empty_choices", "redirected", "too_large", "retry_after_too_long":
		return true
	}
	return false
}
