package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheCommitOfACheckout is found wherever git has it.
func TestTheCommitOfACheckout(t *testing.T) {
	const one, two = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a branch":               {map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": one + "\n"}, one},
		"a branch with a slash":  {map[string]string{".git/HEAD": "ref: refs/heads/a/b\n", ".git/refs/heads/a/b": one + "\n"}, one},
		"none, a commit":         {map[string]string{".git/HEAD": one + "\n"}, one},
		"a packed branch":        {map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": "# pack-refs with: peeled\n" + two + " refs/heads/mainly\n" + one + " refs/heads/main\n^" + two + "\n"}, one},
		"one moved since packed": {map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": two + " refs/heads/main\n", ".git/refs/heads/main": one + "\n"}, one},
		"longer names":           {map[string]string{".git/HEAD": strings.Repeat("a", 64) + "\n"}, strings.Repeat("a", 64)},
		"a worktree": {map[string]string{
			".git": "gitdir: main/.git/worktrees/w\n", "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
			"main/.git/worktrees/w/commondir": "../..\n", "main/.git/refs/heads/w": one + "\n",
		}, one},
		"a submodule":        {map[string]string{".git": "gitdir: up/modules/s\n", "up/modules/s/HEAD": one + "\n"}, one},
		"no commit yet":      {map[string]string{".git/HEAD": "ref: refs/heads/main\n"}, ""},
		"a way up":           {map[string]string{".git/HEAD": "ref: refs/../../x\n", "x": one + "\n"}, ""},
		"another way up":     {map[string]string{".git/HEAD": "ref: ../x\n", "x": one + "\n"}, ""},
		"something else":     {map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "\x1b[31m\n"}, ""},
		"a name cut short":   {map[string]string{".git/HEAD": one[1:] + "\n"}, ""},
		"a file that is not": {map[string]string{".git": "\n"}, ""},
		"an endless line":    {map[string]string{".git/HEAD": strings.Repeat("1", 1<<20)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range c.files {
				path := filepath.Join(root, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Join(filepath.Dir(path), "sub"), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, folder := range []string{root, filepath.Join(root, "sub")} {
				if got := commitOf(folder); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}
