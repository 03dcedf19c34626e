package repository

import (
	"io/fs"
	"path"
)

// foreignFolders hold code that is not the checkout's own, or none: version
// control, installed dependencies, caches of tools.
var foreignFolders = set(
	".git", ".hg", ".svn", ".jj",
	"node_modules", "bower_components", "jspm_packages", "Pods", "Carthage",
	"site-packages", ".tox", ".nox", ".eggs", "__pycache__",
	".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis",
	".context", ".cache", ".parcel-cache", ".turbo", ".next", ".nuxt", ".svelte-kit", ".output",
	".gradle", ".terraform", ".idea", ".vs", "DerivedData",
)

// unexported are folders of libraries whose code others cannot use.
var unexported = set("internal", "testdata", "tests", "test", "cmd")

// outputFolders are names that build tools give to what they write or copy,
// and that people also give to packages (go/build).
var outputFolders = set("vendor", "build", "dist", "out", "target", "env", "coverage", "bin", "obj")

// built tells whether a folder is the output of a build. A compiler of these
// languages does not put sources directly into its output folder, so a file
// of them there shows a package of that name.
func (w *walker) built(name string) bool {
	if !outputFolders[path.Base(name)] {
		return false
	}
	entries, err := fs.ReadDir(w.root.FS(), name)
	if err != nil {
		return true
	}
	for _, entry := range entries {
		switch path.Ext(entry.Name()) {
		case ".go", ".py", ".rs", ".java", ".kt", ".sh":
			return false
		}
	}
	return true
}

func set(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
