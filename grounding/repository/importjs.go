package repository

import (
	"path"
	"slices"
	"strings"
)

// scriptEndings are what an import may leave out.
var scriptEndings = []string{
	"", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".d.ts", ".json", ".vue", ".svelte",
	"/index.js", "/index.ts", "/index.tsx", "/index.jsx", "/index.mjs", "/index.cjs", "/index.d.ts", "/index.json",
}

func (x *Index) importJS(imported string) Status {
	imported, _, _ = strings.Cut(imported, "?") // ./icon.svg?raw
	if imported == "." || imported == ".." || strings.HasPrefix(imported, "./") || strings.HasPrefix(imported, "../") {
		return x.relativeJS(imported)
	}
	scheme, rest, schemed := strings.Cut(imported, ":")
	switch {
	case scheme == "node" && schemed:
		return clearedIf(nodeModules[rest] || nodeModules[imported], Fake)
	case scheme == "npm" && schemed:
		imported = rest
	case schemed || strings.HasPrefix(imported, "/"):
		return Undecided // https:, virtual:, a path of a server
	}
	name := packageName(imported)
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case nodeModules[imported], nodeModules[first], x.manifests.declares(name):
		return Cleared
	case x.aliased(imported):
		_, rest, _ := strings.Cut(imported, "/")
		return clearedIf(rest != "" && x.script(rest), Undecided)
	case len(x.manifests.packages) == 0 || x.manifests.brokenNPM:
		return Undecided
	}
	return Fake
}

func clearedIf(holds bool, otherwise Status) Status {
	if holds {
		return Cleared
	}
	return otherwise
}

// packageName returns the package of a bare import: two parts with a scope,
// without a version (npm:chalk@5).
func packageName(imported string) string {
	parts := strings.SplitN(imported, "/", 3)
	n := 1
	if strings.HasPrefix(imported, "@") && len(parts) > 1 {
		n = 2
	}
	name := strings.Join(parts[:n], "/")
	if at := strings.LastIndexByte(name, '@'); at > 0 {
		name = name[:at]
	}
	return name
}

// aliased tells whether a bare import is a path under a prefix: one that a
// tsconfig names, or one that bundlers give to the sources.
func (x *Index) aliased(imported string) bool {
	prefixes := append([]string{"@/", "~/", "#", "$"}, x.manifests.aliases...)
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(imported, p) })
}

// relativeJS looks from the root, and then, since an answer does not say which
// file it would stand in, for any file of that name.
func (x *Index) relativeJS(imported string) Status {
	clean := path.Clean(imported)
	for strings.HasPrefix(clean, "../") {
		clean = clean[len("../"):]
	}
	if clean == "." || clean == ".." {
		return clearedIf(x.script("index"), Undecided)
	}
	return clearedIf(x.script(clean), Fake)
}

// script tells whether a file is at a path from the root, or anywhere under
// the last part of that path.
func (x *Index) script(name string) bool {
	stems := []string{name}
	if ext := path.Ext(name); ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".jsx" {
		stems = append(stems, strings.TrimSuffix(name, ext)) // TypeScript imports what it compiles to
	}
	for _, stem := range stems {
		for _, ending := range scriptEndings {
			if x.tails()[path.Base(stem)+ending] || x.isFile(stem+ending) {
				return true
			}
		}
	}
	return false
}

// tailsOf returns the last part and the last two parts of every path.
func tailsOf(paths []string) map[string]bool {
	tails := make(map[string]bool, 2*len(paths))
	for _, name := range paths {
		tails[path.Base(name)] = true
		tails[path.Join(path.Base(path.Dir(name)), path.Base(name))] = true
	}
	return tails
}
