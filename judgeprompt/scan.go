package judgeprompt

import "strings"

// objectAt follows the JSON object that begins at the brace text[i]. It
// returns the offset after it, or complete false and the offset, past i, where
// the text stops being one. It knows strings, brackets and the characters of
// numbers and literals, no more: whether a complete object is JSON is the JSON
// reader's to say. Braces in prose fail at once.
func objectAt(text string, i int) (end int, complete bool) {
	var closers []byte
	for i < len(text) {
		switch c := text[i]; c {
		case '{', '[':
			closers = append(closers, c+2) // both closing brackets stand two after their opening one
			i = skipSpace(text, i+1)
			if c == '{' && (i == len(text) || text[i] != '"' && text[i] != '}') {
				return i, false
			}
			continue
		case '}', ']':
			if closers[len(closers)-1] != c {
				return i, false
			}
			closers = closers[:len(closers)-1]
			if len(closers) == 0 {
				return i + 1, true
			}
		case '"':
			after, closed := stringAt(text, i)
			if !closed {
				return after, false
			}
			i = after
			continue
		default:
			if !strings.ContainsRune(" \t\r\n,:+-.0123456789eEtrufalsn", rune(c)) {
				return i, false
			}
		}
		i++
	}
	return i, false
}

func skipSpace(text string, i int) int {
	for i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
		i++
	}
	return i
}

// stringAt returns the offset after the string that begins at the quote
// text[i]. A raw control character, a line break above all, ends it unclosed:
// JSON forbids them, and a stray quote in prose then spoils one line only.
func stringAt(text string, i int) (end int, closed bool) {
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c == '\\':
			i++
		case c < ' ':
			return i, false
		}
	}
	return len(text), false
}

// afterThought returns where reading goes on after the '<' at text[i]: behind
// the reasoning block that begins there, at the end of the text when the block
// is never closed, and at the next character when it is no such block.
func afterThought(text string, i int) int {
	name, inside := thoughtTag(text, i)
	if name == "" {
		return i + 1
	}
	for at := inside; ; {
		next := strings.Index(text[at:], "</")
		if next < 0 {
			return len(text)
		}
		at += next + len("</")
		if rest, ok := cutPrefixFold(text[at:], name); ok {
			if rest = strings.TrimLeft(rest, " \t\r\n"); strings.HasPrefix(rest, ">") {
				return len(text) - len(rest) + 1
			}
		}
	}
}

// thoughtTag reads an opening reasoning tag, in any letter case and with any
// attributes, and returns its name and the offset behind it.
func thoughtTag(text string, i int) (name string, inside int) {
	for _, name := range []string{"thinking", "think"} {
		rest, ok := cutPrefixFold(text[i+1:], name)
		if !ok || rest == "" || strings.IndexByte("> \t\r\n", rest[0]) < 0 {
			continue
		}
		// No attribute of a tag holds a bracket; prose such as "a <think tank"
		// is not looked through for one.
		end := strings.IndexAny(rest, "<>")
		if end < 0 || rest[end] == '<' {
			return "", 0
		}
		return name, len(text) - len(rest) + end + 1
	}
	return "", 0
}

func holdsThought(text string) bool {
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '<')
		if next < 0 {
			return false
		}
		if at += next; isThought(text, at) {
			return true
		}
	}
}

func isThought(text string, i int) bool {
	name, _ := thoughtTag(text, i)
	return name != ""
}

func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}
