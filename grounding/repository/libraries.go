package repository

import (
	"os"
	"strings"
)

// locateLibraries lists the code of what the manifests require, as far as it
// is on this machine. Nothing is read before a name is asked for.
func (x *Index) locateLibraries(opt Options) []*sources {
	var out []*sources
	add := func(root *os.Root, files []source) {
		if len(files) > 0 {
			out = append(out, newSources(root, files, library))
		}
	}
	add(x.root, x.npmSources())
	add(x.root, x.pythonSources())
	vendored, wanted := x.vendored()
	add(x.root, vendored)
	if cache := x.openOutside(opt.ModuleCache, len(wanted) > 0); cache != nil {
		add(cache, x.cached(cache, wanted))
	} else {
		x.missing("go.mod", "requirements without vendored or cached code", wanted)
	}
	if std := x.openOutside(opt.GoRoot, x.speaks(&golang) || len(x.manifests.modules) > 0); std != nil {
		add(std, x.foreign(std, "src"))
	}
	return out
}

// openOutside opens a folder outside the checkout, nil when it is not named,
// not needed or not there.
func (x *Index) openOutside(folder string, needed bool) *os.Root {
	if folder == "" || !needed {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		x.note("%s: not read: %s", folder, oneLine(err.Error()))
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.outside = append(x.outside, root)
	return root
}

// foreign lists the code of libraries below some folders of a root.
func (x *Index) foreign(root *os.Root, folders ...string) []source {
	w := &walker{root: root, note: x.note, ignore: &ignores{}, library: true}
	for _, folder := range folders {
		w.below(folder)
	}
	return w.tree.code
}

// mostNamed is how many dependencies a line of Left names.
const mostNamed = 10

// missing notes dependencies whose code was not found.
func (x *Index) missing(manifest, what string, deps []string) {
	if len(deps) == 0 {
		return
	}
	shown := strings.Join(deps[:min(len(deps), mostNamed)], ", ")
	if len(deps) > mostNamed {
		shown += ", …"
	}
	x.note("%s: %d %s: %s", manifest, len(deps), what, shown)
}
