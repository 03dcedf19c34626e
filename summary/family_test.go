package summary

import "testing"

func TestFamilyOfAModelName(t *testing.T) {
	for name, want := range map[string]string{
		"gpt-4.1-mini-2025-04-14":                   "gpt",
		"openai/gpt-oss-120b":                       "gpt",
		"chatgpt-4o-latest":                         "gpt",
		"o1-preview":                                "gpt",
		"azure/o3-mini":                             "gpt",
		"ft:gpt-4o-mini:acme::x1":                   "gpt",
		"text-davinci-003":                          "gpt",
		"anthropic.claude-3-5-sonnet-20240620-v1:0": "claude",
		"models/gemini-2.0-flash":                   "gemini",
		"google/gemma-3-27b-it":                     "gemini",
		"meta-llama/Llama-3.1-8B-Instruct":          "llama",
		"llama3.2:latest":                           "llama",
		"open-mixtral-8x7b":                         "mistral",
		"mistralai/Ministral-8B":                    "mistral",
		"Qwen2.5-72B":                               "qwen",
		"qwq-32b":                                   "qwen",
		"DeepSeek-R1-Distill-Llama-70B":             "deepseek",
		"phi4":                                      "phi",
		"command-r-plus":                            "command",
		// Names that only look like one.
		"":                        "",
		"judge-1":                 "",
		"philosophy-bot":          "",
		"commander":               "",
		"video1":                  "",
		"bot-large":               "",
		"novartis":                "",
		"o":                       "",
		"evalrun-offline-rules/1": "",
		"\x00\xff-モデル":            "",
	} {
		if got := Family(name); got != want {
			t.Errorf("Family(%q) = %q, want %q", name, got, want)
		}
	}
}
