package runstore

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// LabelsFile holds what people said of a run's answers, one line a label.
const LabelsFile = "labels.jsonl"

// Labels are what people said of answers, in the order of the lines.
type Labels struct {
	Labels   []results.Label
	Remarks  []results.Remark
	Scale    results.Scale
	Blank    int      // places for a score that nobody filled in
	Warnings []string // what of the files was left out
}

// LabelReader reads labels out of one or several files, up to 1 MB a line,
// 256 MB and 250,000 labels in all. The lines of a broken file are looked at
// before Labels says what is wrong, up to 1000 that cannot be used.
type LabelReader struct {
	// Scale is the range of the scores; zero takes what the files name, and
	// 1..5 where they name none.
	Scale results.Scale
	// Revised lets a later label of the same person take the place of the
	// earlier one, as lines that evalrun wrote always do. Without it two that
	// differ are a problem.
	Revised bool

	// log: the file is a run's own, whose last line a kill may have cut off.
	log      bool
	consumed int64 // bytes of a log's lines, but for one that was cut off
	labels   standing[results.Label]
	remarks  standing[results.Remark]
	scale    results.Scale // that the files name
	blank    int
	warnings []string
	problems LabelProblems
	files    []string // in the order in which they were read
	file     string   // the one being read
	rater    string
	read     int  // bytes, of all files
	over     bool // more than maxLabels
}

// Read takes a file in: JSON Lines where its first character is a brace, else
// CSV with a header. Labels that name no rater are those of rater. The error
// is one of reading; what is wrong with a line is told by Labels.
func (l *LabelReader) Read(name string, r io.Reader, rater string) error {
	l.file, l.rater = name, rater
	l.files = append(l.files, name)
	in := bufio.NewReaderSize(r, 64<<10)
	marked := 0
	if mark, _ := in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		marked, _ = in.Discard(len(byteOrderMark))
	}
	isJSON, empty, err := startsWithBrace(in)
	switch {
	case err != nil:
		return fmt.Errorf("read labels: %s: %w", name, err)
	case empty && l.log:
		return nil // made by a process that was killed before it wrote
	case empty:
		l.problem(0, "the file is empty")
		return nil
	case isJSON:
		err = l.readLines(l.limited(in, false), 0)
		l.consumed += int64(marked)
	default:
		err = l.readTable(l.limited(in, true), separator(in))
	}
	return l.ended(err, 0)
}

// readMore reads more lines of the file that was read last, which has that many
// line breaks before them.
func (l *LabelReader) readMore(r io.Reader, breaks int) error {
	return l.ended(l.readLines(l.limited(r, false), breaks), breaks)
}

// ended makes a problem of what ended the reading, or an error.
func (l *LabelReader) ended(err error, breaks int) error {
	if long, ok := errors.AsType[*lineTooLong](err); ok {
		l.problem(breaks+long.line, "the line is longer than 1 MB")
		return nil
	}
	if err != nil && !errors.Is(err, errEnough) {
		return fmt.Errorf("read labels: %s: %w", l.file, err)
	}
	return nil
}

const byteOrderMark = "\uFEFF"

// startsWithBrace looks at the first character that is not white space.
func startsWithBrace(in *bufio.Reader) (yes, empty bool, err error) {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			if errors.Is(err, io.EOF) {
				return false, len(bytes.TrimSpace(head)) == 0, nil
			}
			return false, false, err
		}
		if c := head[n-1]; c > ' ' {
			return c == '{', false, nil
		}
		if n == in.Size() {
			return false, false, errors.New("the file begins with nothing but white space")
		}
	}
}

// Labels returns what was read. The error is LabelProblems when a line cannot
// be used: half of what people said is not what they said.
func (l *LabelReader) Labels() (Labels, error) {
	scale := l.Scale
	if scale == (results.Scale{}) {
		scale = l.scale
	}
	if scale == (results.Scale{}) {
		scale = results.JudgeScale()
	}
	labels, remarks := l.labels.now(), l.remarks.now()
	for i, label := range l.labels.list {
		if l.full() {
			break
		}
		if l.labels.gone[i] {
			continue
		}
		if label.Score < float64(scale.Lo) || label.Score > float64(scale.Hi) {
			l.problemAt(l.labels.places[i], "score %s is outside of the scale %d..%d", number(label.Score), scale.Lo, scale.Hi)
		}
	}
	if len(l.problems) > 0 {
		return Labels{}, l.inOrder()
	}
	return Labels{Labels: labels, Remarks: remarks, Scale: scale, Blank: l.blank, Warnings: l.warnings}, nil
}

// inOrder returns the problems in the order of the files and their lines.
func (l *LabelReader) inOrder() LabelProblems {
	slices.SortStableFunc(l.problems, func(a, b LabelProblem) int {
		return cmp.Or(cmp.Compare(slices.Index(l.files, a.File), slices.Index(l.files, b.File)), cmp.Compare(a.Line, b.Line))
	})
	return l.problems
}

// number prints a score as briefly as it can.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
