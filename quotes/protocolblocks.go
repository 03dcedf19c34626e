package quotes

import (
	"slices"
	"strings"
)

// block is an evidence block. All figures are line numbers; ends are
// exclusive.
type block struct {
	first, end int // all of it, tags and fences included
	from, to   int // its evidence lines
	open       bool
	offForm    string // what is unusual about its tags and surroundings
}

// stray reports an end tag with nothing before it that it could end.
func (b block) stray() bool { return b.from < 0 }

// findBlocks returns every block of an answer: from a start tag to its end
// tag; from a start tag to the last evidence line, where an answer was cut
// off; and the evidence lines before an end tag whose start was forgotten.
func findBlocks(lines []textLine) []block {
	var out []block
	for i := 0; i < len(lines); i++ {
		b, ok := blockAt(lines, i)
		if !ok {
			continue
		}
		out = append(out, b)
		i = b.end - 1
	}
	if len(out) > 0 {
		dropFences(lines, out)
	}
	return out
}

func blockAt(lines []textLine, i int) (block, bool) {
	switch tag, exact := tagOf(lines[i].text); tag {
	case startTag:
		return startedBlock(lines, i, exact)
	case endTag:
		return headlessBlock(lines, i), true
	}
	return block{}, false
}

// startedBlock reads on from the start tag at i to the next tag.
func startedBlock(lines []textLine, i int, exact bool) (block, bool) {
	last := i // the last evidence line
	blank := true
	for j := i + 1; j < len(lines); j++ {
		tag, exactEnd := tagOf(lines[j].text)
		if tag == endTag {
			return block{first: i, end: j + 1, from: i + 1, to: j, offForm: offTag(exact && exactEnd)}, true
		}
		if tag == startTag {
			break
		}
		if evidenceLike(lines[j].text) {
			last = j
		}
		blank = blank && lines[j].blank()
	}
	if last == i && !blank {
		return block{}, false // a heading of this name, not a block
	}
	end := last + 1
	if last > i {
		end = last + max(1, readEvidence(lines[last:]).lines)
	}
	return block{first: i, end: end, from: i + 1, to: end, open: true, offForm: offTag(exact)}, true
}

// headlessBlock looks back from the end tag at i for evidence lines.
func headlessBlock(lines []textLine, i int) block {
	first := i
	for j := i - 1; j >= 0 && (lines[j].blank() || evidenceLike(lines[j].text)); j-- {
		if !lines[j].blank() {
			first = j
		}
	}
	if first == i {
		return block{first: i, end: i + 1, from: -1, to: -1}
	}
	return block{first: first, end: i + 1, from: first, to: i, offForm: "the start tag is missing"}
}

func offTag(exact bool) string {
	if exact {
		return ""
	}
	return "a tag is not written as " + startTag + " or " + endTag
}

// dropFences widens each block that fills a code fence by the fence.
func dropFences(lines []textLine, blocks []block) {
	fences := findFences(lines)
	for i := range blocks {
		b := &blocks[i]
		before := skipBlank(lines, b.first-1, -1)
		behind := skipBlank(lines, b.end, 1)
		at, found := slices.BinarySearchFunc(fences, before, func(f fence, line int) int { return f.open - line })
		if !found || fences[at].close != behind {
			continue
		}
		b.first, b.end = before, min(behind+1, len(lines))
		b.offForm = "it stands in a code fence"
	}
}

// skipBlank returns the first line from i on, in steps, that is not blank.
func skipBlank(lines []textLine, i, step int) int {
	for i >= 0 && i < len(lines) && lines[i].blank() {
		i += step
	}
	return i
}

// removeBlocks returns an answer without its blocks. Nothing is trimmed where
// nothing was removed.
func removeBlocks(answer string, lines []textLine) string {
	blocks := findBlocks(lines)
	if len(blocks) == 0 {
		return answer
	}
	var b strings.Builder
	at := 0
	for _, block := range blocks {
		b.WriteString(answer[at:max(at, lines[block.first].start)])
		at = lines[block.end-1].next
	}
	b.WriteString(answer[at:])
	return strings.TrimRightFunc(b.String(), spaceJS)
}

// MaskBlocks puts blanks in place of an answer's evidence blocks, for readers
// of its prose: what the sources say is no sentence of the answer. Offsets
// stay what they are.
func MaskBlocks(answer string) string {
	lines := splitLines(answer)
	blocks := findBlocks(lines)
	if len(blocks) == 0 {
		return answer
	}
	masked := []byte(answer)
	for _, block := range blocks {
		for i := lines[block.first].start; i < lines[block.end-1].next; i++ {
			if masked[i] != '\n' {
				masked[i] = ' '
			}
		}
	}
	return string(masked)
}
