package compare

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// check holds the parts of a report against each other, in whichever order
// they stood.
func (r *Run) check() error {
	if err := r.checkInfo(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	if r.announced() {
		return nil
	}
	if err := r.checkGate(); err != nil {
		return err
	}
	if err := r.checkCount(); err != nil {
		return err
	}
	for i := range r.Questions {
		if err := r.Questions[i].checkRepeats(max(1, r.Info.Repeats)); err != nil {
			return inQuestion(i, r.Questions[i].ID, err)
		}
	}
	return nil
}

// announced: a run that has yet to begin has settings, no questions and no
// verdict.
func (r *Run) announced() bool {
	return r.Info.Status == results.RunRunning && len(r.Questions) == 0 && r.Gate.Verdict == ""
}

// checkCount: a report lists every question that was selected. Those that an
// interrupted run did not come to are skipped, and anchors and quarantined
// ones are among them.
func (r *Run) checkCount() error {
	info, n := r.Info, len(r.Questions)
	switch {
	case info.Repeats < 0 || info.JudgeRepeats < 0:
		return fmt.Errorf("run: repeats is %d and judgeRepeats %d", info.Repeats, info.JudgeRepeats)
	case !r.stated["selection"] && !r.stated["planned"]:
		return errors.New("run: neither selection nor planned says how many questions there are")
	case r.stated["selection"] && n != info.Selection.Selected:
		return fmt.Errorf("the report has %s, and %d were selected", several(n, "question"), info.Selection.Selected)
	case r.stated["planned"] && !isProduct(info.Planned, n, max(1, info.Repeats)):
		return fmt.Errorf("the report has %s in %s each, and %s planned",
			several(n, "question"), several(max(1, info.Repeats), "repeat"), several(info.Planned, "answer"))
	}
	return nil
}

// isProduct does not multiply: numbers of a file can be of any size.
func isProduct(product, a, b int) bool {
	if a == 0 {
		return product == 0
	}
	return product%a == 0 && product/a == b
}

// checkRepeats: a report lists every planned repeat. A question without any
// was answered once.
func (q *Question) checkRepeats(planned int) error {
	if len(q.Repeats) == 0 && planned == 1 {
		q.Repeats = []Repeat{{Verdict: q.Verdict}}
	}
	if len(q.Repeats) != planned {
		return fmt.Errorf("it has %s, and the run %d", several(len(q.Repeats), "repeat"), planned)
	}
	return nil
}
