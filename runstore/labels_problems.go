package runstore

import (
	"errors"
	"fmt"
	"strings"
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
	l.problemAt(labelPlace{l.file, line}, format, args...)
}

func (l *LabelReader) problemAt(at labelPlace, format string, args ...any) {
	l.problems = append(l.problems, LabelProblem{at.file, at.line, fmt.Sprintf(format, args...)})
}
