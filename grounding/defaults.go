package grounding

import (
	"os"
	"slices"
)

// contextFiles are the places in which tools keep what they tell a model about
// a repository, in the order in which they are looked for.
var contextFiles = [...]string{
	".github/copilot-instructions.md", "CLAUDE.md", "AGENTS.md", ".cursorrules", ".windsurfrules",
	".github/openai-context.md", ".github/gemini-context.md", "llm-full.txt", "llm.txt",
}

// DefaultContexts returns the places that FindContext looks in, in order.
func DefaultContexts() []string { return slices.Clone(contextFiles[:]) }

// FindContext returns the first default context that is a regular file, with
// its path from the root. Links may not lead out of the root.
func FindContext(root *os.Root) (path string, ok bool) {
	for _, name := range contextFiles {
		if info, err := root.Stat(name); err == nil && info.Mode().IsRegular() {
			return name, true
		}
	}
	return "", false
}
