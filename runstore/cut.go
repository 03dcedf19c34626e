package runstore

import "bytes"

// heavy are the keys of a record whose values make up most of its line and
// appear in no figure and no report: the message to the judge, its raw
// replies and the passages. No other key of a record bears these names.
var heavy = [...]string{"prompt", "raw", "retrieved"}

// cutter takes the heavy values out of lines, so that what is left can be
// decoded in a fraction of the time. It is not a parser: it steps from quote
// to quote, and a line that is written in another way than Append writes it
// (white space before a colon, say) comes back with more in it, never with
// less. A line that is not JSON stays that.
type cutter struct{ short []byte }

// cut returns the line with null for every heavy value, valid until the next
// call.
func (c *cutter) cut(line []byte) []byte {
	c.short = c.short[:0]
	kept := 0
	for at := 0; ; {
		quote := bytes.IndexByte(line[at:], '"')
		if quote < 0 {
			break
		}
		start := at + quote
		end := textEnd(line, start)
		if end < 0 {
			break
		}
		at = end
		if end == len(line) || line[end] != ':' || !isHeavy(line[start+1:end-1]) {
			continue
		}
		after := valueEnd(line, end+1)
		if after < 0 {
			continue
		}
		c.short = append(append(c.short, line[kept:end+1]...), "null"...)
		at, kept = after, after
	}
	c.short = append(c.short, line[kept:]...)
	return c.short
}

func isHeavy(key []byte) bool {
	for _, name := range heavy {
		if string(key) == name {
			return true
		}
	}
	return false
}

// valueEnd returns where the text, object or list that starts at a place
// ends, and -1 for other values, which are short, and for what has no end.
func valueEnd(line []byte, at int) int {
	depth := 0
	for {
		for at < len(line) && !structural[line[at]] {
			if depth == 0 {
				return -1
			}
			at++
		}
		if at == len(line) {
			return -1
		}
		switch line[at] {
		case '"':
			if at = textEnd(line, at); at < 0 || depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		default:
			if depth--; depth == 0 {
				return at + 1
			}
		}
		if depth < 0 {
			return -1
		}
		at++
	}
}

// structural are the bytes at which a text, an object or a list begins or ends.
var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// textEnd returns the place after the closing quote of the text that starts
// with the quote at start, -1 when it is not closed.
func textEnd(line []byte, start int) int {
	for at := start + 1; ; at++ {
		quote := bytes.IndexByte(line[at:], '"')
		if quote < 0 {
			return -1
		}
		at += quote
		first := at
		for first-1 > start && line[first-1] == '\\' {
			first--
		}
		// An even number of backslashes escape one another, not the quote.
		if (at-first)%2 == 0 {
			return at + 1
		}
	}
}
