package main

import (
	"io"
	"strings"
)

// relay says what a worker says, with its name.
type relay struct {
	host host
	name string
	rest []byte // of a line that has not ended
}

var _ io.Writer = (*relay)(nil)

func (r *relay) Write(data []byte) (int, error) {
	r.rest = append(r.rest, data...)
	for {
		line, rest, whole := strings.Cut(string(r.rest), "\n")
		if !whole && len(line) < maxRelayed {
			return len(data), nil
		}
		r.rest = []byte(rest)
		if hint, ok := strings.CutPrefix(line, "hint: "); ok {
			r.host.hint("%s: %s", r.name, hint)
			continue
		}
		r.host.say("%s: %s", r.name, strings.TrimPrefix(line, "evalrun: "))
	}
}

// maxRelayed bounds a line of a worker that has lost its way.
const maxRelayed = 64 << 10
