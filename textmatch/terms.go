package textmatch

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokenizer yields terms and remembers stems from text to text, since working
// one out costs more than everything else. The zero value is ready. It is not
// for concurrent use.
type Tokenizer struct{ terms map[string]string }

// Terms is Tokenizer.Terms for a single text.
func Terms(s string) iter.Seq[string] { return new(Tokenizer).Terms(s) }

// Terms yields the technical vocabulary of s in order, repeats included, in a
// form in which prose and identifiers meet: buildEvidencePack, evidence_pack
// and "built the evidence packs" share their terms.
//
// Words part at everything that is no letter, digit or mark, and within
// identifiers at case (HTTPServer: http, server). They are folded and, where
// they are English, stemmed; ordinary English and single ASCII characters are
// left out. Scripts that write no spaces give pairs of neighbouring
// characters, and a character that stands alone itself. What is not UTF-8
// parts words.
func (k *Tokenizer) Terms(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); {
			end := termEnd(s, i)
			if end == i {
				i += separator(s, i)
				continue
			}
			if !k.yieldRun(s[i:end], s[end:], yield) {
				return
			}
			i = end
		}
	}
}

// termEnd returns the end of the word that begins at i, or i.
func termEnd(s string, i int) int {
	for i < len(s) && s[i] < utf8.RuneSelf && asciiTerm(s[i]) {
		i++
	}
	if i == len(s) || s[i] < utf8.RuneSelf {
		return i
	}
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !inTerm(r) {
			break
		}
		i += size
	}
	return i
}

func separator(s string, i int) int {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size
}

func asciiTerm(c byte) bool { return asciiLetter(c) || asciiDigit(c) }

// inTerm reports the characters of terms; invisible ones neither part a word
// nor show in it.
func inTerm(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiTerm(byte(r))
	}
	return letterOrDigit(r) || unicode.IsMark(r) || invisible(r)
}

// yieldRun yields the terms of one run of letters and digits. What follows it
// tells a contraction: "doesn't" and "cannot" say what "does not" does.
func (k *Tokenizer) yieldRun(run, rest string, yield func(string) bool) bool {
	if contracted(run, rest) || strings.EqualFold(run, "cannot") {
		return yield("not")
	}
	for run != "" {
		n := identifierPart(run)
		part := run[:n]
		run = run[n:]
		if ascii(part) {
			if !k.yieldWord(strings.ToLower(part), yield) {
				return false
			}
		} else if !k.yieldFolded(foldWord(part), yield) {
			return false
		}
	}
	return true
}

// contracted reports an n't, with either apostrophe.
func contracted(run, rest string) bool {
	tail, found := strings.CutPrefix(rest, "'")
	if !found {
		tail, found = strings.CutPrefix(rest, "’")
	}
	return found && run[len(run)-1]|0x20 == 'n' && termEnd(tail, 0) == 1 && tail[0]|0x20 == 't'
}

// yieldFolded yields the terms of a folded part that was not ASCII. Folding
// can bring forth signs: ½ is 1⁄2.
func (k *Tokenizer) yieldFolded(folded string, yield func(string) bool) bool {
	for run := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !inTerm(r) }) {
		if !k.yieldScripts(run, yield) {
			return false
		}
	}
	return true
}

// yieldScripts yields the terms of a folded run, in which scripts that write
// spaces and scripts that do not may follow each other.
func (k *Tokenizer) yieldScripts(run string, yield func(string) bool) bool {
	for run != "" {
		var more bool
		end := unspacedEnd(run)
		if end > 0 {
			more = yieldPairs(run[:end], yield)
		} else {
			end = spacedEnd(run)
			more = k.yieldWord(run[:end], yield)
		}
		if !more {
			return false
		}
		run = run[end:]
	}
	return true
}

// yieldWord yields the term of one folded word, if it is worth scoring.
func (k *Tokenizer) yieldWord(word string, yield func(string) bool) bool {
	if len(word) < shortestTerm || ordinary()[word] {
		return true
	}
	term := k.term(word)
	return term == "" || yield(term)
}

// shortestTerm is in bytes: one Greek letter can name something, one ASCII
// character hardly.
const shortestTerm = 2

// mostRemembered bounds what a tokenizer keeps when texts are hostile.
const mostRemembered = 1 << 16

// term returns what a word that is not on the list of ordinary ones is scored
// as, or "".
func (k *Tokenizer) term(word string) string {
	if last := word[len(word)-1]; last < utf8.RuneSelf && !inflected(word) {
		return word
	}
	term, known := k.terms[word]
	if known {
		return term
	}
	if term = Stem(word); !strings.ContainsFunc(term, letterOrDigit) {
		term = ""
	}
	if k.terms == nil {
		k.terms = map[string]string{}
	}
	if len(k.terms) < mostRemembered {
		k.terms[strings.Clone(word)] = term
	}
	return term
}
