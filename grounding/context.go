package grounding

import (
	"cmp"
	"strings"
	"sync"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/ranking"
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/textmatch"
)

// Context is the text that answers are held against. It is prepared once and
// may then be used by several goroutines at the same time.
type Context struct {
	source Source
	text   string
	terms  map[string]struct{}
	// tokenizers remember the stems of the context's words, which are mostly
	// those of the answer too. Each serves one goroutine at a time.
	tokenizers sync.Pool

	// What only some answers ask for is made when the first one does.
	written  func() *haystack // as it is written
	lowered  func() *haystack
	evidence func() *support.Evidence
}

// Source is where a context came from.
type Source struct {
	Path    string `json:"path"`    // "" for text that came in no file
	Default bool   `json:"default"` // found in the default order, not named
	Stale   *bool  `json:"stale"`   // older than the code; null when that cannot be told
	// Warning says why the context is stale. It reaches the report's
	// warnings, and the verdict only where Rules say so.
	Warning string `json:"-"`
}

// Prepare reads a context. Nothing is cut from it, but for the head of a query
// context: the preamble that another tool writes into its context file counts
// as vocabulary like everything else.
func Prepare(text string, from Source) *Context {
	text = ranking.Quoted(text)
	c := prepare(text, text, []support.Passage{{ID: cmp.Or(from.Path, "context"), Text: text}})
	c.source = from
	return c
}

// PrepareSources makes one context of several passages. Their texts alone give
// the vocabulary that counts for the score. Their ids, titles and sources may
// ground a claim besides: an answer that names the file it cites is not
// inventing it.
func PrepareSources(sources []answers.Passage) *Context {
	texts, all := make([]string, len(sources)), make([]string, 0, 4*len(sources))
	passages := make([]support.Passage, len(sources))
	for i, s := range sources {
		texts[i] = s.Text
		all = append(all, s.ID, s.Title, s.Source, s.Text)
		passages[i] = support.Passage{ID: s.ID, Title: s.Title, Text: s.Text}
	}
	return prepare(strings.Join(texts, "\n\n"), strings.Join(all, "\n"), passages)
}

// bytesPerTerm is roughly how much prose brings a term that was not there
// before.
const bytesPerTerm = 40

// prepare takes the text whose terms count and the one in which claims are
// looked for.
func prepare(text, searched string, passages []support.Passage) *Context {
	c := &Context{text: text, terms: make(map[string]struct{}, len(text)/bytesPerTerm)}
	c.tokenizers.New = func() any { return new(textmatch.Tokenizer) }
	k := c.tokenizers.Get().(*textmatch.Tokenizer)
	for term := range k.Terms(text) {
		c.terms[term] = struct{}{}
	}
	c.tokenizers.Put(k)
	c.written = sync.OnceValue(func() *haystack { return newHaystack(searched) })
	c.lowered = sync.OnceValue(func() *haystack { return newHaystack(strings.ToLower(searched)) })
	c.evidence = sync.OnceValue(func() *support.Evidence { return support.Prepare(passages) })
	return c
}
