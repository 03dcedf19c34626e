package runstore

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// maxLabelProblems is how many broken lines are told; a file that is broken
// throughout needs no more. After maxLabelFaults reading ends.
const (
	maxLabelProblems = 20
	maxLabelFaults   = 1000
)

// errEnough ends the reading of a file that is broken throughout.
var errEnough = errors.New("too many problems")

func (l *LabelReader) full() bool { return l.over || len(l.problems) >= maxLabelFaults }

// LabelProblem is one thing wrong with a file of labels. Line counts from 1;
// 0 means that there is no one line to name.
type LabelProblem struct {
	File    string
	Line    int
	Message string
}

// String is file:line: message.
func (p LabelProblem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// LabelProblems are what is wrong with files of labels.
type LabelProblems []LabelProblem

// Lines are the first problems and, when there are more, how many.
func (p LabelProblems) Lines() []string {
	var out []string
	for _, one := range p[:min(len(p), maxLabelProblems)] {
		out = append(out, one.String())
	}
	switch left := len(p) - maxLabelProblems; {
	case len(p) >= maxLabelFaults:
		out = append(out, fmt.Sprintf("%d more problems with labels, and perhaps others", left))
	case left > 0:
		out = append(out, fmt.Sprintf("%d more problems with labels", left))
	}
	return out
}

// Error is one problem a line.
func (p LabelProblems) Error() string { return strings.Join(p.Lines(), "\n") }

func (l *LabelReader) problem(line int, format string, args ...any) {
	l.problems = append(l.problems, LabelProblem{l.file, line, fmt.Sprintf(format, args...)})
}

// add takes one label in unless it cannot be one.
func (l *LabelReader) add(line int, label results.Label) {
	label.ID = strings.TrimSpace(label.ID)
	label.Dimension = results.Dimension(strings.TrimSpace(string(label.Dimension)))
	if label.Rater = strings.TrimSpace(label.Rater); label.Rater == "" {
		label.Rater = l.rater
	}
	switch {
	case label.ID == "":
		l.problem(line, "no id of a question")
	case label.Dimension == "":
		l.problem(line, "no dimension")
	case label.Repeat < 0:
		l.problem(line, "repeat %d is below 0", label.Repeat)
	case math.IsNaN(label.Score) || math.IsInf(label.Score, 0):
		l.problem(line, "the score is no number")
	default:
		l.keep(line, label)
	}
}

// keep holds each person to one score for each answer and dimension. The same
// score twice is one score.
func (l *LabelReader) keep(line int, label results.Label) {
	if l.index == nil {
		l.index = map[labelKey]int{}
	}
	key := labelKey{label.ID, label.Repeat, label.Dimension, label.Rater}
	at, again := l.index[key]
	switch {
	case !again && len(l.labels.Labels) == maxLabels:
		l.problem(line, "more than %d labels", maxLabels)
		l.over = true
	case !again:
		// The texts of a row are parts of one string, which they would keep.
		label.ID, label.Dimension, label.Rater = strings.Clone(label.ID), results.Dimension(strings.Clone(string(label.Dimension))), strings.Clone(label.Rater)
		key = labelKey{label.ID, label.Repeat, label.Dimension, label.Rater}
		l.index[key] = len(l.labels.Labels)
		l.labels.Labels = append(l.labels.Labels, label)
		l.places = append(l.places, labelPlace{l.file, line})
	case l.Revised:
		l.labels.Labels[at] = label
		l.places[at] = labelPlace{l.file, line}
	case l.labels.Labels[at].Score != label.Score:
		l.problem(line, "%s scores %s of %q %s, and %s in %s:%d; name the raters apart",
			raterName(label.Rater), label.Dimension, label.ID, number(label.Score),
			number(l.labels.Labels[at].Score), l.places[at].file, l.places[at].line)
	}
}

func raterName(rater string) string {
	if rater == "" {
		return "the same rater"
	}
	return fmt.Sprintf("rater %q", rater)
}

// scaleOf takes the range that a line names; all lines must name the same.
func (l *LabelReader) scaleOf(line int, ends []int) {
	if ends == nil {
		return
	}
	if len(ends) != 2 || ends[0] >= ends[1] {
		l.problem(line, "scale is %v, want its lowest and its highest score", ends)
		return
	}
	scale := results.Scale{Lo: ends[0], Hi: ends[1]}
	if known := l.labels.Scale; known != (results.Scale{}) && known != scale {
		l.problem(line, "scale is %d..%d, and %d..%d before", scale.Lo, scale.Hi, known.Lo, known.Hi)
		return
	}
	l.labels.Scale = scale
}
