package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// next says what a reader does now.
func next(doc *results.ReportDoc) string {
	t := doc.Totals
	switch {
	case doc.Run.Stop != nil:
		return resume(doc)
	case t.Planned == 0:
		return "select at least one question, this run had none."
	case t.Counted() == 0:
		return "select at least one question that is neither an anchor nor in quarantine."
	case doc.Gate.Verdict == results.Fail && doc.Quarantine != nil && doc.Quarantine.Over > 0:
		return endQuarantine(t)
	case doc.Gate.Verdict == results.Fail && t.Fail > 0:
		return readFailures(doc)
	case t.Error > 0:
		return fmt.Sprintf("look at the %s, mend the cause and %s.", plural(t.Error, "error"), goOn(doc))
	case t.Skipped > 0 && doc.Run.From == "":
		return goOn(doc) + ", some questions were not run."
	case doc.Gate.Verdict == results.Pass && len(doc.Warnings) > 0:
		return "nothing is blocked; read the warnings before you rely on the figures."
	case doc.Gate.Verdict == results.Pass:
		return "nothing to do."
	}
	return "read the gate's rules; they say which figure decided."
}

// resume says how a stopped run goes on: what is on record is kept.
func resume(doc *results.ReportDoc) string {
	left := fmt.Sprintf("%d of %d were not run.", doc.Totals.Skipped, doc.Totals.Planned)
	switch doc.Run.Stop.Kind {
	case results.StopInterrupt:
		return goOn(doc) + ", " + left
	case results.StopBudget:
		return "raise the budget and " + goOn(doc) + ", " + left
	}
	return "mend what stopped the run and " + goOn(doc) + ", " + left
}

// goOn is how what a run lacks is asked for. One that judges the answers of
// another cannot be resumed: made anew, it finds its judgements in the cache.
func goOn(doc *results.ReportDoc) string {
	if doc.Run.From != "" {
		return "judge the answers of " + cut(doc.Run.From, maxName) + " again"
	}
	text := "go on with evalrun run --resume"
	if at := doc.Run.Fleet; at != "" { // without it the command is refused
		text += " and --fleet " + cut(at, maxName)
	}
	return text
}

// endQuarantine comes before the failures: whatever they say, the gate fails
// until it is done.
func endQuarantine(t results.Totals) string {
	text := "mend what is in quarantine beyond its date, or give it a new one"
	if t.Fail > 0 {
		text += ", and read the " + plural(t.Fail, "failure")
	}
	return text + "."
}

func readFailures(doc *results.ReportDoc) string {
	text := "read the " + plural(doc.Totals.Fail, "failure") + "; the findings stand with each"
	if doc.Run.Judge.Kind != results.JudgeNone {
		text = "read the " + plural(doc.Totals.Fail, "failure") + "; findings, scores and reasoning lines stand with each"
	}
	if n := doc.Totals.Error; n > 0 {
		text += ", then mend the cause of the " + plural(n, "error")
	}
	return text + "."
}
