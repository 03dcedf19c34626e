package rubric

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// checkAnswered fails when a question that the corpus covers was declined.
func checkAnswered(a answers.Answer) results.Finding {
	if a.Declines() {
		return results.Finding{
			Check: CheckAnswered, Status: results.FindingFail, Message: "declined a question the corpus covers",
		}
	}
	return results.Finding{Check: CheckAnswered, Status: results.FindingPass}
}

// checkAbstained fails when a question outside the corpus was answered: the
// text is not blank, nothing marks it as a decline, and its confidence is not
// none. Where confidence is optional and none was stated, only the judge can
// tell a worded decline from an answer, and the check does not run.
func checkAbstained(a answers.Answer, required bool) (f results.Finding, ran bool) {
	f = results.Finding{Check: CheckAbstained, Status: results.FindingPass}
	switch {
	case a.Declines() || a.Confidence == answers.None:
		return f, true
	case a.Confidence.Stated():
		f.Message = "answered outside the corpus"
	case required:
		f.Message = "answered outside the corpus: no confidence was stated; " +
			"for a target that states none, set confidence: optional in the suite"
	default:
		return results.Finding{}, false
	}
	f.Status = results.FindingFail
	return f, true
}

// confidenceWarnings are remarks on the stated confidence that decide
// nothing.
func confidenceWarnings(r Rubric, a answers.Answer) []results.Finding {
	f := results.Finding{Check: CheckConfidence, Status: results.FindingWarning}
	switch {
	case a.Confidence.Stated() && !a.Confidence.Known():
		f.Message = fmt.Sprintf("unknown confidence %q, want high, medium, low or none", clip(string(a.Confidence)))
	case r.ShouldAnswer && a.Confidence == answers.None && !a.Declines():
		f.Message = "answered with confidence none"
	default:
		return nil
	}
	return []results.Finding{f}
}

// maxShown bounds how much of a target's word a message repeats, in
// characters.
const maxShown = 40

func clip(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxShown {
			return s[:i] + "…"
		}
	}
	return s
}
