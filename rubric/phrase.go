package rubric

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// String shows the phrase as a reader of a report or a judge should see it.
func (p Phrase) String() string {
	switch {
	case p.Word != "":
		return p.Word + " (as a word)"
	case p.Regex != "":
		return "/" + p.Regex + "/"
	case p.AnyOf != nil:
		items := make([]string, len(p.AnyOf))
		for i, item := range p.AnyOf {
			items[i] = strconv.Quote(item.String())
		}
		return "any of " + strings.Join(items, ", ")
	}
	return p.Text
}

// Validate reports the first thing that would keep a phrase from checking
// what its author meant: no form or several, a blank, a pattern that RE2
// cannot read, and alternatives within alternatives.
func (p Phrase) Validate() error {
	if err := p.oneForm(); err != nil {
		return err
	}
	switch {
	case p.AnyOf != nil:
		return p.validateItems()
	case p.Regex != "":
		if _, err := regexp.Compile(p.Regex); err != nil {
			return fmt.Errorf("regex %q: %w", p.Regex, plain(err))
		}
		return nil
	case p.Word != "":
		return matchable("word", p.Word)
	}
	return matchable("phrase", p.Text)
}

func (p Phrase) oneForm() error {
	forms := 0
	for _, set := range []bool{p.Text != "", p.Word != "", p.Regex != "", p.AnyOf != nil} {
		if set {
			forms++
		}
	}
	switch forms {
	case 0:
		return errors.New("phrase is empty")
	case 1:
		return nil
	}
	return errors.New("a phrase is either a text, word, regex or anyOf, not several")
}

func (p Phrase) validateItems() error {
	if len(p.AnyOf) == 0 {
		return errors.New("anyOf is empty")
	}
	for i, item := range p.AnyOf {
		if item.AnyOf != nil {
			return fmt.Errorf("anyOf item %d is another anyOf; list its items instead", i+1)
		}
		if err := item.Validate(); err != nil {
			return fmt.Errorf("anyOf item %d: %w", i+1, err)
		}
	}
	return nil
}

// matchable refuses phrases that can never be found, or only by accident.
func matchable(kind, text string) error {
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("%s %q is not valid UTF-8", kind, text)
	case textmatch.Blank(text):
		return fmt.Errorf("%s %q is blank", kind, text)
	}
	return nil
}

// plain drops the words "error parsing regexp" that the message has said.
func plain(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}
