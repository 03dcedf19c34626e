package judgeprompt

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/evalrun/evalrun/results"
)

// The ends of the scale. Nothing outside is pulled in: a 90 is a judge that
// used another scale, not a very good answer.
const (
	lowest  = 1
	highest = 5
)

// problem is what is wrong with one dimension of a reply.
type problem struct {
	code     string
	received string
}

// assess reads score and reasoning of each dimension, and finds every problem
// rather than the first, so that one more ask can put all of them right.
func (v verdict) assess(dims []results.Dimension) (map[results.Dimension]results.Score, problems) {
	scores := make(map[results.Dimension]results.Score, len(dims))
	var bad problems
	for _, d := range dims {
		value, wrong := v.score(string(d))
		bad.add(d, wrong)
		reasoning, wrong := v.reason(string(d))
		bad.add(d, wrong)
		scores[d] = results.Score{Value: value, Reasoning: reasoning}
	}
	return scores, bad
}

func (v verdict) score(name string) (float64, *problem) {
	raw, sent := v.scores[name]
	if !sent {
		return 0, &problem{CodeMissingDimension, v.absence(name)}
	}
	if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, &problem{CodeNotNumber, "score is " + brief(string(raw)) + ", not a number"}
	}
	// A number too large to hold parses as infinity, which is out of range.
	value, _ := strconv.ParseFloat(string(raw), 64)
	if !(value >= lowest && value <= highest) {
		return 0, &problem{CodeOutOfRange, "score is " + brief(string(raw)) + ", out of range 1-5"}
	}
	return value, nil
}

// absence says where a missing score may have gone.
func (v verdict) absence(name string) string {
	scores, sent := v.top["scores"]
	if sent && v.scores == nil {
		return "no score: scores is " + brief(string(scores))
	}
	if other, found := v.scores.otherCase(name); found {
		return fmt.Sprintf("no score: sent as %q", other)
	}
	if other, found := v.top.otherCase("scores"); found && !sent {
		return fmt.Sprintf("no score: scores sent as %q", other)
	}
	if flat, found := v.top[name]; found {
		return "no score: " + brief(string(flat)) + " stands outside scores"
	}
	return "no score"
}

func (v verdict) reason(name string) (string, *problem) {
	all, sent := v.top["reasoning"]
	if sent && v.reasoning == nil {
		return "", &problem{CodeNoReasoning, "no reasoning: reasoning is " + brief(string(all))}
	}
	raw, sent := v.reasoning[name]
	if !sent {
		return "", &problem{CodeNoReasoning, "no reasoning"}
	}
	var text string
	if raw[0] != '"' || json.Unmarshal(raw, &text) != nil || !says(text) {
		return "", &problem{CodeNoReasoning, "no reasoning: it is " + brief(string(raw))}
	}
	return text, nil
}

// says reports whether a text holds a letter or a digit. A blank, "..." or a
// dash explains no score.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
