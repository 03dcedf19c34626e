package repository

import (
	"path"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// goModule is one go.mod.
type goModule struct {
	dir, path string
	requires  []requirement
}

// requirement is a module that a go.mod requires.
type requirement struct {
	module.Version                // as it is required
	from           module.Version // where its code is, after replace; no path: in the checkout
	direct         bool
}

func (m *manifests) readGoMod(name string, text []byte) error {
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		// Directives of a newer Go do not keep the requirements from being read.
		if file, err = modfile.ParseLax("go.mod", text, nil); err != nil {
			return err
		}
	}
	mod := goModule{dir: path.Dir(name)}
	if file.Module != nil {
		mod.path = file.Module.Mod.Path
	}
	for _, r := range file.Require {
		mod.requires = append(mod.requires, requirement{
			Version: r.Mod, from: replaced(file.Replace, r.Mod), direct: !r.Indirect,
		})
	}
	m.modules = append(m.modules, mod)
	return nil
}

func replaced(rules []*modfile.Replace, mod module.Version) module.Version {
	for _, r := range rules {
		if r.Old.Path == mod.Path && (r.Old.Version == "" || r.Old.Version == mod.Version) {
			if r.New.Version == "" {
				return module.Version{}
			}
			return r.New
		}
	}
	return mod
}

// owner returns the module whose path begins an import path; the longest
// wins, since modules nest.
func (m *manifests) owner(imported string) (goModule, bool) {
	var best goModule
	for _, mod := range m.modules {
		if within(imported, mod.path) && len(mod.path) > len(best.path) {
			best = mod
		}
	}
	return best, best.path != ""
}

// required tells whether a go.mod requires the module an import path is of.
func (m *manifests) required(imported string) bool {
	for _, mod := range m.modules {
		for _, r := range mod.requires {
			if within(imported, r.Path) {
				return true
			}
		}
	}
	return false
}

// within tells whether a slash-separated path is outer or below it.
func within(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && outer != "" && (rest == "" || rest[0] == '/')
}

// cacheFolder is where the module cache keeps a module.
func cacheFolder(mod module.Version) (string, error) {
	escaped, err := module.EscapePath(mod.Path)
	if err != nil {
		return "", err
	}
	version, err := module.EscapeVersion(mod.Version)
	return path.Clean(escaped + "@" + version), err
}
