package quotes

import (
	"fmt"
	"sync"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/textmatch"
)

// Prepared is a source made ready for any number of quotes. It is immutable
// to its users and safe for concurrent use. What costs time is built when the
// first quote needs it, so that a source quoted word for word is never folded.
//
// It keeps up to three folded readings of each field beside the text itself:
// about five bytes for each byte of prose.
type Prepared struct {
	compat *compatSource
	fields []*field
}

// titleField is the name of the field that holds the title, which is searched
// last.
const titleField = results.QuoteInTitle

// Prepare makes a source ready. opt concerns the compat profile alone.
func Prepare(src Source, p Profile, opt MatchOptions) *Prepared {
	prepared := &Prepared{fields: fieldsOf(src)}
	if p == Compat {
		prepared.compat = newCompatSource(src, opt)
	}
	return prepared
}

func fieldsOf(src Source) []*field {
	fields := []*field{newField("text", src.Text)}
	for i, extra := range src.ExtraTexts {
		fields = append(fields, newField(fmt.Sprintf("extraTexts[%d]", i), extra))
	}
	if src.Title != "" {
		fields = append(fields, newField(titleField, src.Title))
	}
	return fields
}

// field is one text of a source with its readings.
type field struct {
	name string
	text string
	// folded is without case and typography, plain without markup as well,
	// tight without the spacing of signs too.
	folded, plain, tight func() *textmatch.Folded
}

func newField(name, text string) *field {
	f := &field{name: name, text: text}
	f.folded = sync.OnceValue(func() *textmatch.Folded { return textmatch.Fold(text) })
	f.plain = sync.OnceValue(func() *textmatch.Folded { return f.folded().WithoutMarkup() })
	f.tight = sync.OnceValue(func() *textmatch.Folded { return f.plain().Tight() })
	return f
}

// field returns the field that a match names, or nil.
func (p *Prepared) field(name string) *field {
	for _, f := range p.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}
