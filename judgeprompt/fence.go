package judgeprompt

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fence is the pair of marker lines around data. Two things keep data inside:
// the code in the markers depends on every byte shown, so that no text can
// name it in advance, and clean breaks up everything in the data that looks
// like a marker, whatever code it carries.
type fence struct {
	open, shut string
}

const (
	markOpen = "<data-"
	markShut = "</data-"
	codeLen  = 16 // hexadecimal digits: 64 bits, far beyond guessing
)

func newFence(code string) fence {
	return fence{open: markOpen + code + ">", shut: markShut + code + ">"}
}

// codeFor derives the code from the question's content hash and all that is
// shown, so that the same request always gives the same message.
func codeFor(shown []byte) string {
	sum := sha256.Sum256(shown)
	return hex.EncodeToString(sum[:codeLen/2])
}

// clean makes text fit to stand in a fence. Broken UTF-8 would be replaced on
// the way to the judge anyway. The first character of anything that reads as
// a marker is replaced by one that looks alike.
func clean(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	at := strings.IndexByte(text, '<')
	if at < 0 {
		return text
	}
	var b strings.Builder
	done := 0
	for at < len(text) {
		if looksLikeMarker(text[at+1:]) {
			b.WriteString(text[done:at])
			b.WriteString("‹")
			done = at + 1
		}
		next := strings.IndexByte(text[at+1:], '<')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// looksLikeMarker reports whether rest, which follows a '<', spells the start
// of a marker, in any letter case and with any space or invisible character
// between its letters. It stops at the next '<', so that a text full of them
// is still read once.
func looksLikeMarker(rest string) bool {
	const want = "data-"
	matched := 0
	for _, r := range rest {
		switch {
		case matched == len(want):
			return true
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		case r == '/' && matched == 0:
		case unicode.ToLower(r) == rune(want[matched]), want[matched] == '-' && unicode.Is(unicode.Pd, r):
			matched++
		default:
			return false
		}
	}
	return matched == len(want)
}
