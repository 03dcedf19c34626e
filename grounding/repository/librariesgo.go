package repository

import (
	"os"
	"path"
	"slices"

	"golang.org/x/mod/module"
)

// vendored lists the code of direct requirements that vendor folders hold,
// and the folders of the module cache in which the others would be.
func (x *Index) vendored() (found []source, wanted []string) {
	var folders []string
	for _, mod := range x.manifests.modules {
		for _, r := range mod.requires {
			vendor := path.Join(mod.dir, "vendor", r.Path)
			switch {
			case !r.direct || r.from == (module.Version{}):
			case x.isFolder(vendor):
				folders = append(folders, vendor)
			default:
				folder, err := cacheFolder(r.from)
				if err != nil {
					x.note("%s: %s", path.Join(mod.dir, "go.mod"), oneLine(err.Error()))
					continue
				}
				wanted = append(wanted, folder)
			}
		}
	}
	slices.Sort(wanted)
	return x.foreign(x.root, folders...), slices.Compact(wanted)
}

// cached lists the code of modules in the module cache.
func (x *Index) cached(cache *os.Root, wanted []string) []source {
	var there, absent []string
	for _, folder := range wanted {
		if info, err := cache.Stat(folder); err == nil && info.IsDir() {
			there = append(there, folder)
		} else {
			absent = append(absent, folder)
		}
	}
	x.missing("go.mod", "requirements not in the module cache", absent)
	return x.foreign(cache, there...)
}

func (x *Index) isFolder(name string) bool {
	info, err := x.root.Stat(name)
	return err == nil && info.IsDir()
}
