package llm

import (
	"cmp"
	"unicode/utf8"
)

// DefaultReplyTokens is what a reply is expected to take at most when a
// request does not limit it.
const DefaultReplyTokens = 1024

// messageTokens are what the form of a message adds to its text.
const messageTokens = 8

// ExpectedTokens is what a request is expected to take: of its prompt about,
// and of its reply at most.
func (r Request) ExpectedTokens() (prompt, reply int) {
	prompt = EstimateTokens(r.System) + EstimateTokens(r.User) + 2*messageTokens
	for _, t := range r.Earlier {
		prompt += EstimateTokens(t.Content) + messageTokens
	}
	if r.Schema != nil {
		prompt += len(r.Schema.JSON) / bytesPerToken
	}
	return prompt, cmp.Or(r.MaxTokens, DefaultReplyTokens)
}

// bytesPerToken is what tokenizers come to in English prose and JSON, on the
// careful side.
const bytesPerToken = 4

// EstimateTokens is about how many tokens a text makes. Outside of ASCII a
// character is counted as one token: some alphabets take less, few take more.
func EstimateTokens(text string) int {
	ascii := 0
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			ascii++
		}
	}
	others := 0
	if ascii < len(text) {
		others = utf8.RuneCountInString(text) - ascii
	}
	return (ascii+bytesPerToken-1)/bytesPerToken + others
}
