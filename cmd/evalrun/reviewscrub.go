package main

import (
	"cmp"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

// labelScrub removes from labels the keys of a run's judges, which somebody
// may have pasted into a comment, and the token of the pages.
func (h host) labelScrub(token string) func(results.RunInfo) func([]byte) []byte {
	return func(info results.RunInfo) func([]byte) []byte {
		values := []string{token}
		for _, name := range keyNames(info.Judge) {
			values = append(values, strings.TrimSpace(h.getenv(name)))
		}
		var secrets []llm.Secret
		for _, value := range values {
			if value != "" {
				secrets = append(secrets, llm.NewSecret(value))
			}
		}
		if len(secrets) == 0 {
			return nil
		}
		return llm.NewScrubber(secrets...).ScrubBytes
	}
}

// keyNames are the environment variables that hold the keys of a run's judges.
func keyNames(judge results.JudgeRef) []string {
	names := []string{cmp.Or(judge.KeyEnv, defaultKeyEnv)}
	if judge.Panel != nil {
		for _, member := range judge.Panel.Members {
			if member.KeyEnv != "" {
				names = append(names, member.KeyEnv)
			}
		}
	}
	return names
}
