package repository

import "bytes"

// bodies says where bodies end. It is made in one pass over a file, since
// declarations nest and a search for each of them would take the square of
// their number.
type bodies struct {
	braces map[int]int // place of an opening brace → place after the closing one
	ends   []int       // by line: end of the last line that is indented deeper
}

func newBodies(code []byte, lines lines, indents bool) bodies {
	if indents {
		return bodies{ends: indented(code, lines)}
	}
	b := bodies{braces: map[int]int{}}
	var open []int
	for i, c := range code {
		switch {
		case c == '{':
			open = append(open, i)
		case c == '}' && len(open) > 0:
			b.braces[open[len(open)-1]] = i + 1
			open = open[:len(open)-1]
		}
	}
	return b
}

// brace returns the place after the brace that closes the one at i, the end of
// the file when none does.
func (b bodies) brace(i, fileEnd int) int {
	if end, ok := b.braces[i]; ok {
		return end
	}
	return fileEnd
}

// dedent returns the end of what is indented deeper than a line, counted from
// 1.
func (b bodies) dedent(line int) int { return b.ends[line-1] }

// indented finds the end of the block below each line. Ruby's end stands as
// deep as what it ends and belongs to it.
func indented(code []byte, lines lines) []int {
	ends := make([]int, len(lines))
	var open, depths []int // lines whose block goes on, with their indentation
	last := 0              // end of the last line that is not blank
	for i, start := range lines {
		line := code[start : start+lineEnd(code[start:])]
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) == 0 {
			continue
		}
		depth := len(line) - len(bytes.TrimLeft(line, " \t"))
		for len(open) > 0 && depths[len(depths)-1] >= depth {
			opener := open[len(open)-1]
			ends[opener] = last
			if string(trimmed) == "end" && depths[len(depths)-1] == depth {
				ends[opener] = start + len(line)
			}
			open, depths = open[:len(open)-1], depths[:len(depths)-1]
		}
		open, depths = append(open, i), append(depths, depth)
		last = start + len(line)
	}
	for _, opener := range open {
		ends[opener] = last
	}
	return ends
}
