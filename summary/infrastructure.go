package summary

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Infrastructure counts what is missing because a target or a transport
// failed: questions and repeats with the verdict error, and errored cells. A
// panel below its quorum is missing that way when each missing vote is.
type Infrastructure struct {
	Errors int
	Cells  map[results.Series]int
}

func (i *Infrastructure) add(r *results.Record) {
	short := false
	for name, c := range r.Cells {
		below := belowQuorum(c)
		short = short || below
		if below || c.Status == results.CellErrored && Transport(c.Code) {
			i.Cells[name]++
		}
	}
	errored := r.Verdict == results.Error && r.Error != nil && Transport(r.Error.Code)
	if errored || short && r.Verdict == results.Inconclusive {
		i.Errors++
	}
}

// belowQuorum reports whether a panel has too few votes because the members
// that gave none could not be reached.
func belowQuorum(c results.Cell) bool {
	if c.Status != results.CellInconclusive {
		return false
	}
	missing := 0
	for _, v := range c.Votes {
		if v.Score != nil {
			continue
		}
		if !Transport(v.Code) {
			return false
		}
		missing++
	}
	return missing > 0
}

// Transport tells errors of the way to a model, of the target in all its forms
// and of the workers from errors of a judge that was reached and answered
// badly. The latter speak about one question and are left to the gate.
func Transport(code string) bool {
	if strings.HasPrefix(code, "target_") || Lost(code) {
		return true
	}
	switch strings.TrimPrefix(code, "judge_") {
	case "timeout", "network", "http", "rate_limited", "quota", "auth", "not_found", "bad_request",
		"empty_choices", "redirected", "too_large", "retry_after_too_long":
		return true
	}
	return false
}

// Lost tells errors of the workers that were to measure a question: of its
// target and its judge they say nothing.
func Lost(code string) bool { return strings.HasPrefix(code, "fleet_") }
