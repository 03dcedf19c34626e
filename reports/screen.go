package reports

import (
	"bytes"
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// screen is a text for a terminal of a given width. Its methods make text
// from outside safe; colour goes around words of our own alone.
type screen struct {
	bytes.Buffer
	color bool
	width int
}

// newScreen: no width is that of a file or a pipe, and below 40 columns a
// table would be of no use.
func newScreen(opt Options) *screen {
	s := &screen{color: opt.Color, width: 80}
	if opt.Width > 0 {
		s.width = max(40, opt.Width)
	}
	return s
}

func (s *screen) line(format string, args ...any) {
	s.WriteString(wrap(fmt.Sprintf(format, args...), "", s.width))
}

func (s *screen) indented(list []string) {
	for _, text := range list {
		s.WriteString(wrap(cut(text, maxReason), "  ", s.width))
	}
}

// title is the outcome and what it is of.
func (s *screen) title(outcome results.Verdict, head, of string) {
	s.WriteString(s.paint(outcome, head) + "  " + Fit(of, s.width-len(head)-2) + "\n")
}

// reportPath is not wrapped or cut: it is there to be copied.
func (s *screen) reportPath(path string) { s.path("report", path) }

func (s *screen) pagePath(path string) { s.path("page", path) }

func (s *screen) path(what, path string) {
	if path != "" {
		s.WriteString(what + ": " + oneLine(path) + "\n")
	}
}

func (s *screen) paint(verdict results.Verdict, text string) string {
	if !s.color {
		return text
	}
	return colored(verdict, text)
}

func colored(verdict results.Verdict, text string) string {
	switch verdict {
	case results.Pass:
		return green + text + reset
	case results.Fail:
		return red + text + reset
	}
	return yellow + text + reset
}
