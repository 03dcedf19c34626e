package suites

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxProblems bounds what is said about one file: after that many the file is
// of the wrong kind, and a million lines could each be wrong.
const maxProblems = 200

// reader turns trees into suites and questions and notes what is wrong with
// them. It goes on after a problem, so that one reading brings up all.
type reader struct {
	file     string
	subject  string // "question q1: " while that question is read
	problems []Problem
	warnings []Problem
	dropped  bool // there were more than maxProblems
}

func (r *reader) problem(at position, hint, format string, args ...any) {
	if len(r.problems) >= maxProblems {
		r.dropped = true
		return
	}
	r.problems = append(r.problems, r.note(at, hint, format, args...))
}

func (r *reader) warn(at position, hint, format string, args ...any) {
	if len(r.warnings) < maxProblems {
		r.warnings = append(r.warnings, r.note(at, hint, format, args...))
	}
}

func (r *reader) note(at position, hint, format string, args ...any) Problem {
	return Problem{File: r.file, Line: at.line, Col: at.col, Message: r.subject + fmt.Sprintf(format, args...), Hint: hint}
}

// object is a mapping whose keys have been checked. prefix stands before its
// keys in messages.
type object struct {
	node   *node
	prefix string
}

func (o object) get(name string) *node {
	for _, p := range o.node.pairs {
		if p.key.value == name {
			return p.value
		}
	}
	return nil
}

func (o object) label(name string) string { return o.prefix + name }

// object checks that n is a mapping with known keys, each there once. Keys
// that begin with x- are the author's own. An absent mapping gives false.
func (r *reader) object(n *node, label, prefix string, known keyset) (object, bool) {
	if !r.kind(n, label, kindMapping) {
		return object{}, false
	}
	r.uniqueKeys(n)
	for _, p := range n.pairs {
		name := p.key.value
		if strings.HasPrefix(name, "x-") || slices.Contains(known.names, name) || p.key.compound() {
			continue
		}
		r.problem(p.key.pos, known.keyHint(name), "unknown key %s", quoted(name))
	}
	return object{n, prefix}, true
}

func (r *reader) uniqueKeys(n *node) {
	first := make(map[string]position, len(n.pairs))
	for _, p := range n.pairs {
		if p.key.compound() {
			r.problem(p.key.pos, "", "a key is %s, want one word", p.key.kind)
			continue
		}
		if at, twice := first[p.key.value]; twice {
			r.problem(p.key.pos, "", "duplicate key %s, first on line %d", quoted(p.key.value), at.line)
			continue
		}
		first[p.key.value] = p.key.pos
	}
}

// kind reports whether n is there and of the wanted kind, and what is wrong
// when it is there and not.
func (r *reader) kind(n *node, label string, want kind) bool {
	switch {
	case n == nil:
		return false
	case n.tag != "":
		r.problem(n.pos, "remove the tag", "%s has the YAML tag %s, which means nothing here", label, quoted(n.tag))
	case n.kind == want || (want == kindText && n.kind.scalar()):
		return true
	case n.kind == kindNull:
		r.problem(n.pos, "give it a value or remove it", "%s is empty", label)
	default:
		r.problem(n.pos, kindHint(want), "%s is %s, want %s", label, n.described(), want)
	}
	return false
}

// described adds the characters of a scalar, which often show the mistake.
func (n *node) described() string {
	if !n.kind.scalar() {
		return n.kind.String()
	}
	return n.kind.String() + " (" + quoted(n.value) + ")"
}

func kindHint(want kind) string {
	switch want {
	case kindBoolean:
		return "write true or false, without quotes"
	case kindNumber:
		return "write digits, without quotes"
	case kindText:
		return "put the text in quotes"
	case kindList:
		return "write [first, second], or one item a line after a dash"
	}
	return ""
}

// itemLabel names an item of a list as a message does.
func itemLabel(list string, index int) string { return list + " item " + strconv.Itoa(index+1) }

func (r *reader) list(n *node, label string) []*node {
	if !r.kind(n, label, kindList) {
		return nil
	}
	return n.items
}
