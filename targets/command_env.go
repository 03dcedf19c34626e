package targets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/llm"
)

// publicVariables hold no secrets but paths and words that stand in ordinary
// text as well: removing those from records would spoil them.
var publicVariables = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "LANG", "LANGUAGE",
	"TMPDIR", "TMP", "TEMP", "SYSTEMROOT", "USERPROFILE", "VIRTUAL_ENV", "PYTHONPATH", "NODE_PATH", "GOPATH",
}

// environment is what a program gets: the variables named, and never nil,
// which os/exec takes for all of ours. One that is not set is refused: a
// program without its key fails at every question.
func environment(names []string, getenv func(string) string) (env []string, secrets []llm.Secret, err error) {
	env = []string{}
	for _, name := range names {
		value := getenv(name)
		if value == "" {
			return nil, nil, fmt.Errorf("target.env: environment variable %s is not set", name)
		}
		env = append(env, name+"="+value)
		if !public(name) {
			secrets = append(secrets, llm.NewSecret(value))
		}
	}
	return env, secrets, nil
}

func public(name string) bool {
	return slices.Contains(publicVariables, name) || strings.HasPrefix(name, "LC_")
}
