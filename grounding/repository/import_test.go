package repository_test

import (
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

const (
	undecided = repository.Undecided
	cleared   = repository.Cleared
	fake      = repository.Fake
)

type imports map[string]repository.Status

func (want imports) check(t *testing.T, language string, files map[string]string) {
	t.Helper()
	x := open(t, files)
	for path, status := range want {
		if got := x.Import(language, path); got != status {
			t.Errorf("import %q is %s, want %s", path, got, status)
		}
	}
}

func TestImportGo(t *testing.T) {
	imports{
		"example.com/fx/internal/rank": cleared,
		"example.com/fx":               fake, // the path is taken, and there is nothing to import
		"example.com/fx/onlytests":     cleared,
		"example.com/fx/docs":          fake,
		"example.com/fx/ghost":         fake,
		"example.com/fx/../fx":         fake,
		"example.com/fx/nested/deep":   cleared,
		"example.com/fx/nested/ghost":  fake,
		"example.com/other/lib":        cleared, // nested module of another path
		"example.com/other/ghost":      fake,
		"github.com/spf13/cobra":       cleared,
		"github.com/spf13/cobra/doc":   cleared,
		"github.com/spf13/cobrax":      undecided,
		"github.com/unlisted/mod":      undecided,
		"net/http":                     cleared,
		"encoding/yaml":                undecided,
		"unsafe":                       cleared,
		"":                             undecided,
	}.check(t, "go", map[string]string{
		"go.mod":                  "module example.com/fx\n\ngo 1.21\n\nrequire github.com/spf13/cobra v1.8.0\n",
		"internal/rank/r.go":      "package rank\n",
		"onlytests/r_test.go":     "package rank\n",
		"docs/readme.md":          "",
		"nested/go.mod":           "module example.com/fx/nested\n",
		"nested/deep/d.go":        "package deep\n",
		"elsewhere/go.mod":        "module example.com/other\n",
		"elsewhere/lib/l.go":      "package lib\n",
		"testdata/fixture/go.mod": "module example.com/fixture\n\nrequire github.com/unlisted/mod v1.0.0\n",
	})
}

func TestImportGoWithoutAModule(t *testing.T) {
	imports{"example.com/fx/rank": undecided, "fmt": cleared}.check(t, "go", map[string]string{"rank/r.go": "package rank\n"})
}

func TestImportGoBesideABrokenManifest(t *testing.T) {
	imports{"example.com/fx/ghost": undecided, "example.com/fx/a": cleared}.check(t, "go", map[string]string{
		"go.mod": "module example.com/fx\n", "a/a.go": "package a\n", "b/go.mod": "modul \x00 {{{\n",
	})
}

func TestImportJS(t *testing.T) {
	imports{
		"./src/index":            cleared,
		"./src/index.js":         cleared,
		"./src":                  cleared,
		"../widget":              cleared, // a file of that name, from wherever the answer stands
		"./widget.js":            cleared, // TypeScript imports what it compiles to
		"./nowhere/zilch":        fake,
		"./style.css?inline":     cleared,
		"chalk":                  cleared,
		"chalk/source":           cleared,
		"@scope/pkg":             cleared,
		"@scope/pkg/deep/path":   cleared,
		"@scope/other":           fake,
		"left-pad":               fake,
		"peer":                   cleared,
		"typed":                  cleared, // its types are declared
		"@my/workspace":          cleared,
		"inner-dep":              cleared, // declared by a package of the monorepo
		"fs":                     cleared,
		"fs/promises":            cleared,
		"node:test":              cleared,
		"test":                   fake, // only under node:
		"node:sqlite":            cleared,
		"node:ghost":             fake,
		"npm:chalk@5":            cleared,
		"https://esm.sh/x":       undecided,
		"@/components/widget":    cleared,
		"@/components/ghost":     undecided,
		"~lib/anything":          undecided, // an alias of tsconfig.json
		"../../../../etc/passwd": fake,
	}.check(t, "js", map[string]string{
		"package.json":            `{"dependencies":{"chalk":"1","@scope/pkg":"1"},"peerDependencies":{"peer":"*"},"devDependencies":{"@types/typed":"1"}}`,
		"packages/a/package.json": `{"name":"@my/workspace","dependencies":{"inner-dep":"1"}}`,
		"tsconfig.json":           "{ // comment\n \"compilerOptions\": { \"paths\": { \"~lib/*\": [\"./src/*\"], /* x */ }, },\n}",
		"src/index.js":            "",
		"src/ui/widget.tsx":       "",
		"src/style.css":           "",
	})
}

func TestImportJSWithoutOrBesideABrokenManifest(t *testing.T) {
	imports{"left-pad": undecided, "fs": cleared}.check(t, "js", map[string]string{"a.js": ""})
	imports{"left-pad": undecided}.check(t, "js", map[string]string{"a.js": "", "package.json": "{}", "b/package.json": `{"dependencies": [`})
	imports{"left-pad": undecided}.check(t, "js", map[string]string{"a.js": "", "package.json": `{"dependencies": ["left-pad"]}`})
}

func TestImportPython(t *testing.T) {
	imports{
		"app":              cleared,
		"app.config":       cleared,
		"app.sub.deep":     cleared,
		"app.cache":        fake,
		"app.api_pb2":      undecided, // written by a build
		"tool":             cleared,   // a lone module
		"tool.ghost":       fake,
		"space.mod":        cleared, // a namespace package
		"space.ghost":      undecided,
		"speed":            cleared, // compiled
		"os.path":          cleared,
		"tomllib":          cleared,
		"requests":         undecided, // declared, yet third party
		"react":            undecided, // package.json clears no Python import
		"logging.handlers": undecided, // a package that shadows the standard one
		"logging.own":      cleared,
		".config":          cleared,
		"..sub.deep":       cleared,
		".":                cleared,
		".ghostmod":        fake,
	}.check(t, "python", map[string]string{
		"requirements.txt":           "requests==2.31.0\n",
		"package.json":               `{"dependencies":{"react":"1"}}`,
		"src/app/__init__.py":        "",
		"src/app/config.py":          "",
		"src/app/sub/__init__.py":    "",
		"src/app/sub/deep.py":        "",
		"tool.py":                    "",
		"space/mod.py":               "",
		"speed.cpython-312.so":       "",
		"lib/logging/__init__.py":    "",
		"lib/logging/own.py":         "",
		"node_modules/x/ghostmod.py": "",
	})
}

func TestImportPythonRelativeWithoutPython(t *testing.T) {
	imports{".config": undecided, "json": cleared}.check(t, "python", map[string]string{"a.go": "package a\n"})
}

func TestImportOfOtherLanguagesIsUndecided(t *testing.T) {
	imports{"std::io": undecided, "fs": undecided}.check(t, "rust", map[string]string{"a.rs": ""})
}
