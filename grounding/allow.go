package grounding

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// AllowList names claims that need no evidence: functions of another service,
// files that are planned. A nil list allows nothing.
type AllowList struct{ entries []allowed }

type allowed struct {
	kind    Kind // "" is any
	pattern *regexp.Regexp
}

// ReadAllowList reads one entry a line: a pattern, or a kind (symbol, file,
// import) and a pattern. In a pattern * is anything but a slash, ** anything,
// ? one character but a slash. A # starts a comment, at the line's start or
// after a space. The error names the line.
func ReadAllowList(r io.Reader) (*AllowList, error) {
	list := &AllowList{}
	lines := bufio.NewScanner(r)
	number := 1
	for ; lines.Scan(); number++ {
		fields := uncommented(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if len(fields) == 0 {
			continue
		}
		entry, err := readAllowed(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		list.entries = append(list.entries, entry)
	}
	if err := lines.Err(); err != nil {
		return nil, unreadLine(number, err)
	}
	return list, nil
}

func unreadLine(number int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d: over %d bytes", number, bufio.MaxScanTokenSize)
	}
	return err
}

func uncommented(line string) []string {
	fields := strings.Fields(line)
	for i, f := range fields {
		if strings.HasPrefix(f, "#") {
			return fields[:i]
		}
	}
	return fields
}

func readAllowed(fields []string) (allowed, error) {
	kind := Kind("")
	if len(fields) > 1 {
		switch kind = Kind(fields[0]); kind {
		case Symbol, File, Import:
			fields = fields[1:]
		default:
			return allowed{}, fmt.Errorf("unknown kind %q, want symbol, file or import", fields[0])
		}
	}
	if len(fields) > 1 {
		return allowed{}, fmt.Errorf("%d words, want a pattern or a kind and a pattern", len(fields)+1)
	}
	if !utf8.ValidString(fields[0]) {
		return allowed{}, errNotUTF8
	}
	pattern, err := glob(strings.TrimSuffix(fields[0], "()"))
	return allowed{kind, pattern}, err
}

// glob compiles to an expression that is matched in linear time, whatever the
// pattern and the claim.
func glob(pattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(`\A(?s:`)
	for rest := pattern; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "**"):
			b.WriteString(`.*`)
			rest = rest[2:]
			continue
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
		case rest[0] == '?':
			b.WriteString(`[^/]`)
		default:
			next := strings.IndexAny(rest, "*?")
			if next < 0 {
				next = len(rest)
			}
			b.WriteString(regexp.QuoteMeta(rest[:next]))
			rest = rest[next:]
			continue
		}
		rest = rest[1:]
	}
	b.WriteString(`)\z`)
	return regexp.Compile(b.String())
}

func (l *AllowList) allows(c Claim) bool {
	if l == nil {
		return false
	}
	for _, e := range l.entries {
		if (e.kind == "" || e.kind == c.Kind) && e.pattern.MatchString(c.Value) {
			return true
		}
	}
	return false
}
