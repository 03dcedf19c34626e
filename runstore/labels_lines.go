package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
)

// labelLine is one line of JSON Lines: one label, all of an answer under
// ratings, a remark, or that one of them is taken back. Further keys are the
// business of whoever wrote the file.
type labelLine struct {
	ID        string            `json:"id"`
	Repeat    int               `json:"repeat"`
	Dimension results.Dimension `json:"dimension"`
	Rater     json.RawMessage   `json:"rater"`
	Score     json.RawMessage   `json:"score"`
	// Ratings are the scores by dimension: a list, one place for each rater,
	// or a mapping by rater.
	Ratings map[results.Dimension]json.RawMessage `json:"ratings"`
	Scale   []int                                 `json:"scale"`
	labelKeys
}

// readLines reads lines that have so many line breaks before them in the file.
func (l *LabelReader) readLines(in io.Reader, breaks int) error {
	l.consumed = 0
	var last line
	for line, err := range lines(in) {
		if err != nil {
			return err
		}
		if l.full() {
			return errEnough
		}
		line.number += breaks
		if line.unended {
			// The end of the file, or the beginning of a line that is too long.
			last = line
			continue
		}
		l.readLine(line)
		l.consumed = line.offset + int64(len(line.raw))
	}
	switch {
	case l.log && last.unended && !json.Valid(last.raw):
		l.warnings = append(l.warnings, fmt.Sprintf("%s:%d: dropped the last line, which was cut off after %d bytes",
			l.file, last.number, len(last.raw)))
	case last.unended:
		l.readLine(last)
		l.consumed = last.offset + int64(len(last.raw))
	}
	return nil
}

func (l *LabelReader) readLine(line line) {
	raw := bytes.TrimSpace(line.raw)
	var one labelLine
	if err := strictjson.Check(raw); err != nil {
		l.problem(line.number, "%s", err)
		return
	}
	if err := json.Unmarshal(raw, &one); err != nil {
		l.problem(line.number, "%s", shapeOf(err))
		return
	}
	l.addLine(line.number, one)
}

// shapeOf says which key holds what it should not.
func shapeOf(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Sprintf("%s holds a %s", wrong.Field, wrong.Value)
	}
	return err.Error()
}

func (l *LabelReader) addLine(line int, one labelLine) {
	l.scaleOf(line, one.Scale)
	rater, ok := nameOf(one.Rater)
	if !ok {
		l.problem(line, "rater is neither a text nor a whole number")
		return
	}
	more, ok := l.furtherOf(line, one.labelKeys)
	if !ok {
		return
	}
	label := more.label(results.Label{ID: one.ID, Repeat: one.Repeat, Dimension: one.Dimension, Rater: rater})
	switch {
	case more.withdrawn:
		l.withdraw(line, Withdrawal{ID: one.ID, Repeat: one.Repeat, Dimension: one.Dimension, Rater: rater})
	case one.Ratings != nil && one.Score != nil:
		l.problem(line, "score and ratings exclude each other")
	case one.Ratings != nil:
		for _, dimension := range slices.Sorted(maps.Keys(one.Ratings)) {
			label.Dimension = dimension
			l.addRatings(line, label, one.Ratings[dimension])
		}
	case one.Score == nil && one.Dimension == "" && more.remarks():
		l.remark(line, more.remark(label))
	case one.Score == nil:
		l.problem(line, "neither score nor ratings")
	default:
		l.addScore(line, label, one.Score, more.ours)
	}
}

// nameOf reads a rater's name; files often count people instead.
func nameOf(raw json.RawMessage) (string, bool) {
	var name string
	if raw == nil || json.Unmarshal(raw, &name) == nil {
		return name, true
	}
	n, err := strconv.Atoi(string(raw))
	return strconv.Itoa(n), err == nil
}

// addScore counts null as a place that nobody filled in.
func (l *LabelReader) addScore(line int, label results.Label, raw json.RawMessage, revised bool) {
	if string(raw) == "null" {
		l.blank++
		return
	}
	if err := json.Unmarshal(raw, &label.Score); err != nil {
		l.problem(line, "the score of %s is not a number", label.Dimension)
		return
	}
	l.add(line, label, revised)
}

func (l *LabelReader) addRatings(line int, label results.Label, raw json.RawMessage) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for i, score := range list {
			label.Rater = fmt.Sprintf("rater %d", i+1)
			l.addScore(line, label, score, false)
		}
		return
	}
	var named map[string]json.RawMessage
	if json.Unmarshal(raw, &named) != nil {
		l.problem(line, "ratings of %s are neither a list nor a mapping by rater", label.Dimension)
		return
	}
	for _, rater := range slices.Sorted(maps.Keys(named)) {
		label.Rater = rater
		l.addScore(line, label, named[rater], false)
	}
}
