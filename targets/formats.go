package targets

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// Format says how a file of recorded answers is to be read.
type Format struct {
	// Name is one of suites.RecordedFormats. "" goes by the file: .csv is CSV,
	// a .json file is what its keys say, and all others are JSON Lines.
	Name string
	// QueryVar is the promptfoo variable that holds the question. "" takes
	// query, else question, else the only variable of the test.
	QueryVar string
}

func (f Format) check() error {
	known := suites.RecordedFormats()
	if f.Name != "" && !slices.Contains(known, f.Name) {
		return fmt.Errorf("unknown format %q of recorded answers, want one of %s", f.Name, strings.Join(known, ", "))
	}
	return nil
}

// layout is one way of writing answers. In each of them an answer is a run of
// bytes: all are found in one pass over the file, and each is read again alone
// when it is asked for, so that no format needs the file in memory.
type layout struct {
	// answers yields the runs in file order. What cannot be read further ends
	// it with a *answers.LineError.
	answers func(io.Reader) iter.Seq2[answers.Line, error]
	// cut takes an answer's run out of the bytes up to the next one's.
	cut func([]byte) []byte
	// decode reads a run; it fails with answers.ErrNoAnswer as
	// answers.Decode does. again reads a run that decode has accepted.
	decode, again func([]byte) (recording, error)
	// path is where the i-th run stands within the file, for formats in which
	// a line number says too little. It is nil for the others.
	path func(i int, run []byte) string
	// closed says that something may follow after the last answer.
	closed bool
}

// recording is an answer and which of the question's repeats it is: from 1,
// or 0 where a file holds one answer for all.
type recording struct {
	answers.Answer
	epoch int
}

func jsonLines() layout {
	return layout{
		answers: func(r io.Reader) iter.Seq2[answers.Line, error] { return answers.Lines(r, answers.MaxLine) },
		cut:     func(b []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(b, byteOrderMark)) },
		decode:  plain(answers.Decode),
		again:   plain(answers.DecodeChecked),
	}
}

// plain is a reader of envelopes, which know nothing of repeats.
func plain(decode func([]byte) (answers.Answer, error)) func([]byte) (recording, error) {
	return func(run []byte) (recording, error) {
		a, err := decode(run)
		return recording{Answer: a}, err
	}
}

// noAnswer is answers.ErrNoAnswer with what a foreign file says about it.
type noAnswer struct{ why string }

func (e noAnswer) Error() string { return e.why }

func (e noAnswer) Is(target error) bool { return target == answers.ErrNoAnswer }
