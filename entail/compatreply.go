package entail

import (
	"encoding/json"
	"strings"

	"github.com/evalrun/evalrun/quotes"
)

// CompatResult is a result as the reference reads it. Class is raw JSON: a
// class in an array passes its check and comes out as an array.
type CompatResult struct {
	Class      json.RawMessage `json:"class"`
	Confidence *float64        `json:"confidence"`
	Reasons    []string        `json:"reasons"`
}

// CompatParse reads a model's text as the reference does: one result for
// each id asked, in order; the first item of an id wins, valid or not.
func CompatParse(ids []string, content string) []CompatResult {
	read := map[string]CompatResult{}
	for _, item := range compatItems(content) {
		id := stringAt(item, "id")
		if _, seen := read[id]; id != "" && !seen {
			read[id] = compatResult(item)
		}
	}
	out := make([]CompatResult, len(ids))
	for i, id := range ids {
		r, ok := read[id]
		if !ok {
			r = CompatResult{Class: compatError, Reasons: []string{faultMissing}}
		}
		out[i] = r
	}
	return out
}

var compatError = json.RawMessage(`"` + quotes.ClassError + `"`)

// compatItems finds the list of items: in the first object of the text, or,
// where that is not one with items, behind the first "items" and piece by
// piece.
func compatItems(text string) []map[string]json.RawMessage {
	if at := strings.IndexByte(text, '{'); at >= 0 {
		if end := closing(text[at:], '{', '}'); end > 0 {
			if items, ok := itemsOf(text[at : at+end]); ok {
				return items
			}
		}
	}
	return recovered(text)
}

func itemsOf(object string) ([]map[string]json.RawMessage, bool) {
	var keys map[string]json.RawMessage
	var list []json.RawMessage
	if json.Unmarshal([]byte(object), &keys) != nil ||
		json.Unmarshal(keys["items"], &list) != nil || list == nil {
		return nil, false
	}
	return objectsOf(list), true
}

func objectsOf(list []json.RawMessage) []map[string]json.RawMessage {
	var out []map[string]json.RawMessage
	for _, raw := range list {
		var item map[string]json.RawMessage
		if json.Unmarshal(raw, &item) == nil && item != nil {
			out = append(out, item)
		}
	}
	return out
}

func recovered(text string) []map[string]json.RawMessage {
	key := strings.Index(text, `"items"`)
	if key < 0 {
		return nil
	}
	open := strings.IndexByte(text[key:], '[')
	if open < 0 {
		return nil
	}
	text = text[key+open:]
	if end := closing(text, '[', ']'); end > 0 {
		text = text[:end]
	}
	var out []map[string]json.RawMessage
	for {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			return out
		}
		end := closing(text[at:], '{', '}')
		if end < 0 {
			return out
		}
		out = append(out, objectsOf([]json.RawMessage{json.RawMessage(text[at : at+end])})...)
		text = text[at+end:]
	}
}

// closing returns the length up to the bracket that closes the first one, or
// -1. Brackets in strings do not count.
func closing(text string, open, shut byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == open:
			depth++
		case c == shut:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func compatResult(item map[string]json.RawMessage) CompatResult {
	r := CompatResult{Class: compatError, Reasons: compatReasons(item["reasons"])}
	var class any
	if json.Unmarshal(item["class"], &class) == nil {
		if _, _, known := quotes.Class(coerced(class)).Band(); known {
			r.Class = item["class"]
		}
	}
	var confidence *float64
	if json.Unmarshal(item["confidence"], &confidence) == nil && confidence != nil {
		clamped := min(max(*confidence, 0), 1)
		r.Confidence = &clamped
	}
	return r
}

const compatReasonCap = 200

func compatReasons(raw json.RawMessage) []string {
	out := []string{}
	var list []any
	if json.Unmarshal(raw, &list) != nil {
		return out
	}
	for _, v := range list[:min(len(list), maxReasons)] {
		out = append(out, headUnits(collapsed(coerced(v)), compatReasonCap))
	}
	return out
}
