package offline

import "strings"

// figurePrefix keeps figures apart from words in the vocabulary.
const figurePrefix = "#"

// term is one content word or figure of a text.
type term struct {
	key    string // stem, or figurePrefix and the digits
	shown  string // as a reader would recognise it
	figure bool
}

// terms calls yield for each content word and figure among words, which must
// be folded. Function words carry no content and are left out.
func terms(words []string, yield func(term)) {
	for _, w := range words {
		digits := leadingFigure(w)
		if digits != "" {
			figure := strings.ReplaceAll(digits, ",", "")
			yield(term{key: figurePrefix + figure, shown: figure, figure: true})
			w = withoutOrdinal(w[len(digits):])
		} else if figure := figureWord(w); figure != "" {
			// A small number word counts things in prose ("two options") and
			// need not agree, but matches the digits of a passage.
			yield(term{key: figurePrefix + figure, shown: w, figure: len(figure) > 1})
			continue
		}
		if w != "" && !functionWord(w) {
			yield(term{key: stem(w), shown: w})
		}
	}
}

// leadingFigure returns the digits at the start of a word with the commas and
// dots between them: 30 of 30th, 1,200, 3.5.
func leadingFigure(w string) string {
	end := 0
	for i := 0; i < len(w); i++ {
		if w[i] >= '0' && w[i] <= '9' {
			end = i + 1
		} else if end == 0 || (w[i] != ',' && w[i] != '.') {
			break
		}
	}
	return w[:end]
}

func withoutOrdinal(rest string) string {
	switch rest {
	case "st", "nd", "rd", "th":
		return ""
	}
	return rest
}

// stem cuts English inflection, so that deliver, delivery, delivers and
// delivered are one word. It is crude on purpose: both sides of every
// comparison go through it, and a wrong merger needs two words that differ
// in their ending alone.
func stem(w string) string {
	if len(w) <= 3 {
		return w
	}
	w = strings.TrimSuffix(w, "'s")
	if !strings.HasSuffix(w, "ss") {
		w = strings.TrimSuffix(w, "s")
	}
	for _, ending := range []string{"ing", "ed", "ly"} {
		if cut, ok := strings.CutSuffix(w, ending); ok && len(cut) >= 3 {
			w = undoubled(cut)
			break
		}
	}
	if cut := strings.TrimRight(w, "eiy"); len(cut) >= 3 {
		return cut
	}
	return w
}

// undoubled turns stopp, left of stopped, into stop.
func undoubled(w string) string {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' {
		return w[:n-1]
	}
	return w
}

// figureWord returns the digits of a number word. One is left out: it is a
// pronoun more often than a number.
func figureWord(w string) string {
	switch w {
	case "two":
		return "2"
	case "three":
		return "3"
	case "four":
		return "4"
	case "five":
		return "5"
	case "six":
		return "6"
	case "seven":
		return "7"
	case "eight":
		return "8"
	case "nine":
		return "9"
	case "ten":
		return "10"
	case "eleven":
		return "11"
	case "twelve":
		return "12"
	case "fifteen":
		return "15"
	case "twenty":
		return "20"
	case "thirty":
		return "30"
	case "forty":
		return "40"
	case "fifty":
		return "50"
	case "sixty":
		return "60"
	case "ninety":
		return "90"
	}
	return ""
}

// functionWord reports words too common to show that two texts speak of the
// same thing.
func functionWord(w string) bool {
	switch w {
	case "a", "an", "the", "this", "that", "these", "those", "it", "its", "they", "them", "their",
		"he", "she", "him", "her", "his", "we", "us", "our", "you", "your", "i", "me", "my", "one",
		"is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "done",
		"has", "have", "had", "having", "can", "could", "may", "might", "must", "shall", "should",
		"will", "would", "to", "of", "in", "on", "at", "by", "for", "from", "with", "within", "into",
		"as", "about", "than", "then", "so", "and", "or", "but", "if", "when", "while", "because",
		"not", "no", "nor", "yes", "there", "here", "which", "who", "whom", "whose", "what", "where",
		"why", "how", "also", "only", "just", "any", "all", "each", "every", "some", "such", "other",
		"both", "either", "neither", "up", "out", "over", "per", "via", "until", "after", "before",
		"during", "between", "more", "most", "many", "much", "very", "too", "however", "therefore",
		"don't", "doesn't", "isn't", "aren't", "can't", "cannot", "won't", "didn't", "it's", "you're",
		"long", "get", "need", "according", "s", "t":
		return true
	}
	return false
}
