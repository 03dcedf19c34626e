package repository

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
)

// Limits of what is read of one package: typings that export others are
// followed inside the package.
const (
	maxDependencies = 1000
	maxTypings      = 64
)

// npmSources lists the files that say what installed packages export.
func (x *Index) npmSources() []source {
	var out []source
	for _, p := range x.manifests.packages {
		var absent []string
		deps := slices.Sorted(slices.Values(p.deps))
		for _, dep := range deps[:min(len(deps), maxDependencies)] {
			files := x.npmExports(p.dir, dep)
			if len(files) == 0 {
				absent = append(absent, dep)
			}
			out = append(out, files...)
		}
		manifest := path.Join(p.dir, "package.json")
		x.missing(manifest, "packages without readable exports", absent)
		if over := len(deps) - maxDependencies; over > 0 {
			x.note("%s: %d packages are over the limit of %d", manifest, over, maxDependencies)
		}
	}
	return out
}

// npmExports finds a package in the node_modules of a folder or of one above
// it, the package of its types too.
func (x *Index) npmExports(dir, dep string) []source {
	if path.Clean(dep) != dep || dep[0] == '.' || dep[0] == '/' {
		return nil // not a name: it would leave node_modules
	}
	for {
		modules := path.Join(dir, "node_modules")
		for _, folder := range []string{path.Join(modules, dep), path.Join(modules, typesOf(dep))} {
			if entry := x.npmEntry(folder); entry != "" {
				return x.typings(folder, entry)
			}
		}
		if dir == "." {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// npmEntry returns the file that describes a package: its types, else what it
// runs.
func (x *Index) npmEntry(folder string) string {
	var file struct{ Types, Typings, Main string }
	if text, err := readFile(x.root, path.Join(folder, "package.json"), maxFile); err == nil {
		// A package.json that is broken leaves the names that are usual.
		_ = json.Unmarshal(text, &file)
	}
	main := file.Main
	if main == "" {
		main = "index.js"
	}
	stem := main[:len(main)-len(path.Ext(main))]
	for _, entry := range []string{file.Types, file.Typings, "index.d.ts", stem + ".d.ts", main, main + ".js", path.Join(main, "index.js")} {
		if name := path.Join(folder, entry); entry != "" && within(name, folder) && languageOf(name) == &javascript && x.isFile(name) {
			return name
		}
	}
	return ""
}

func (x *Index) isFile(name string) bool {
	info, err := x.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// reexport finds the file an export or a require names.
var reexport = regexp.MustCompile(`(?:from|require\(|import\()\s*['"](\.[^'"]*)['"]`)

// typings returns the entry and the files of the package that it exports.
func (x *Index) typings(folder, entry string) []source {
	out := []source{{path: entry, lang: &javascript}}
	seen := set(entry)
	for i := 0; i < len(out) && len(out) < maxTypings; i++ {
		text, err := readFile(x.root, out[i].path, maxFile)
		if err != nil {
			continue
		}
		for _, match := range reexport.FindAllSubmatch(text, -1) {
			name := x.scriptAt(path.Join(path.Dir(out[i].path), string(match[1])))
			if name != "" && within(name, folder) && !seen[name] && len(out) < maxTypings {
				seen[name] = true
				out = append(out, source{path: name, lang: &javascript})
			}
		}
	}
	return out
}

func (x *Index) scriptAt(stem string) string {
	plain := stem
	if ext := path.Ext(stem); endings[ext] == &javascript {
		plain = stem[:len(stem)-len(ext)]
	}
	for _, name := range []string{plain + ".d.ts", plain + ".ts", plain + ".d.mts", stem, plain + ".js", stem + "/index.d.ts", stem + "/index.js"} {
		if languageOf(name) == &javascript && x.isFile(name) {
			return name
		}
	}
	return ""
}
