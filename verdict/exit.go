package verdict

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// The exit codes of every command.
const (
	ExitPass           = 0   // gate passed, or the command did its job
	ExitFail           = 1   // gate failed: quality
	ExitInconclusive   = 2   // cannot tell; also an empty selection
	ExitUsage          = 3   // usage, configuration or suite problem; nothing was run
	ExitInfrastructure = 4   // target or judge unusable, run incomplete; resumable
	ExitBudget         = 5   // stopped by a budget; resumable
	ExitInterrupted    = 130 // interrupted; resumable
)

// Worst is the exit code when several apply, within a run or over suites:
// the first of 130, 3, 5, 4, 1, 2, 0. Without any known code nothing was
// run, which is a usage problem.
func Worst(codes ...int) int {
	for _, code := range []int{
		ExitInterrupted, ExitUsage, ExitBudget, ExitInfrastructure, ExitFail, ExitInconclusive, ExitPass,
	} {
		if slices.Contains(codes, code) {
			return code
		}
	}
	return ExitUsage
}

// Unreached reports whether an error code says that a target or a model was
// not reached, or that a target failed: what exit 4 stands for, unlike a judge
// that answered badly.
func Unreached(code string) bool { return summary.Transport(code) }

// end is an exit code that applies and why, where the gate's verdict alone
// does not say it.
type end struct {
	code int
	why  string
}

func endOf(info results.RunInfo, s summary.Summary, v results.Verdict, rulings []ruling) end {
	ends := []end{gateEnd(info, s, v)}
	ends = append(ends, stopEnd(info, s)...)
	ends = append(ends, unreachedEnd(s, v, rulings)...)
	codes := make([]int, len(ends))
	for i, e := range ends {
		codes[i] = e.code
	}
	return ends[slices.Index(codes, Worst(codes...))]
}

// gateEnd maps the gate's verdict. The setting for inconclusive runs does
// not reach an empty selection: a run of nothing never passes.
func gateEnd(info results.RunInfo, s summary.Summary, v results.Verdict) end {
	switch v {
	case results.Pass:
		return end{code: ExitPass}
	case results.Fail:
		return end{code: ExitFail}
	}
	if s.Totals.Counted() == 0 {
		return end{code: ExitInconclusive}
	}
	switch mapped := info.Settings.Inconclusive; results.Verdict(mapped) {
	case results.Pass:
		return end{ExitPass, "the run is inconclusive and --inconclusive pass maps that"}
	case results.Fail:
		return end{ExitFail, "the run is inconclusive and --inconclusive fail maps that"}
	}
	return end{code: ExitInconclusive}
}

// stopEnd is how a run ended before its last question. One that left
// questions out and recorded no stop was killed, unless it judged the answers
// of another run: what had none there is for the gate to weigh.
func stopEnd(info results.RunInfo, s summary.Summary) []end {
	stop := info.Stop
	if stop == nil {
		whole := info.From != "" && info.Status == results.RunComplete
		if n := notRun(s); n > 0 && !whole {
			return []end{{ExitInfrastructure, fmt.Sprintf("the run is incomplete: %d of %d were not run",
				n, s.Totals.Planned)}}
		}
		return nil
	}
	code := ExitInfrastructure
	switch stop.Kind {
	case results.StopInterrupt:
		code = ExitInterrupted
	case results.StopBudget:
		code = ExitBudget
	}
	return []end{{code, fmt.Sprintf("stopped (%s): %s", stop.Kind, stop.Message)}}
}

// notRun counts what is set apart from the gate too.
func notRun(s summary.Summary) int {
	n := s.Totals.Skipped
	if s.Quarantine != nil {
		n += s.Quarantine.Totals.Skipped
	}
	if s.Anchors != nil {
		n += s.Anchors.Totals.Skipped
	}
	return n
}

// unreachedEnd tells a run that measured nothing, or that only lacks what a
// target or a transport did not deliver, from one whose quality is unclear.
func unreachedEnd(s summary.Summary, v results.Verdict, rulings []ruling) []end {
	lost, planned := s.Infrastructure.Errors, s.Totals.Counted()
	if planned > 0 && lost == planned {
		return []end{{ExitInfrastructure, fmt.Sprintf("all %d ended in a target or transport error", planned)}}
	}
	if v != results.Inconclusive {
		return nil
	}
	for _, r := range rulings {
		if r.Verdict == results.Inconclusive && !r.unreached {
			return nil
		}
	}
	return []end{{ExitInfrastructure, fmt.Sprintf(
		"inconclusive only because of target or transport errors, %d of %d", lost, planned)}}
}
