package quotes

import (
	_ "embed" // the text of the instructions
	"strconv"
	"strings"
)

// InstructionOptions are the figures in the instructions. One that is 0 or
// less takes its default.
type InstructionOptions struct {
	MaxClaims    int // cited sentences in an answer
	MaxPerClaim  int // sources of one sentence
	MinQuote     int // characters of a quote
	PreferredMin int // characters of a quote, where possible
	PreferredMax int
}

// DefaultInstructions returns the figures that the instructions have unless
// others are asked for.
func DefaultInstructions() InstructionOptions {
	return InstructionOptions{MaxClaims: 15, MaxPerClaim: 2, MinQuote: 60, PreferredMin: 80, PreferredMax: 240}
}

//go:embed instructions.txt
var instructions string

// Instructions returns the prompt that teaches a model to answer with an
// evidence block which ParseAnswer reads without a warning. It is meant for
// the system message, before the sources.
func Instructions(opt InstructionOptions) string {
	def := DefaultInstructions()
	preferredMin := positive(opt.PreferredMin, def.PreferredMin)
	return strings.NewReplacer(
		"{{maxClaims}}", figure(opt.MaxClaims, def.MaxClaims),
		"{{maxPerClaim}}", figure(opt.MaxPerClaim, def.MaxPerClaim),
		"{{minQuote}}", figure(opt.MinQuote, def.MinQuote),
		"{{preferredMin}}", strconv.Itoa(preferredMin),
		"{{preferredMax}}", strconv.Itoa(max(preferredMin, positive(opt.PreferredMax, def.PreferredMax))),
	).Replace(instructions)
}

func figure(n, def int) string { return strconv.Itoa(positive(n, def)) }

func positive(n, def int) int {
	if n > 0 {
		return n
	}
	return def
}
