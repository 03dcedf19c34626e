package repository

import (
	"path"
	"slices"
	"strings"
)

// pythonTree is how the checkout's modules can be imported.
type pythonTree struct {
	modules map[string]bool            // paths without ending; a package by its folder
	tops    map[string]map[string]bool // first part of an import → folders it is in
}

// generatedModules end the names of modules that a build writes, so that a
// checkout lacks them.
var generatedModules = []string{"_pb2", "_pb2_grpc", "_version"}

func (x *Index) importPython(imported string) Status {
	tree := x.python()
	if strings.HasPrefix(imported, ".") {
		return tree.relative(strings.ReplaceAll(strings.TrimLeft(imported, "."), ".", "/"))
	}
	parts := strings.Split(imported, ".")
	name := strings.Join(parts, "/")
	for folder := range tree.tops[parts[0]] {
		if tree.modules[path.Join(folder, name)] {
			return Cleared
		}
	}
	switch {
	case tree.modules[name], tree.modules[path.Join("src", name)]:
		return Cleared // a package without __init__.py
	case len(tree.tops[parts[0]]) == 0:
		return clearedIf(pythonModules[parts[0]], Undecided)
	case pythonModules[parts[0]], generated(name):
		return Undecided // which of the two is imported depends on the path
	}
	return Fake
}

func (t pythonTree) relative(name string) Status {
	if len(t.modules) == 0 {
		return Undecided
	}
	for module := range t.modules {
		if name == "" || strings.HasSuffix("/"+module, "/"+name) {
			return Cleared
		}
	}
	if generated(name) {
		return Undecided
	}
	return Fake
}

func generated(name string) bool {
	return slices.ContainsFunc(generatedModules, func(end string) bool { return strings.HasSuffix(name, end) })
}

// pythonModulesOf arranges the files of a checkout as modules. The first part
// of an import is the highest folder of an unbroken chain of packages, or a
// module that is in none.
func pythonModulesOf(paths []string) pythonTree {
	t := pythonTree{modules: map[string]bool{}, tops: map[string]map[string]bool{}}
	packages := map[string]bool{}
	var modules []string
	for _, name := range paths {
		stem, ok := moduleStem(name)
		if !ok {
			continue
		}
		if path.Base(stem) == "__init__" {
			stem = path.Dir(stem)
			packages[stem] = true
		}
		modules = append(modules, stem)
	}
	for _, module := range modules {
		t.modules[module] = true
		for folder := path.Dir(module); folder != "."; folder = path.Dir(folder) {
			t.modules[folder] = true // a namespace can be imported
		}
		top := module
		for packages[path.Dir(top)] && path.Dir(top) != "." {
			top = path.Dir(top)
		}
		name, folder := path.Base(top), path.Dir(top)
		if t.tops[name] == nil {
			t.tops[name] = map[string]bool{}
		}
		t.tops[name][folder] = true
	}
	return t
}

// moduleStem returns a module's path without its ending; a compiled module has
// its platform in the ending: speed.cpython-312-x86_64-linux-gnu.so.
func moduleStem(name string) (string, bool) {
	switch path.Ext(name) {
	case ".py", ".pyi", ".pyx":
		return strings.TrimSuffix(name, path.Ext(name)), true
	case ".so", ".pyd":
		base, _, _ := strings.Cut(path.Base(name), ".")
		return path.Join(path.Dir(name), base), true
	}
	return "", false
}
