package offline

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
)

// calibrated scores positive/calibration: the stated confidence beside the
// share of statements that the passages carry.
func calibrated(r *reading) ruling {
	stated := r.asked.Answer.Confidence
	if !stated.Stated() {
		return ruling{2, "confidence rule: no confidence was stated"}
	}
	if !stated.Known() {
		return ruling{2, fmt.Sprintf("confidence rule: %q is not high, medium, low or none", shorten(string(stated), maxShown))}
	}
	if h := r.firstHedge(); h != nil && stated == answers.High {
		return ruling{2, "confidence rule: high confidence on hedged words in " + quoted(h)}
	}
	level, words := r.supportLevel()
	return ruling{fit(stated, level), fmt.Sprintf("confidence rule: %s confidence on an answer that is %s", stated, words)}
}

// level is how well an answer is supported as a whole.
type level int

const (
	weak level = iota
	mixed
	strong
)

// supportLevel holds an answer without passages to be mixed: nothing shows
// that it is right or wrong.
func (r *reading) supportLevel() (level, string) {
	claims := r.claims()
	if len(claims) == 0 || len(r.asked.Evidence) == 0 {
		return mixed, "without statements or passages to compare"
	}
	carried := meanSupport(claims)
	line := fmt.Sprintf("carried to %d %%, least in %s", percent(carried), weakest(claims).carried())
	switch {
	case carried >= fullSupport:
		return strong, line
	case carried >= partSupport:
		return mixed, line
	}
	return weak, line
}

// fit is high where confidence and support agree.
func fit(stated answers.Confidence, is level) int {
	switch stated {
	case answers.High:
		return [...]int{weak: 1, mixed: 3, strong: 5}[is]
	case answers.Medium:
		return [...]int{weak: 2, mixed: 5, strong: 4}[is]
	case answers.Low:
		return [...]int{weak: 5, mixed: 4, strong: 2}[is]
	}
	return [...]int{weak: 4, mixed: 2, strong: 1}[is]
}

func (r *reading) firstHedge() *sentence {
	for _, s := range r.sentences {
		if s.hedges() {
			return s
		}
	}
	return nil
}

// noConfidence scores negative/calibration, where none is expected.
func noConfidence(r *reading) ruling {
	stated := r.asked.Answer.Confidence
	switch stated {
	case answers.None:
		return ruling{5, "confidence rule: none was stated as confidence, as it should be"}
	case answers.Low:
		return ruling{3, "confidence rule: low confidence where none is expected"}
	case answers.High, answers.Medium:
		return ruling{1, fmt.Sprintf("confidence rule: %s confidence where none is expected", stated)}
	case "":
		if r.asked.Answer.Declines() {
			return ruling{5, "confidence rule: a decline, which states no confidence in an answer"}
		}
		return ruling{2, "confidence rule: no confidence was stated where the word none is expected"}
	}
	return ruling{2, fmt.Sprintf("confidence rule: %q is not high, medium, low or none", shorten(string(stated), maxShown))}
}
