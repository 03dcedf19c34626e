package grounding

import (
	"fmt"
	"math"
	"strings"
)

// DefaultThreshold is the score from which an answer passes.
const DefaultThreshold = 0.25

// Rules decide what a report's figures mean.
type Rules struct {
	Threshold     float64 // 0..1; a score equal to it passes, and 0 passes any
	FailOn        FailOn
	RequireClaims int  // fewer claims make a pass inconclusive
	Support       bool // also score each sentence against the passages
}

// DefaultRules fail an answer on its score and on a claim without ground.
func DefaultRules() Rules {
	return Rules{Threshold: DefaultThreshold, FailOn: FailOn{Ungrounded: true, Score: true}}
}

// FailOn names what fails an answer.
type FailOn struct{ Ungrounded, Score, Warning bool }

// ParseFailOn reads a comma list of ungrounded, score and warning.
func ParseFailOn(list string) (FailOn, error) {
	var f FailOn
	for word := range strings.SplitSeq(list, ",") {
		switch strings.TrimSpace(word) {
		case "ungrounded":
			f.Ungrounded = true
		case "score":
			f.Score = true
		case "warning":
			f.Warning = true
		default:
			return f, fmt.Errorf("unknown condition %q, want ungrounded, score or warning", word)
		}
	}
	return f, nil
}

// Fraction refuses what is no threshold: not finite, or outside 0..1.
func Fraction(x float64) error {
	if math.IsNaN(x) || x < 0 || x > 1 {
		return fmt.Errorf("is %v, want a number from 0 to 1", x)
	}
	return nil
}
