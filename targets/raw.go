package targets

import (
	"fmt"

	"github.com/evalrun/evalrun/suites"
)

// Raw returns the recorded bytes that answer a question, as they stand in the
// file, and their place: file:line, and the path where a line says too little.
// The error is Answer's.
func (r *Recorded) Raw(q suites.Question) (place string, line []byte, err error) {
	found, err := r.find(q, 0)
	if err != nil {
		return "", nil, err
	}
	run := found.run
	if run == nil {
		run, err = r.raw(found.line)
	}
	return r.at(found), run, err
}

// at is an answer's place in a message.
func (r *Recorded) at(e envelope) string {
	place := fmt.Sprintf("%s:%d", r.path, r.numbers[e.line])
	if r.layout.path != nil {
		place += " (" + r.layout.path(e.line, e.run) + ")"
	}
	return place
}

// where is an answer's place in a message about its file.
func (r *Recorded) where(e envelope) string {
	if r.layout.path != nil {
		return "at " + r.layout.path(e.line, e.run)
	}
	return fmt.Sprintf("on line %d", r.numbers[e.line])
}

// placed is a message about one answer, whose line the problem names already.
func (r *Recorded) placed(line int, run []byte, message string) string {
	if r.layout.path == nil {
		return message
	}
	return r.layout.path(line, run) + ": " + message
}
