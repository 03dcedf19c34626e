package targets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/suites"
)

type templateReader struct {
	template
	params  map[string]string
	missing []string // parameters
}

// read copies everything outside texts and looks into each text. In valid
// JSON a quote outside a text begins one.
func (r *templateReader) read(body []byte) error {
	for len(body) > 0 {
		start := bytes.IndexByte(body, '"')
		if start < 0 {
			r.add(body)
			return nil
		}
		end := start + textLength(body[start:])
		r.add(body[:start])
		if err := r.text(body[start:end], isKey(body[end:])); err != nil {
			return err
		}
		body = body[end:]
	}
	return nil
}

// textLength is the length of the JSON text that data begins with.
func textLength(data []byte) int {
	at := 1
	for data[at] != '"' {
		if data[at] == '\\' {
			at++
		}
		at++
	}
	return at + 1
}

func isKey(after []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte(":"))
}

func (r *templateReader) text(raw []byte, key bool) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	pieces, err := suites.Placeholders(text)
	switch {
	case key && strings.Contains(text, "{{"):
		return errors.New("a key takes no placeholder")
	case err != nil:
		return err
	case len(pieces) == 1:
		return r.piece(pieces[0], false)
	}
	r.add([]byte{'"'})
	for _, p := range pieces {
		if err := r.piece(p, true); err != nil {
			return err
		}
	}
	r.add([]byte{'"'})
	return nil
}

func (r *templateReader) piece(p suites.TemplatePiece, inText bool) error {
	name, isParam := p.Placeholder.Param()
	switch {
	case isParam:
		value, ok := r.params[name]
		if !ok && !slices.Contains(r.missing, name) {
			r.missing = append(r.missing, name)
		}
		if !utf8.ValidString(value) {
			return fmt.Errorf("--param %s is not valid UTF-8", name)
		}
		r.add(jsonText(value, inText))
	case p.Placeholder == "":
		r.add(jsonText(p.Text, inText))
	default:
		r.parts = append(r.parts, templatePart{placeholder: p.Placeholder, inText: inText})
	}
	return nil
}

func (r *templateReader) add(literal []byte) {
	if n := len(r.parts); n > 0 && r.parts[n-1].placeholder == "" {
		r.parts[n-1].literal = append(r.parts[n-1].literal, literal...)
		return
	}
	r.parts = append(r.parts, templatePart{literal: bytes.Clone(literal)})
}
