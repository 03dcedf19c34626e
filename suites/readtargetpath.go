package suites

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ReplyPath leads to a value in a reply: a small part of JSONPath, which is
// $, then any of .name, ['any name'], [3] and [*]. A final ? allows that it
// leads nowhere.
type ReplyPath struct {
	Text     string // as written
	Steps    []PathStep
	Optional bool
}

// PathStep is one step into a value: a name of an object, a place in a list,
// or all of a list.
type PathStep struct {
	Name  string
	Index int
	Kind  StepKind
}

// StepKind tells the three kinds of PathStep apart.
type StepKind int

// A step by name goes into an object, the other two into a list.
const (
	StepName StepKind = iota
	StepIndex
	StepAll
)

// String writes the step as a path does.
func (s PathStep) String() string {
	switch {
	case s.Kind == StepAll:
		return "[*]"
	case s.Kind == StepIndex:
		return "[" + strconv.Itoa(s.Index) + "]"
	case plainName(s.Name):
		return "." + s.Name
	}
	return "['" + s.Name + "']"
}

func (p *ReplyPath) String() string { return p.Text }

// Many reports whether p may lead to several values.
func (p *ReplyPath) Many() bool {
	return slices.ContainsFunc(p.Steps, func(s PathStep) bool { return s.Kind == StepAll })
}

// maxPathSteps bounds a path; no reply that a person made is deeper.
const maxPathSteps = 32

const pathForm = "a path is $ and then .name, ['any name'], [0] or [*]"

// ParsePath reads a path. Its error says what is wrong and where.
func ParsePath(text string) (*ReplyPath, error) {
	p := &ReplyPath{Text: text}
	if !strings.HasPrefix(text, "$") {
		return nil, fmt.Errorf("%s does not begin with $: %s", quoted(text), pathForm)
	}
	steps, optional := strings.CutSuffix(text, "?")
	p.Optional = optional
	for at := len("$"); at < len(steps); {
		step, size, err := parseStep(steps[at:])
		if err != nil {
			return nil, fmt.Errorf("%s at character %d: %w", quoted(text), utf8.RuneCountInString(text[:at])+1, err)
		}
		if p.Steps = append(p.Steps, step); len(p.Steps) > maxPathSteps {
			return nil, fmt.Errorf("%s has over %d steps", quoted(text), maxPathSteps)
		}
		at += size
	}
	return p, nil
}

// parseStep reads the step that text begins with and returns its length in
// bytes.
func parseStep(text string) (PathStep, int, error) {
	switch {
	case strings.HasPrefix(text, "[*]"):
		return PathStep{Kind: StepAll}, len("[*]"), nil
	case strings.HasPrefix(text, "['"), strings.HasPrefix(text, `["`):
		return quotedStep(text)
	case text[0] == '[':
		return indexStep(text)
	case text[0] == '.':
		return nameStep(text)
	}
	return PathStep{}, 0, errors.New(pathForm)
}

func nameStep(text string) (PathStep, int, error) {
	end := 1
	for end < len(text) && nameByte(text[end]) {
		end++
	}
	if end == 1 {
		return PathStep{}, 0, errors.New("no name after the dot; " + pathForm)
	}
	return PathStep{Name: text[1:end]}, end, nil
}

func quotedStep(text string) (PathStep, int, error) {
	length := strings.Index(text[2:], text[1:2]+"]")
	if length < 0 {
		return PathStep{}, 0, errors.New("the name in brackets does not end")
	}
	return PathStep{Name: text[2 : 2+length]}, 2 + length + 2, nil
}

func indexStep(text string) (PathStep, int, error) {
	end := strings.IndexByte(text, ']')
	if end < 0 {
		return PathStep{}, 0, errors.New("the bracket is not closed")
	}
	digits := text[1:end]
	n, err := strconv.Atoi(digits)
	if err != nil || !wholeNumber.MatchString(digits) || digits[0] == '-' || digits[0] == '+' {
		return PathStep{}, 0, fmt.Errorf("%s is no place in a list; %s", quoted(digits), pathForm)
	}
	return PathStep{Index: n, Kind: StepIndex}, end + 1, nil
}

func plainName(name string) bool {
	for i := range len(name) {
		if !nameByte(name[i]) {
			return false
		}
	}
	return name != ""
}

// nameByte takes letters of every script: beyond ASCII all bytes belong to
// one.
func nameByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
