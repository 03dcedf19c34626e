package targets

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/evalrun/evalrun/suites"
)

func TestSettingsTellWaysOfAskingApart(t *testing.T) {
	http := suites.HTTPSpec{URL: "http://h/ask?top=5", Body: json.RawMessage(`{"q":"{{query}}"}`)}
	same := http
	same.Timeout, same.Attempts, same.MaxBytes = time.Minute, 2, 100
	if httpSettings(same) != httpSettings(http) {
		t.Error("a longer timeout counts as another way of asking")
	}
	for name, change := range map[string]func(*suites.HTTPSpec){
		"the query of the address": func(s *suites.HTTPSpec) { s.URL = "http://h/ask?top=50" },
		"the body":                 func(s *suites.HTTPSpec) { s.Body = json.RawMessage(`{"q":"{{query}}","top":5}`) },
		"a header":                 func(s *suites.HTTPSpec) { s.Headers = map[string]string{"X-Tenant": "b"} },
		"the mapping":              func(s *suites.HTTPSpec) { s.Mapping.Answer = &suites.ReplyPath{Text: "$.text"} },
		"timeoutIs":                func(s *suites.HTTPSpec) { s.TimeoutIs = suites.TimeoutIsFail },
	} {
		other := http
		if change(&other); httpSettings(other) == httpSettings(http) {
			t.Errorf("%s makes no difference", name)
		}
	}
}

func TestSettingsOfAModelHaveItsSystemPrompt(t *testing.T) {
	inline := suites.OpenAISpec{Model: "m", System: "Be brief."}
	file := suites.OpenAISpec{Model: "m", SystemFile: "system.md", KeyEnv: "OTHER_KEY"}
	if openAISettings(inline, "Be brief.") != openAISettings(file, "Be brief.") {
		t.Error("where the prompt stands makes a difference")
	}
	if openAISettings(file, "Be brief.") == openAISettings(file, "Be kind.") {
		t.Error("an edited prompt file makes no difference")
	}
	warm := file
	warm.Temperature = new(1.0)
	if openAISettings(warm, "Be brief.") == openAISettings(file, "Be brief.") {
		t.Error("the temperature makes no difference")
	}
}

func TestSettingsOfAProgramHaveItsArguments(t *testing.T) {
	spec := suites.CommandSpec{Args: []string{"bot", "--fast"}}
	usual := spec
	usual.Mode = suites.ModeOnce
	if commandSettings(usual) != commandSettings(spec) {
		t.Error("the default mode makes a difference when written down")
	}
	spec.Args = []string{"bot"}
	if commandSettings(usual) == commandSettings(spec) {
		t.Error("the arguments make no difference")
	}
}
