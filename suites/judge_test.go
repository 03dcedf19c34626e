package suites

import (
	"fmt"
	"strings"
	"testing"
)

// The client that sends the headers keeps the values of these secret in
// messages and artefacts; a suite that held one would be the leak itself.
func TestHeadersThatCarryCredentialsAreRefused(t *testing.T) {
	for header, refused := range map[string]bool{
		"Authorization": true, "Proxy-Authorization": true, "X-Auth-Token": true,
		"X-Api-Key": true, "api-key": true, "Ocp-Apim-Subscription-Key": true, "X-Goog-Api-Key": true,
		"Cookie": true, "X-Secret": true, "X-Access-Token": true, "X-PASSWORD": true,
		"X-Team": false, "OpenAI-Organization": false, "HTTP-Referer": false, "X-Title": false,
	} {
		inFiles(t, map[string]string{"suite.yaml": fmt.Sprintf("judge: {model: m, headers: {%s: value-1}}\n", header) + oneQuestion})
		_, err := Load([]string{"suite.yaml"}, Options{})
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", header, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), "would carry a key") || !strings.Contains(err.Error(), "keyEnv") {
			t.Errorf("%s: got %v, want a refusal that names keyEnv", header, err)
		} else if strings.Contains(err.Error(), "value-1") {
			t.Errorf("%s: the message repeats the value: %v", header, err)
		}
	}
}

func TestCheckJudgeName(t *testing.T) {
	for name, want := range map[string]string{
		"offline": "", "none": "", "gpt-4.1-mini": "", "evalrun-offline-rules/1": "", "nonesuch": "", "": "",
		"Offline":  `"Offline" is too near to the reserved name offline; did you mean offline?`,
		"NONE":     `"NONE" is too near to the reserved name none; did you mean none?`,
		" none":    `" none" is too near to the reserved name none; did you mean none?`,
		"OFFLINE ": `"OFFLINE " is too near to the reserved name offline; did you mean offline?`,
	} {
		got := ""
		if err := CheckJudgeName(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
