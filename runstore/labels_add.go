package runstore

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// add takes one label in unless it cannot be one.
func (l *LabelReader) add(line int, label results.Label, revised bool) {
	label.Dimension = results.Dimension(trimmed(string(label.Dimension)))
	label.ID, label.Rater = trimmed(label.ID), l.raterOf(label.Rater)
	switch {
	case !l.answerKnown(line, label.ID, label.Repeat):
	case label.Dimension == "":
		l.problem(line, "no dimension")
	case math.IsNaN(label.Score) || math.IsInf(label.Score, 0):
		l.problem(line, "the score is no number")
	default:
		l.keep(line, label, revised || l.Revised)
	}
}

func (l *LabelReader) raterOf(name string) string {
	return cmp.Or(trimmed(name), l.rater)
}

// answerKnown reports whether an answer is named, and tells when it is not.
func (l *LabelReader) answerKnown(line int, id string, repeat int) bool {
	switch {
	case id == "":
		l.problem(line, "no id of a question")
	case repeat < 0:
		l.problem(line, "repeat %d is below 0", repeat)
	default:
		return true
	}
	return false
}

// keep holds each person to one score for each answer and dimension. The same
// score twice is one score.
func (l *LabelReader) keep(line int, label results.Label, revised bool) {
	key := labelKey{label.ID, label.Repeat, label.Dimension, label.Rater}
	at, again := l.labels.at(key)
	switch {
	case !again && l.tooMany(line):
	case !again || revised:
		// The texts of a row are parts of one string, which they would keep.
		label.ID, label.Dimension, label.Rater = strings.Clone(label.ID), results.Dimension(strings.Clone(string(label.Dimension))), strings.Clone(label.Rater)
		key = labelKey{label.ID, label.Repeat, label.Dimension, label.Rater}
		l.labels.put(key, label, labelPlace{l.file, line})
	case l.labels.list[at].Score != label.Score:
		before := l.labels.places[at]
		l.problem(line, "%s scores %s of %q %s, and %s in %s:%d; name the raters apart",
			raterName(label.Rater), label.Dimension, label.ID, number(label.Score),
			number(l.labels.list[at].Score), before.file, before.line)
	}
}

func (l *LabelReader) tooMany(line int) bool {
	if len(l.labels.index)+len(l.remarks.index) < maxLabels {
		return false
	}
	l.problem(line, "more than %d labels", maxLabels)
	l.over = true
	return true
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
	if known := l.scale; known != (results.Scale{}) && known != scale {
		l.problem(line, "scale is %d..%d, and %d..%d before", scale.Lo, scale.Hi, known.Lo, known.Hi)
		return
	}
	l.scale = scale
}
