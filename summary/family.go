package summary

import "strings"

// families are the word beginnings by which vendors name the models of one
// lineage. A judge tends to favour answers of its own (arXiv 2508.06709).
var families = [...]struct{ begins, family string }{
	{"chatgpt", "gpt"}, {"gpt", "gpt"}, {"davinci", "gpt"},
	{"claude", "claude"},
	{"gemini", "gemini"}, {"gemma", "gemini"}, {"palm", "gemini"},
	{"llama", "llama"}, {"codellama", "llama"}, {"vicuna", "llama"},
	{"mistral", "mistral"}, {"mixtral", "mistral"}, {"ministral", "mistral"}, {"magistral", "mistral"},
	{"codestral", "mistral"}, {"devstral", "mistral"}, {"pixtral", "mistral"},
	{"qwen", "qwen"}, {"qwq", "qwen"}, {"qvq", "qwen"},
	{"deepseek", "deepseek"},
	{"grok", "grok"},
	{"command", "command"}, {"c4ai", "command"}, {"aya", "command"},
	{"phi", "phi"},
	{"nova", "nova"},
	{"glm", "glm"}, {"chatglm", "glm"},
	{"kimi", "kimi"}, {"moonshot", "kimi"},
	{"granite", "granite"}, {"olmo", "olmo"}, {"jamba", "jamba"}, {"yi", "yi"}, {"nemotron", "nemotron"},
}

// Family is the lineage of a model by its name, such as gpt, claude or llama;
// "" where the name does not tell. Paths, vendors, dates and sizes around it
// do not matter: of "meta-llama/Llama-3.1-8B" it is llama. Of a distilled
// model it is the one named first.
func Family(model string) string {
	for word := range strings.FieldsFuncSeq(strings.ToLower(model), notInWord) {
		if reasoner(word) {
			return "gpt"
		}
		for _, f := range families {
			if rest, ok := strings.CutPrefix(word, f.begins); ok && !beginsWithLetter(rest) {
				return f.family
			}
		}
	}
	return ""
}

func notInWord(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// beginsWithLetter keeps "philosophy" from being phi and "novartis" nova;
// what follows a name is a version or a size.
func beginsWithLetter(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// reasoner knows o1, o3, o4 and their like, which are gpt under another name.
func reasoner(word string) bool {
	return len(word) == 2 && word[0] == 'o' && word[1] >= '1' && word[1] <= '9'
}
