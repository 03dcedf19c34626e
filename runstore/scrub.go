package runstore

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// vocabulary are the keys whose values are evalrun's own words and hashes. A
// secret may happen to contain such a word, and a record that lost it would
// say something else or nothing: they are never touched.
var vocabulary = map[string]bool{
	"schema": true, "category": true, "status": true, "check": true, "verdict": true, "method": true, "mode": true,
	"code": true, "kind": true, "when": true, "on": true, "inconclusive": true, "type": true, "keyEnv": true,
	"positive": true, "negative": true, "system": true, "hash": true, "contentHash": true, "suiteHash": true,
	"judgeKey": true, "scoringKey": true, "started": true, "ended": true,
}

// ScrubJSON removes what scrub removes from the text values of encoded JSON. Keys
// and numbers are evalrun's own and stay.
func ScrubJSON(data []byte, scrub func([]byte) []byte) []byte {
	if bytes.Equal(scrub(data), data) {
		return data // the usual case costs one pass
	}
	out := make([]byte, 0, len(data))
	key, kept := "", 0
	for at := 0; at < len(data); {
		start := bytes.IndexByte(data[at:], '"')
		if start < 0 {
			break
		}
		start += at
		at = textEnd(data, start)
		if at < 0 {
			break
		}
		if isKey(data[at:]) {
			key = string(data[start+1 : at-1])
			continue
		}
		out = append(append(out, data[kept:start]...), scrubbedText(key, data[start:at], scrub)...)
		kept = at
	}
	return append(out, data[kept:]...)
}

func isKey(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \n")
	return len(rest) > 0 && rest[0] == ':'
}

// scrubbedText returns a quoted text without secrets. What a run requires of
// confidence stands under the key of what a target said of its own.
func scrubbedText(key string, quoted []byte, scrub func([]byte) []byte) []byte {
	var text string
	if vocabulary[key] || json.Unmarshal(quoted, &text) != nil || text == "required" || text == "optional" {
		return quoted
	}
	clean := scrub([]byte(text))
	if string(clean) == text || !utf8.Valid(clean) {
		return quoted
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if enc.Encode(string(clean)) != nil {
		return quoted
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}
