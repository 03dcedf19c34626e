package repository

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// File tells whether the checkout holds a path, relative to the root, with
// slashes and in exactly this case. A name without a folder says nothing about
// where the file stands, and any file of that name clears it. A path that
// leaves the root is Undecided, and so is an absolute one; nothing outside the
// root is looked at.
func (x *Index) File(name string) Status {
	clean := path.Clean(name)
	if name == "" || path.IsAbs(clean) || clean == "." || clean == ".." || strings.HasPrefix(clean, "../") {
		return Undecided
	}
	if _, listed := slices.BinarySearch(x.tree.paths, clean); listed || x.named(clean) {
		return Cleared
	}
	_, err := x.root.Lstat(clean)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFolder):
		return Fake
	case err != nil:
		return Undecided
	case !x.exactCase(clean):
		return Fake
	}
	return Cleared
}

// named tells whether a name without a folder is that of a file somewhere.
func (x *Index) named(name string) bool {
	return !strings.Contains(name, "/") && x.tails()[name]
}

// exactCase tells whether each part of an existing path is spelled as its
// folder spells it: some file systems find README.MD as readme.md, and the
// machine the answer is read on may not.
func (x *Index) exactCase(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		entries, err := fs.ReadDir(x.root.FS(), path.Dir(name))
		if err != nil {
			return true
		}
		base := path.Base(name)
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == base }) {
			return false
		}
	}
	return true
}
