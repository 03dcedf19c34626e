package suites

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// text returns the characters as typed, whatever YAML would make of them: no,
// 0755, 1.50 and 2024-01-05 are texts where text is wanted. Blank text is a
// problem.
func (r *reader) text(n *node, label string) string {
	if !r.kind(n, label, kindText) {
		return ""
	}
	if blank(n.value) {
		r.problem(n.pos, "", "%s is blank", label)
		return ""
	}
	r.cutText(n, label, strings.HasPrefix(n.comment, "#") && !strings.HasPrefix(n.comment, "# "))
	return n.value
}

// prose is text that people write in sentences, where " #" is more likely a
// number sign than the start of a comment.
func (r *reader) prose(n *node, label string) string {
	value := r.text(n, label)
	if value != "" {
		r.cutText(n, label, strings.HasPrefix(n.comment, "# "))
	}
	return value
}

func (r *reader) cutText(n *node, label string, suspect bool) {
	if suspect {
		r.warn(n.pos, "put the text in quotes, or the comment on a line of its own",
			"%s ends at a comment: %s is not part of it", label, quoted(n.comment))
	}
}

// maxName bounds ids and the like, in bytes: they stand in tables and in the
// names of files.
const maxName = 200

// namesQuestion reports whether a message can name a question by its id n.
func namesQuestion(n *node) bool {
	return n != nil && n.kind.scalar() && n.tag == "" && len(n.value) <= maxName &&
		!blank(n.value) && strings.TrimSpace(n.value) == n.value
}

// name is text of one line that is looked up or printed as it is: an id, a
// tag, a group.
func (r *reader) name(n *node, label string) string {
	s := r.text(n, label)
	switch {
	case len(s) > maxName:
		r.problem(n.pos, "", "%s is over %d bytes long", label, maxName)
	case strings.TrimSpace(s) != s:
		r.problem(n.pos, "", "%s begins or ends with a space", label)
	case strings.ContainsFunc(s, unicode.IsControl):
		r.problem(n.pos, "", "%s holds a control character: %s", label, quoted(s))
	default:
		return s
	}
	return ""
}

// oneOf is a word from a fixed set.
func (r *reader) oneOf(n *node, label string, words ...string) string {
	s := r.text(n, label)
	if s == "" || slices.Contains(words, s) {
		return s
	}
	hint := ""
	if near := nearest(s, words); near != "" {
		hint = "did you mean " + near + "?"
	}
	r.problem(n.pos, hint, "%s is %s, want %s", label, quoted(s), strings.Join(words, " or "))
	return ""
}

func (r *reader) boolean(n *node, label string) (value, ok bool) {
	if !r.kind(n, label, kindBoolean) {
		return false, false
	}
	value, err := strconv.ParseBool(strings.ToLower(n.value))
	if err != nil { // an explicit !!bool in front of another word
		r.problem(n.pos, kindHint(kindBoolean), "%s is %s, want a boolean", label, quoted(n.value))
	}
	return value, err == nil
}

// Numbers are decimal: 010 is eight to YAML and ten to its reader, so neither
// is taken.
var (
	wholeNumber   = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	decimalNumber = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
)

// noLowest lets whole numbers be negative.
const noLowest = math.MinInt

// whole reads a whole number from low up; nil after a problem or when absent.
func (r *reader) whole(n *node, label string, low int) *int {
	if !r.kind(n, label, kindNumber) {
		return nil
	}
	v, err := strconv.Atoi(n.value)
	if err != nil || !wholeNumber.MatchString(n.value) || v < low {
		want := "want a whole number"
		if low != noLowest {
			want += fmt.Sprintf(", %d or more", low)
		}
		r.problem(n.pos, "", "%s is %s, %s", label, visible(n.value), want)
		return nil
	}
	return &v
}

// number reads a number from low to high; nil after a problem or when absent.
func (r *reader) number(n *node, label string, low, high float64) *float64 {
	if !r.kind(n, label, kindNumber) {
		return nil
	}
	v, err := strconv.ParseFloat(n.value, 64)
	if err != nil || !decimalNumber.MatchString(n.value) || v < low || v > high {
		r.problem(n.pos, "", "%s is %s, want a decimal number from %v to %v", label, visible(n.value), low, high)
		return nil
	}
	return &v
}
