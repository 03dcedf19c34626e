package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// commitOf is the commit that the repository around a folder is at, read from
// git's files, since where workers run there may be no git. It is "" where
// there is none, or it is kept in another way.
func commitOf(folder string) string {
	dir := gitFolder(folder)
	if dir == "" {
		return ""
	}
	head := firstLine(filepath.Join(dir, "HEAD"))
	ref, named := strings.CutPrefix(head, "ref: ")
	if !named {
		return asCommit(head)
	}
	if !strings.HasPrefix(ref, "refs/") || !filepath.IsLocal(filepath.FromSlash(ref)) {
		return ""
	}
	common := gitPath(dir, firstLine(filepath.Join(dir, "commondir"))) // of a worktree
	if commit := asCommit(firstLine(filepath.Join(common, filepath.FromSlash(ref)))); commit != "" {
		return commit
	}
	return packedCommit(filepath.Join(common, "packed-refs"), ref)
}

// gitFolder is where git keeps what it knows of a folder: the nearest .git
// upwards or, in a worktree or a submodule, what that file names.
func gitFolder(folder string) string {
	at, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for ; ; at = filepath.Dir(at) {
		path := filepath.Join(at, ".git")
		about, err := os.Stat(path)
		switch {
		case err == nil && about.IsDir():
			return path
		case err == nil:
			elsewhere, _ := strings.CutPrefix(firstLine(path), "gitdir: ")
			return gitPath(at, elsewhere)
		case at == filepath.Dir(at):
			return ""
		}
	}
}

// gitPath is a path as git writes it, from a folder on or from the root.
func gitPath(from, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(from, path)
}

// firstLine is the first line of a file, "" where there is none.
func firstLine(path string) string {
	for line := range linesOf(path) {
		return line
	}
	return ""
}

func packedCommit(path, ref string) string {
	for line := range linesOf(path) {
		if commit, name, _ := strings.Cut(line, " "); name == ref {
			return asCommit(commit)
		}
	}
	return ""
}

// linesOf yields the lines of a file that can be read, up to one that is longer
// than any that git writes.
func linesOf(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		f, err := os.Open(path)
		if err != nil {
			return
		}
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			if !yield(s.Text()) {
				return
			}
		}
	}
}

var commitForm = lateregexp.New(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func asCommit(text string) string {
	if !commitForm().MatchString(text) {
		return ""
	}
	return text
}
