package support

import "github.com/evalrun/evalrun/textmatch"

// claim is a sentence of an answer, or a part of a very long one, with its
// terms.
type claim struct {
	start, end int // bytes in the answer
	words      []said
}

// said is a term of a claim.
type said struct {
	term
	text    string  // as it is written
	weight  float64 // what the word counts in a cover
	capital bool    // written with a capital that no sentence start explains
	repeats bool    // the claim has it before
	places  []int32
	scaled  []int32 // places of the figure that a magnitude makes of it
}

// longestClaim bounds a claim, in tokens. A longer sentence is no prose; it is
// scored in parts.
const longestClaim = 200

// claims returns the sentences of an answer that claim something.
func (e *Evidence) claims(answer string) []claim {
	var out []claim
	for _, prose := range outsideFences(answer) {
		for _, s := range sentences(answer[prose.Start:prose.End]) {
			s = textmatch.Span{Start: prose.Start + s.Start, End: prose.Start + s.End}
			if claimsNothing(answer[s.Start:s.End]) {
				continue
			}
			for _, c := range e.read(answer, s) {
				if c.hasContent() {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

func (c *claim) hasContent() bool {
	for i := range c.words {
		if c.words[i].content() {
			return true
		}
	}
	return false
}

// read splits a sentence into claims of at most longestClaim tokens.
func (e *Evidence) read(answer string, s textmatch.Span) []claim {
	words, starts := e.readWords(answer, s)
	if len(words) > 0 && len(words[0].lemmas) > 0 {
		words[0].capital = false // the sentence begins here
	}
	var out []claim
	for from := 0; from == 0 || from < len(words); from += longestClaim {
		to := min(from+longestClaim, len(words))
		c := claim{start: s.Start, end: s.End, words: words[from:to:to]}
		if from > 0 {
			c.start = starts[from]
		}
		if to < len(words) {
			c.end = starts[to]
		}
		e.joinFigures(c.words)
		markRepeats(c.words)
		out = append(out, c)
	}
	return out
}

// readWords returns the terms of a sentence and where they begin, without its
// list number and citation marks.
func (e *Evidence) readWords(answer string, s textmatch.Span) (words []said, starts []int) {
	const bytesPerWord = 5
	expected := (s.End-s.Start)/bytesPerWord + 1
	words, starts = make([]said, 0, expected), make([]int, 0, expected)
	for from := s.Start + leadIn(answer[s.Start:s.End]); from < s.End; {
		stop, resume := nextMark(answer, from, s.End)
		scan(answer[from:stop], func(start, end int, is shape) {
			words = append(words, said{})
			e.say(&words[len(words)-1], answer[from:stop], start, end, is)
			starts = append(starts, from+start)
		})
		from = resume
	}
	return words, starts
}

// markRepeats notes the words that a claim has said before. Claims are short,
// so that looking back is cheaper than a map.
func markRepeats(words []said) {
	for i := range words {
		for k := range i {
			if words[k].key == words[i].key {
				words[i].repeats = true
				break
			}
		}
	}
}
