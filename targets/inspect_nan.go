package targets

import "bytes"

// withoutNaN writes null for the bare NaN and Infinity that Inspect puts where
// a sample was not scored. They are no JSON, and none of them is in a value
// that is read here.
func withoutNaN(run []byte) []byte {
	if !bytes.Contains(run, []byte("NaN")) && !bytes.Contains(run, []byte("Infinity")) {
		return run
	}
	out := make([]byte, 0, len(run))
	for at := 0; at < len(run); {
		n, word := bareWord(run[at:])
		switch {
		case word:
			out = append(out, "null"...)
		case run[at] == '"':
			n = quotedLength(run[at:])
			fallthrough
		default:
			out = append(out, run[at:at+n]...)
		}
		at += n
	}
	return out
}

func bareWord(b []byte) (length int, found bool) {
	for _, word := range []string{"NaN", "-Infinity", "Infinity"} {
		if bytes.HasPrefix(b, []byte(word)) {
			return len(word), true
		}
	}
	return 1, false
}

// quotedLength is how far the text at the beginning of b reaches, its quotes
// included; to the end of b when it is not closed.
func quotedLength(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
