package repository

import (
	"io/fs"
	"path"
	"strings"
)

func (x *Index) importGo(imported string) Status {
	mod, ours := x.manifests.owner(imported)
	switch {
	case ours && x.holdsGo(path.Join(mod.dir, strings.TrimPrefix(imported, mod.path))):
		return Cleared
	case x.manifests.required(imported), goPackages[imported]:
		return Cleared
	case ours && !x.manifests.brokenGo:
		return Fake
	}
	return Undecided
}

// holdsGo tells whether a folder holds Go files; tests count.
func (x *Index) holdsGo(folder string) bool {
	entries, err := fs.ReadDir(x.root.FS(), folder)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		if path.Ext(entry.Name()) == ".go" {
			return true
		}
	}
	return false
}
