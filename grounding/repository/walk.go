package repository

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// Limits of what is read. They keep a hostile or a very large checkout from
// taking the memory and the time of the run; what they leave out is told.
const (
	maxCode    = 64 << 20  // bytes of code in all
	maxFiles   = 25_000    // files of code
	maxFile    = 1_500_000 // bytes of one file
	maxEntries = 250_000   // paths listed
	maxDepth   = 64        // folders within folders
)

// source is one file of code.
type source struct {
	path    string
	lang    *language
	changed time.Time
}

// tree is what a walk found.
type tree struct {
	code   []source
	paths  []string // every file, code or not
	large  []string // code files over maxFile
	aside  []string // ignored or build output: files and folders not listed here
	unread bool     // something was not listed, so a missing name proves nothing
}

// walker lists the files below one folder of a root.
type walker struct {
	root    *os.Root
	note    func(string, ...any)
	ignore  *ignores
	library bool // code of others: tests and internal packages export nothing
	tree    tree
	bytes   int64
	listed  int
}

// walk lists the files below start. Links are neither followed nor listed:
// what they lead to inside the root is listed at its own place.
func walk(root *os.Root, start string, exclude []string, note func(string, ...any)) tree {
	w := &walker{root: root, note: note, ignore: &ignores{}}
	w.ignore.add(".", strings.Join(exclude, "\n"))
	w.below(start)
	return w.tree
}

func (w *walker) below(start string) {
	// The function handed to WalkDir returns no error of its own.
	_ = fs.WalkDir(w.root.FS(), start, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			w.tree.unread = true
			w.note("%s: not listed", name)
			return skip(entry)
		case w.full(name):
			return fs.SkipAll
		case entry.IsDir():
			return w.folder(name, start)
		case entry.Type().IsRegular():
			w.file(name, entry)
		}
		return nil
	})
}

func skip(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// full counts the entry and tells whether a limit ends the walk.
func (w *walker) full(name string) bool {
	w.listed++
	switch {
	case w.listed > maxEntries:
		w.note("%s and what follows: over the limit of %d paths", name, maxEntries)
	case len(w.tree.code) >= maxFiles:
		w.note("%s and what follows: over the limit of %d code files", name, maxFiles)
	case w.bytes > maxCode:
		w.note("%s and what follows: over the limit of %d bytes of code", name, maxCode)
	default:
		return false
	}
	w.tree.unread = true
	return true
}

func (w *walker) folder(name, start string) error {
	switch {
	case name == start:
	case w.library:
		if foreignFolders[path.Base(name)] || unexported[path.Base(name)] {
			return fs.SkipDir
		}
		return nil
	case foreignFolders[path.Base(name)] || w.exists(name, "pyvenv.cfg"):
		return fs.SkipDir
	case path.Base(name) == "vendor" && w.exists(name, "modules.txt"):
		return fs.SkipDir // Go's, which is read as requirements
	case w.exists(name, "run.json") && w.exists(name, "records.jsonl"):
		return fs.SkipDir // a run of evalrun, which holds what answers claim
	case w.ignore.match(name, true) || w.built(name):
		w.tree.aside = append(w.tree.aside, name)
		return fs.SkipDir
	case strings.Count(name, "/") >= maxDepth:
		w.tree.unread = true
		w.note("%s: over the limit of %d folders within folders", name, maxDepth)
		return fs.SkipDir
	}
	if w.library {
		return nil
	}
	if rules, err := readFile(w.root, path.Join(name, ".gitignore"), maxRuleFile); err == nil {
		w.ignore.add(name, string(rules))
	}
	return nil
}

func (w *walker) file(name string, entry fs.DirEntry) {
	if path.Base(name) == ".git" {
		return // in place of the folder, in a worktree or a submodule
	}
	if w.ignore.match(name, false) {
		w.tree.aside = append(w.tree.aside, name)
		return
	}
	w.tree.paths = append(w.tree.paths, name)
	lang := languageOf(name)
	if lang == nil || w.library && strings.HasSuffix(name, "_test.go") {
		return
	}
	info, err := entry.Info()
	switch {
	case err != nil:
		w.tree.unread = true
		w.note("%s: not read", name)
	case info.Size() > maxFile:
		w.tree.large = append(w.tree.large, name)
		w.note("%s: %d bytes are over the limit of %d for one file", name, info.Size(), maxFile)
	default:
		w.bytes += info.Size()
		w.tree.code = append(w.tree.code, source{path: name, lang: lang, changed: info.ModTime()})
	}
}

func (w *walker) exists(folder, name string) bool {
	_, err := w.root.Lstat(path.Join(folder, name))
	return err == nil
}
