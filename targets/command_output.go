package targets

import (
	"errors"
	"sync"

	"github.com/evalrun/evalrun/llm"
)

var errOverCap = errors.New("the output is too large")

// capped keeps output up to a size. What is over it ends the program.
type capped struct {
	kept []byte
	max  int64
	over func()
}

func (c *capped) Write(p []byte) (int, error) {
	if int64(len(c.kept)+len(p)) > c.max {
		c.over()
		return 0, errOverCap
	}
	c.kept = append(c.kept, p...)
	return len(p), nil
}

// tailBytes is how much of the error output is kept: more than is shown, so
// that a secret which is cut at the front of it is still seen for one.
const tailBytes = 16 << 10

// tail keeps the end of a program's error output, however much there is.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailBytes):]...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// shown is the end of the error output for a message, without secrets. They
// are looked for before anything is escaped or cut.
func (t *tail) shown(scrub *llm.Scrubber) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := scrub.Scrub(string(t.kept))
	if text == "" {
		return "; nothing on stderr"
	}
	return "; stderr ends " + shownEnd(text)
}
