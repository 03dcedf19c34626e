package suites

import "testing"

func TestKeyHints(t *testing.T) {
	for name, c := range map[string]struct {
		known     keyset
		key, want string
	}{
		"two letters swapped":          {rubricKeys, "mustMentoin", "did you mean mustMention?"},
		"plural":                       {rubricKeys, "mustMentions", "did you mean mustMention?"},
		"snake case":                   {rubricKeys, "must_not_mention", "did you mean mustNotMention?"},
		"other case":                   {questionKeys, "ID", "did you mean id?"},
		"a level too high":             {questionKeys, "shouldAnswer", "shouldAnswer belongs under rubric"},
		"a level too low":              {rubricKeys, "critical", "critical belongs under a question"},
		"a judge setting at the top":   {suiteKeys, "keyEnv", "keyEnv belongs under judge"},
		"a key in plain text":          {judgeKeys, "api_key", "name the environment variable that holds the key with judge.keyEnv; a key never stands in a suite"},
		"nothing near":                 {recordedKeys, "sha256", "known here: type, file, format, queryVar"},
		"a key of another target":      {httpKeys, "seed", "seed belongs under an openai target"},
		"a key for an application":     {httpKeys, "apiKey", "name the environment variable that holds the key in target.headers as ${NAME}; a key never stands in a suite"},
		"a key for a target model":     {openAIKeys, "api-key", "name the environment variable that holds the key with target.keyEnv; a key never stands in a suite"},
		"a short name is not near all": {contextKeys, "ab", "known here: id, title, text, file"},
		"a long key is not measured":   {contextKeys, string(make([]byte, 100)), "known here: id, title, text, file"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.known.keyHint(c.key); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "ab", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
