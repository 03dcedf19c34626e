package quotes

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// thinWords is the number of words below which what stands before a citation
// says too little: in "According to [1], tides rose" the claim follows.
const thinWords = 3

// claimReach bounds how far behind a citation its sentence is read.
const claimReach = 600

// sentenceBefore returns the last sentence that begins after from and ends
// before at, taken further where it is thin and goes on behind the mark.
func (r *claimReader) sentenceBefore(from, at int) (start, end int) {
	start, end = lastSentence(r.masked, from, at)
	if textmatch.CountWords(r.masked[start:end]) >= thinWords {
		return start, end
	}
	after := r.marks[r.markFrom(at)].end
	for i := r.markFrom(after); i < len(r.marks) && r.marks[i].start == after; i++ {
		after = r.marks[i].end // the marker behind its group
	}
	if !goesOn(r.masked[after:]) {
		return start, end
	}
	return start, max(end, r.sentenceEnd(start, after))
}

// sentenceOf returns the sentence of a citation without a marker: what stands
// before it, or what follows where the citation itself begins a sentence, as
// in "[2] reports that".
func (r *claimReader) sentenceOf(group mark, from int) (start, end int) {
	if !r.leads(group, from) {
		return r.sentenceBefore(from, group.start)
	}
	return trimClaim(r.masked, group.end, r.sentenceEnd(group.end, group.end))
}

// leads reports a citation at the beginning of a sentence.
func (r *claimReader) leads(group mark, from int) bool {
	rest := r.masked[group.end:]
	line := lineBehind(r.masked, group.end)
	head := r.masked[from:group.start]
	if cut := strings.LastIndexByte(head, '\n'); cut >= 0 {
		head = head[cut+1:]
	} else if from > 0 {
		return goesOn(rest) && sentenceEnded(head)
	}
	if !strings.ContainsFunc(head, wordRune) {
		return strings.ContainsFunc(line, wordRune)
	}
	return goesOn(rest) && sentenceEnded(head)
}

// lineBehind returns what follows an offset on its line, as far as a sentence
// reaches.
func lineBehind(s string, offset int) string {
	line, _, _ := strings.Cut(s[offset:min(len(s), offset+claimReach)], "\n")
	return line
}

// sentenceEnd returns where the sentence that start lies in ends behind
// after, at the next mark at the latest.
func (r *claimReader) sentenceEnd(start, after int) int {
	limit := min(len(r.masked), after+claimReach)
	if i := r.markFrom(after); i < len(r.marks) {
		limit = min(limit, r.marks[i].start)
	}
	limit = runeStart(r.masked, limit)
	for _, span := range textmatch.Sentences(r.masked[start:max(start, limit)]) {
		if start+span.End > after {
			return start + span.End
		}
	}
	return after
}

// runeStart returns the offset, within s, where the character begins that
// holds the byte at i.
func runeStart(s string, i int) int {
	i = max(0, min(i, len(s)))
	for 0 < i && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// markFrom returns the index of the first mark that begins at offset or later.
func (r *claimReader) markFrom(offset int) int {
	return sort.Search(len(r.marks), func(i int) bool { return r.marks[i].start >= offset })
}

// goesOn reports whether s continues a sentence.
func goesOn(s string) bool {
	for _, r := range strings.TrimLeft(s, " \t,") {
		return unicode.IsLower(r)
	}
	return false
}

// sentenceEnded reports whether the text before a citation ends a sentence.
func sentenceEnded(s string) bool {
	s = strings.TrimRight(s, " \t\"'”’»)*_")
	last, _ := utf8.DecodeLastRuneInString(s)
	return s == "" || strings.ContainsRune(".!?…。！？", last)
}

// lastSentence returns the last sentence of s[from:to] that says something,
// without what only leads to it; start is to where there is none.
func lastSentence(s string, from, to int) (start, end int) {
	spans := textmatch.Sentences(s[from:to])
	for i := len(spans) - 1; i >= 0; i-- {
		start, end = trimClaim(s, from+spans[i].Start, from+spans[i].End)
		if strings.ContainsFunc(s[start:end], wordRune) {
			return start, end
		}
	}
	return to, to
}
