package judgeprompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// The codes of a ReplyError. When several hold, the first in this order is
// given: what spoils the whole reply stands before what spoils one dimension.
const (
	CodeEmpty            = "empty"
	CodeNotJSON          = "not_json"
	CodeTwoObjects       = "two_objects"
	CodeDuplicateKey     = "duplicate_key"
	CodeMissingDimension = "missing_dimension"
	CodeNotNumber        = "not_number"
	CodeOutOfRange       = "out_of_range"
	CodeNoReasoning      = "no_reasoning"
)

var dimensionCodes = []string{CodeMissingDimension, CodeNotNumber, CodeOutOfRange, CodeNoReasoning}

// ReplyError is a reply that is no result. Message names the question, its
// category and every dimension without a usable score, with what was received.
type ReplyError struct {
	Code    string
	Message string
	// Dimensions says what was wrong with each dimension; every required one
	// is there when the reply as a whole was unusable.
	Dimensions map[results.Dimension]string

	problem string
	want    string
}

func (e *ReplyError) Error() string { return e.Message }

// Correction is what to add to the prompt when the judge is asked again. It
// repeats what was received only in short, quoted pieces.
func (e *ReplyError) Correction() string {
	return "A previous reply could not be used: " + e.problem + ". Judge again and return JSON only, " + e.want + ".\n"
}

// fault is what is wrong with a reply as a whole.
type fault struct {
	code    string
	problem string
}

func (f *fault) on(spec Spec) *ReplyError {
	dims := make(map[results.Dimension]string, len(spec.Required))
	for _, d := range spec.Required {
		dims[d] = "no score"
	}
	return newReplyError(spec, f.code, f.problem, dims)
}

// problems are those of single dimensions, in the order they were asked for.
type problems []dimensionProblem

type dimensionProblem struct {
	dimension results.Dimension
	problem
}

func (p *problems) add(d results.Dimension, wrong *problem) {
	if wrong != nil {
		*p = append(*p, dimensionProblem{d, *wrong})
	}
}

func (p problems) on(spec Spec) *ReplyError {
	dims := map[results.Dimension]string{}
	code, lines := CodeNoReasoning, []string(nil)
	for _, bad := range p {
		if slices.Index(dimensionCodes, bad.code) < slices.Index(dimensionCodes, code) {
			code = bad.code
		}
		if dims[bad.dimension] != "" {
			dims[bad.dimension] += "; "
		}
		dims[bad.dimension] += bad.received
		lines = append(lines, string(bad.dimension)+": "+bad.received)
	}
	return newReplyError(spec, code, strings.Join(lines, "; "), dims)
}

func newReplyError(spec Spec, code, problem string, dims map[results.Dimension]string) *ReplyError {
	want := "with a number 1-5 and one line of reasoning for " + prose(spec.Required)
	return &ReplyError{
		Code:       code,
		Dimensions: dims,
		problem:    problem,
		want:       want,
		Message: fmt.Sprintf("judge reply on question %q (%s) is not usable: %s; want JSON %s",
			spec.QuestionID, spec.Category, problem, want),
	}
}

// briefly is how much of a received value a message repeats, in characters:
// enough to recognise it, too little to carry a text of its own.
const briefly = 60

// brief shows a received value on one line.
func brief(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	n := 0
	for i := range value {
		if n == briefly {
			return value[:i] + "…"
		}
		n++
	}
	return value
}
