package review

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf16"

	"github.com/evalrun/evalrun/results"
)

// readForm reads a posted form, of which nothing counts that stands in the
// address.
func readForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		if statusOf(err) == http.StatusRequestEntityTooLarge {
			return refused(http.StatusRequestEntityTooLarge, "the form is too large: a comment holds up to %d characters", maxComment)
		}
		return refused(http.StatusBadRequest, "the form cannot be read: %v", err)
	}
	return nil
}

// wholeNumber reads digits alone: no sign, no space, and no number that an int
// might not hold.
func wholeNumber(s string) (int, error) {
	n := 0
	if s == "" || len(s) > 9 {
		return 0, fmt.Errorf("%q is no whole number", s)
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%q is no whole number", s)
		}
		n = n*10 + int(c-'0')
	}
	return n, nil
}

// maxComment bounds a comment in UTF-16 units, as the browser counts them, so
// that whatever it lets through fits the 64 KB of a form.
const maxComment = 5000

// cleanComment undoes what a browser makes of line breaks, and takes off white
// space around.
func cleanComment(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n"))
}

// unitsOf is the length of a text as browsers count it.
func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }

// commentMark stands in a form for the comment that it was drawn with: the
// comment itself, sent twice, would not fit.
func commentMark(comment string) string { return results.AnswerMark(comment) }
