package textmatch

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed ordinary.txt
var ordinaryText string

// ordinary holds the words of ordinary.txt and their forms. Stems would not
// do: "important" and "import" share one, "provide" and "provider" do.
var ordinary = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for line := range strings.Lines(ordinaryText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if only, exact := strings.CutPrefix(word, "!"); exact {
				words[only] = true
				continue
			}
			words[word] = true
			for _, form := range inflections(word) {
				words[form] = true
			}
		}
	}
	return words
})

// inflections are the forms a word may have as a noun or a verb, whether or
// not it is one: what is no English word meets nothing.
func inflections(word string) []string {
	last, stem := word[len(word)-1], word[:len(word)-1]
	forms := []string{word + "s", word + "ed", word + "ing"}
	switch last {
	case 'e':
		forms = append(forms, word+"d", stem+"ing")
	case 'y':
		forms = append(forms, stem+"ies", stem+"ied")
	case 's', 'h', 'x', 'z':
		forms = append(forms, word+"es")
	default:
		double := word + string(last)
		forms = append(forms, double+"ed", double+"ing")
	}
	return forms
}

// OrdinaryWord reports whether w, in lower case, is ordinary English in any of
// its forms: a word that names nothing in technical prose. What denies is not
// ordinary.
func OrdinaryWord(w string) bool { return ordinary()[w] }
