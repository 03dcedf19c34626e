package repository

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// pythonSources lists the code of declared distributions that the checkout's
// virtual environments hold.
func (x *Index) pythonSources() []source {
	var out []source
	for _, p := range x.manifests.projects {
		absent := p.deps
		for _, packages := range x.sitePackages(path.Dir(p.manifest)) {
			var found []source
			found, absent = x.installed(packages, absent)
			out = append(out, found...)
		}
		x.missing(p.manifest, "distributions not in a virtual environment", absent)
	}
	return out
}

// sitePackages returns the folders in which virtual environments of a folder
// and of the root keep what is installed.
func (x *Index) sitePackages(dir string) []string {
	var out []string
	for _, base := range slices.Compact([]string{dir, "."}) {
		for _, env := range []string{".venv", "venv", "env", ".env"} {
			for _, pattern := range []string{"lib/python*/site-packages", "Lib/site-packages"} {
				// The pattern is one of the two above and cannot be malformed.
				found, _ := fs.Glob(x.root.FS(), path.Join(globEscape(base), env, pattern))
				out = append(out, found...)
			}
		}
	}
	return out
}

func globEscape(s string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(s)
}

// installed returns the code of distributions in a site-packages folder, and
// the distributions that are not there.
func (x *Index) installed(packages string, deps []string) (found []source, absent []string) {
	entries, err := fs.ReadDir(x.root.FS(), packages)
	if err != nil {
		x.note("%s: not listed", packages)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	imports := importNames(names, func(file string) string {
		text, _ := readFile(x.root, path.Join(packages, file), maxRuleFile) // absent in new distributions
		return string(text)
	})
	for _, dep := range deps {
		files := x.modulesOf(packages, append(imports[dep], dep))
		if len(files) == 0 {
			absent = append(absent, dep)
		}
		found = append(found, files...)
	}
	return found, absent
}

// modulesOf lists the code of packages and single modules of these names.
func (x *Index) modulesOf(packages string, names []string) []source {
	var out []source
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if notModule(name) {
			continue
		}
		at := path.Join(packages, name)
		for _, single := range []string{at + ".py", at + ".pyi"} {
			if x.isFile(single) {
				out = append(out, source{path: single, lang: &python})
			}
		}
		if x.isFolder(at) {
			out = append(out, x.foreign(x.root, at)...)
		}
	}
	return out
}

func notModule(name string) bool { return name == "" || strings.ContainsFunc(name, notName) }
