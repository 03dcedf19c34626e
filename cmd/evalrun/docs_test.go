package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// shownCommand is a command line in a document: in backquotes, or alone on a
// line of an example.
var shownCommand = regexp.MustCompile("(?s:`([A-Z_]+=\\S+ )?evalrun ([a-z][^`]*)`)|(?m:^\\$ evalrun ([a-z].*)$)")

// TestDocsShowRealCommands holds every command line of README and docs to the
// commands and flags that exist; README's examples are run on top of that.
func TestDocsShowRealCommands(t *testing.T) {
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range append(documents, "../../README.md") {
		for _, m := range shownCommand.FindAllStringSubmatch(readFile(t, path), -1) {
			seen++
			line := m[2] + m[3]
			if problem := unreal(strings.Fields(line)); problem != "" {
				t.Errorf("%s shows %q: %s", filepath.Base(path), line, problem)
			}
		}
	}
	if seen < 20 {
		t.Errorf("found %d command lines, want 20 at least", seen)
	}
}

// unreal says what of a command line does not exist. Words in capitals, in
// brackets or behind a flag stand for arguments.
func unreal(words []string) string {
	root := newRoot(host{})
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	cmd, _, err := root.Find(words)
	if err != nil || cmd == root {
		return "no such command"
	}
	for _, word := range words {
		name, isFlag := strings.CutPrefix(strings.Trim(word, "[]…,.;"), "--")
		name, _, _ = strings.Cut(name, "=")
		if isFlag && name != "" && !hasFlag(cmd, name) {
			return "no flag --" + name
		}
	}
	return ""
}

func hasFlag(cmd *cobra.Command, name string) bool {
	cmd.InitDefaultHelpFlag()
	return cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
}
