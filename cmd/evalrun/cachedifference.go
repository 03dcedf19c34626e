package main

import (
	"encoding/json"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/judgeprompt"
)

// difference is one input of a key that is not the same, as a reader is told.
type difference struct {
	Input  string `json:"input"`
	Stored string `json:"stored,omitempty"` // with Asked, from where they differ
	Asked  string `json:"asked,omitempty"`
}

// toldDifference names an input. The user message is taken apart: it is
// thousands of characters, and a reader wants to know what in it has changed.
func toldDifference(d cache.Difference) []difference {
	if d.Name == "user" {
		var stored, asked string
		if json.Unmarshal(d.Stored, &stored) == nil && json.Unmarshal(d.Asked, &asked) == nil {
			return messageDifferences(stored, asked)
		}
	}
	was, is := around(plain(d.Stored), plain(d.Asked))
	return []difference{{Input: d.Name, Stored: was, Asked: is}}
}

// plain is a JSON text without its quotes, and other JSON as it is.
func plain(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func messageDifferences(stored, asked string) []difference {
	was, err1 := judgeprompt.Parse(stored)
	is, err2 := judgeprompt.Parse(asked)
	if err1 != nil || err2 != nil {
		// One of them was laid out by another version of evalrun.
		a, b := around(stored, asked)
		return []difference{{Input: "user message", Stored: a, Asked: b}}
	}
	var out []difference
	for _, part := range []struct {
		name       string
		stored, is any
	}{
		{"query", was.Query, is.Query},
		{"category", was.Category, is.Category},
		{"mustMention", was.MustMention, is.MustMention},
		{"answer", was.Answer.Text, is.Answer.Text},
		{"confidence", was.Answer.Confidence, is.Answer.Confidence},
		{"citations", was.Answer.Citations, is.Answer.Citations},
		{"passages", was.Evidence, is.Evidence},
		{"facts", was.Facts, is.Facts},
	} {
		if !reflect.DeepEqual(part.stored, part.is) {
			a, b := around(shown(part.stored), shown(part.is))
			out = append(out, difference{Input: part.name, Stored: a, Asked: b})
		}
	}
	if len(out) == 0 {
		// The markers around the data are made from the question's content.
		out = []difference{{Input: "the question's content hash alone: its rubric or settings were edited"}}
	}
	return out
}

func shown(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

// Characters shown before the first difference, and in all.
const (
	shownBefore = 20
	shownInAll  = 60
)

// around cuts two texts to where they first differ, quoted.
func around(a, b string) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return quotedAt(a, same), quotedAt(b, same)
}

// quotedAt shows a text from a little before a byte on.
func quotedAt(text string, at int) string {
	if text == "" {
		return "nothing"
	}
	from := at
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for n := 0; from > 0 && n < shownBefore; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	head, tail := "", ""
	if from > 0 {
		head = "…"
	}
	runes := []rune(text[from:])
	if len(runes) > shownInAll {
		runes, tail = runes[:shownInAll], "…"
	}
	return head + strconv.Quote(string(runes)) + tail
}
