package grounding

import "strings"

// reader reads a statement from the front. It never reads far: a statement is
// short or it is none, whatever the response holds.
type reader struct {
	s     string
	i     int
	lines int // line breaks that may still be passed
}

// Bounds of one statement. statementLines is how long a list of imported
// names may grow; longestModule and longestComment are far above any in use.
const (
	statementLines = 12
	longestModule  = 512
	longestComment = 256
)

func (r *reader) rest() string { return r.s[r.i:] }

// word reads an identifier, "" if there is none.
func (r *reader) word() string {
	from := r.i
	r.i = nameEnd(r.s, from)
	return r.s[from:r.i]
}

// joined reads names joined by the separator, "" if there are none, and says
// where they begin.
func (r *reader) joined(separator string) (from int, names string) {
	from = r.i
	for r.word() != "" && strings.HasPrefix(r.rest(), separator) && nameEnd(r.s, r.i+len(separator)) > r.i+len(separator) {
		r.i += len(separator)
	}
	return from, r.s[from:r.i]
}

func (r *reader) eat(token string) bool {
	if !strings.HasPrefix(r.rest(), token) {
		return false
	}
	r.i += len(token)
	return true
}

// keyword reads the word if it stands alone there.
func (r *reader) keyword(word string) bool {
	from := r.i
	if r.word() == word {
		return true
	}
	r.i = from
	return false
}

func (r *reader) blanks() { r.i = skipBlanks(r.s, r.i) }

// space skips blanks, comments, and line breaks while the statement may still
// grow.
func (r *reader) space() {
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == ' ' || c == '\t' || c == '\r':
			r.i++
		case c == '\n' && r.lines > 0:
			r.i++
			r.lines--
		case r.comment("/*", "*/"), r.lines > 0 && r.comment("//", "\n"):
		default:
			return
		}
	}
}

// comment skips one comment. A line break that closes it is left.
func (r *reader) comment(opening, closing string) bool {
	near := r.s[r.i:min(len(r.s), r.i+longestComment)]
	if !strings.HasPrefix(near, opening) {
		return false
	}
	end := strings.Index(near[len(opening):], closing)
	if end < 0 {
		return false
	}
	r.i += len(opening) + end + len(strings.TrimLeft(closing, "\n"))
	return true
}

// line returns what is left of the line.
func (r *reader) line() string {
	line, _, _ := strings.Cut(r.rest(), "\n")
	return line
}

// quoted reads a string in one of these quotation marks and returns where its
// content is.
func (r *reader) quoted(marks string) (start, end int, ok bool) {
	if r.i == len(r.s) || strings.IndexByte(marks, r.s[r.i]) < 0 {
		return 0, 0, false
	}
	start = r.i + 1
	near := r.s[start:min(len(r.s), start+longestModule)]
	n := strings.IndexByte(near, r.s[r.i])
	if n < 0 {
		return 0, 0, false
	}
	r.i = start + n + 1
	return start, start + n, moduleName(r.s[start : start+n])
}

// moduleName refuses what imports nothing that could be looked up: an
// address, a template, text.
func moduleName(name string) bool {
	odd := func(r rune) bool {
		return r <= ' ' || r == 0x7F || strings.ContainsRune("\\`\"'<>{}|!;", r) || r == '\uFFFD'
	}
	return name != "" && !strings.ContainsFunc(name, odd) && !strings.Contains(name, "://")
}

// ended reports whether nothing but a comment is left of the line.
func (r *reader) ended(comment string) bool {
	rest := strings.TrimSpace(r.line())
	return rest == "" || strings.HasPrefix(rest, comment)
}
