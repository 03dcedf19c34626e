package offline

import (
	"slices"
	"strings"
)

// intent is what a phrase gives away about the sentence it stands in.
type intent int

const (
	ignorance  intent = iota // says by itself that the answer is not to be had
	doubt                    // the speaker's own: never what a source says
	softening                // may be the speaker's, or a source's own words
	turn                     // takes back what was said first
	pleasantry               // talks to the reader instead of answering
	filler                   // words without content
	intents
)

// phraseList holds the phrases of each intent, folded. They are English, as
// the prompts are; an answer in another language meets none of them. May is
// no softening: rules grant things with it.
var phraseList = [intents][]string{
	ignorance: {
		"don't know", "do not know", "have no information", "has no information", "not have information",
		"not have any information", "don't have information", "don't have any information", "doesn't have information",
		"couldn't find", "could not find", "can't find", "cannot find", "can not find", "unable to find",
		"didn't find", "did not find", "unable to answer", "can't answer", "cannot answer",
		"not able to answer", "can't tell", "cannot tell", "cannot say", "can't say",
		"is silent on", "are silent on", "outside the scope", "outside of the scope", "out of scope",
		"not documented", "not specified", "isn't specified", "not mentioned", "isn't mentioned",
		"not stated", "no mention", "don't have that", "don't have this", "do not have that",
		"do not have this", "doesn't have this", "does not have this", "not something i have",
		"nothing about", "nothing on",
	},
	doubt: {
		"maybe", "probably", "perhaps", "presumably", "i think", "i believe", "i assume", "i guess",
		"i would guess", "i'd guess", "i suspect", "it seems", "it appears", "not sure", "not certain",
		"not entirely sure", "as far as i know", "hard to say",
	},
	softening: {
		"might", "may be able", "likely", "possibly", "typically", "usually", "generally", "normally",
		"in most cases", "in general", "seems to", "appears to", "could be", "roughly", "it depends",
	},
	turn: {"but", "however", "though", "although", "still"},
	pleasantry: {
		"great question", "good question", "excellent question", "thank you for", "thanks for",
		"happy to help", "glad to help", "glad you asked", "i hope this", "hope this helps", "hope that helps",
		"feel free", "don't hesitate", "do not hesitate", "let me know", "is there anything else",
		"anything else i can", "i'd be happy", "i would be happy", "i'm happy to", "i am happy to",
		"here to help", "have a great", "have a nice", "you're welcome", "at your service",
		"further questions", "further assistance", "more questions", "sorry for the inconvenience",
	},
	filler: {
		"as an ai", "as a language model", "it is important to note", "it's important to note",
		"it is worth noting", "it's worth noting", "please note that", "it should be noted",
		"based on the information provided", "based on the provided", "based on the context",
		"according to the information provided", "in today's world", "when it comes to", "needless to say",
		"rest assured", "at the end of the day", "in conclusion", "absolutely", "certainly", "of course",
		"delve", "i understand that", "always best to consult", "may vary depending", "can vary depending",
		"it is always recommended", "it's always recommended",
	},
}

// phrase is one entry of the list, ready to be compared.
type phrase struct {
	words  []string
	intent intent
}

// phrasesBy files the phrases under their first word, so that a sentence is
// read once whatever their number.
var phrasesBy = filePhrases()

func filePhrases() map[string][]phrase {
	by := map[string][]phrase{}
	for is, list := range phraseList {
		for _, text := range list {
			words := strings.Fields(text)
			by[words[0]] = append(by[words[0]], phrase{words: words, intent: intent(is)})
		}
	}
	return by
}

// phrasesIn returns the first phrase of each intent in words, "" for none.
func phrasesIn(words []string) (found [intents]string) {
	for i, w := range words {
		for _, p := range phrasesBy[w] {
			if found[p.intent] == "" && startsWith(words[i:], p.words) {
				found[p.intent] = strings.Join(p.words, " ")
			}
		}
	}
	return found
}

func startsWith(words, with []string) bool {
	return len(words) >= len(with) && slices.Equal(words[:len(with)], with)
}
