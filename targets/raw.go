package targets

import (
	"fmt"

	"github.com/evalrun/evalrun/suites"
)

// Raw returns the recorded line that answers a question, as it stands in the
// file, and its place as file:line. The error is Answer's.
func (r *Recorded) Raw(q suites.Question) (place string, line []byte, err error) {
	found, err := r.find(q)
	if err != nil {
		return "", nil, err
	}
	line, err = r.raw(found.line)
	return fmt.Sprintf("%s:%d", r.path, r.numbers[found.line]), line, err
}
