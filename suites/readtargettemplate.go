package suites

import (
	"errors"
	"fmt"
	"strings"
)

// Placeholder is what stands between {{ and }} in a text of a request's body.
type Placeholder string

// The placeholders. One of parameters is PlaceholderParam with the name
// behind it.
const (
	PlaceholderQuery    Placeholder = "query"
	PlaceholderID       Placeholder = "id"
	PlaceholderContext  Placeholder = "context"  // the question's passages, a list
	PlaceholderMessages Placeholder = "messages" // the earlier turns, a list
	PlaceholderParam    Placeholder = "param."   // followed by a name
)

// Param returns the name of the parameter that p stands for.
func (p Placeholder) Param() (name string, ok bool) {
	return strings.CutPrefix(string(p), string(PlaceholderParam))
}

// IsList reports whether a list takes the place of p.
func (p Placeholder) IsList() bool { return p == PlaceholderContext || p == PlaceholderMessages }

// TemplatePiece is a stretch of a text: plain characters, or a placeholder.
type TemplatePiece struct {
	Text        string
	Placeholder Placeholder // "" for plain characters
}

const knownPlaceholders = "known are {{query}}, {{id}}, {{context}}, {{messages}} and {{param.NAME}}"

// Placeholders splits a text of a request's body at its placeholders. There
// is no way to write {{ itself: a misspelled placeholder would be sent as it
// stands, to every question.
func Placeholders(text string) ([]TemplatePiece, error) {
	var pieces []TemplatePiece
	err := eachPart(text, "{{", "}}", func(plain string) {
		pieces = append(pieces, TemplatePiece{Text: plain})
	}, func(inner string, closed bool) error {
		if !closed {
			return errors.New("{{ without }}; " + knownPlaceholders)
		}
		p, err := placeholder(inner)
		pieces = append(pieces, TemplatePiece{Placeholder: p})
		return err
	})
	if err != nil {
		return nil, err
	}
	return pieces, listsStandAlone(pieces)
}

// eachPart goes through a text: plain characters, and what stands between two
// marks. closed is false when the second mark is missing.
func eachPart(text, opening, closing string, plain func(string), inner func(text string, closed bool) error) error {
	for text != "" {
		before, after, found := strings.Cut(text, opening)
		if before != "" {
			plain(before)
		}
		if !found {
			return nil
		}
		between, rest, closed := strings.Cut(after, closing)
		if err := inner(between, closed); err != nil {
			return err
		}
		text = rest
	}
	return nil
}

func placeholder(inner string) (Placeholder, error) {
	p := Placeholder(strings.TrimSpace(inner))
	switch p {
	case PlaceholderQuery, PlaceholderID, PlaceholderContext, PlaceholderMessages:
		return p, nil
	}
	if name, ok := p.Param(); ok && plainName(name) {
		return p, nil
	}
	return "", fmt.Errorf("unknown placeholder %s; %s", quoted("{{"+inner+"}}"), knownPlaceholders)
}

func listsStandAlone(pieces []TemplatePiece) error {
	for _, piece := range pieces {
		if piece.Placeholder.IsList() && len(pieces) > 1 {
			return fmt.Errorf("{{%s}} is a list and cannot stand inside a longer text", piece.Placeholder)
		}
	}
	return nil
}

// VariablePiece is a stretch of a URL or of a header's value: plain
// characters, or the name of an environment variable.
type VariablePiece struct{ Text, Variable string }

// Variables splits a text at the environment variables it names as ${NAME}.
func Variables(text string) ([]VariablePiece, error) {
	var pieces []VariablePiece
	err := eachPart(text, "${", "}", func(plain string) {
		pieces = append(pieces, VariablePiece{Text: plain})
	}, func(name string, closed bool) error {
		if !closed || !variableName.MatchString(name) {
			return errors.New("${ begins no ${NAME} of an environment variable")
		}
		pieces = append(pieces, VariablePiece{Variable: name})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pieces, nil
}
