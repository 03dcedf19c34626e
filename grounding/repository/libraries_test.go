package repository_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

type symbols map[string]repository.Status

func (want symbols) check(t *testing.T, x *repository.Index) {
	t.Helper()
	for name, status := range want {
		if got := x.Symbol(name); got != status {
			t.Errorf("Symbol(%q) is %s, want %s", name, got, status)
		}
	}
}

func TestExportsOfNPMPackages(t *testing.T) {
	x := open(t, map[string]string{
		"app/package.json":                            `{"dependencies":{"typed":"1","plain":"1","@s/scoped":"1","viatypes":"1","gone":"1","../escape":"1","broken":"1"}}`,
		"app/src/a.js":                                "export function mine() {}\n",
		"app/node_modules/typed/package.json":         `{"types":"lib/main.d.ts"}`,
		"app/node_modules/typed/lib/main.d.ts":        "export declare function paint(s: string): string;\nexport * from './more';\n",
		"app/node_modules/typed/lib/more.d.ts":        "export interface Brush { stroke(): void }\nexport * from './main';\n",
		"app/node_modules/typed/lib/own.d.ts":         "export declare function unreachable(): void;\n",
		"app/node_modules/plain/package.json":         `{"main":"./main"}`,
		"app/node_modules/plain/main.js":              "function inner() { helper() }\nmodule.exports = { listed }\nexports.named = 1\n",
		"node_modules/@s/scoped/index.d.ts":           "export function hoisted(): void;\n",
		"app/node_modules/@types/viatypes/index.d.ts": "export function described(): void;\n",
		"app/node_modules/undeclared/index.d.ts":      "export function stray(): void;\n",
		"app/node_modules/broken/package.json":        "{",
		"app/node_modules/broken/index.js":            "exports.survives = 1\n",
		"escape/index.js":                             "exports.escaped = 1\n",
	})
	symbols{
		"paint": cleared, "Brush": cleared, "stroke": cleared, "listed": cleared, "named": cleared, "hoisted": cleared,
		"described": cleared, "survives": cleared, "unreachable": fake, "helper": fake, "stray": fake,
	}.check(t, x)
	holds(t, x.Left(), "app/package.json: 2 packages without readable exports: ../escape, gone")
}

func TestExportsOfPythonDistributions(t *testing.T) {
	site := ".venv/lib/python3.12/site-packages/"
	x := open(t, map[string]string{
		"pyproject.toml":                            "[project]\ndependencies = [\"Flask-Login>=1; python_version > '3'\", \"PyYAML\", \"gone\"]\n[tool.poetry.dependencies]\npython = \"^3\"\nsingle = \"1\"\n",
		"a.py":                                      "",
		site + "flask_login/__init__.py":            "from .utils import login_user\n__all__ = ['listed_only']\n",
		site + "flask_login/utils.py":               "def deep_helper():\n    called_only()\n",
		site + "PyYAML-6.0.dist-info/top_level.txt": "yaml\n_yaml\n",
		site + "yaml/__init__.py":                   "def safe_load(s): ...\n",
		site + "single.py":                          "class Lone: ...\n",
		site + "undeclared/__init__.py":             "def stray(): ...\n",
		site + "evil-1.dist-info/top_level.txt":     "../../../..\n",
	})
	symbols{
		"login_user": cleared, "listed_only": cleared, "deep_helper": cleared, "safe_load": cleared, "Lone": cleared,
		"called_only": fake, "stray": fake,
	}.check(t, x)
	holds(t, x.Left(), "pyproject.toml: 1 distributions not in a virtual environment: gone")
}

func TestExportsOfGoModules(t *testing.T) {
	cache := t.TempDir()
	write(t, cache, "example.com/!upper@v1.2.0/api.go", "package upper\nfunc Exported() { Callee() }\nfunc hidden() {}\ntype Client struct{}\nfunc (Client) Fetch() {}\n")
	write(t, cache, "example.com/!upper@v1.2.0/internal/i.go", "package internal\nfunc Internal() {}\n")
	write(t, cache, "example.com/!upper@v1.2.0/api_test.go", "package upper\nfunc TestOnly() {}\n")
	write(t, cache, "example.com/fork@v0.1.0/f.go", "package fork\nfunc Forked() {}\n")
	write(t, cache, "example.com/stray@v1.0.0/s.go", "package stray\nfunc Stray() {}\n")
	x := openWith(t, map[string]string{
		"go.mod": "module m\n\nrequire (\n\texample.com/Upper v1.2.0\n\texample.com/replaced v1.0.0\n\texample.com/vendored v1.0.0\n" +
			"\texample.com/gone v1.0.0\n\texample.com/indirect v1.0.0 // indirect\n)\n\nreplace example.com/replaced => example.com/fork v0.1.0\n",
		"m.go":                             "package m\n",
		"vendor/modules.txt":               "",
		"vendor/example.com/vendored/v.go": "package vendored\nfunc Vendored() { vendoredCallee() }\n",
	}, repository.Options{ModuleCache: cache})
	symbols{
		"Exported": cleared, "Fetch": cleared, "Forked": cleared, "Vendored": cleared,
		"hidden": fake, "Callee": fake, "Internal": fake, "TestOnly": fake, "Stray": fake, "vendoredCallee": fake,
	}.check(t, x)
	holds(t, x.Left(), "go.mod: 1 requirements not in the module cache: example.com/gone@v1.0.0")
}

func TestExportsOfTheStandardLibraryOfGo(t *testing.T) {
	root := goRoot(t)
	files := map[string]string{"a.go": "package a\n"}
	symbols{"NewReplacer": cleared, "ListenAndServe": cleared, "computeQuantumScore": fake}.check(t, openWith(t, files, repository.Options{GoRoot: root}))
	symbols{"NewReplacer": fake}.check(t, open(t, files))
	symbols{"NewReplacer": fake}.check(t, openWith(t, map[string]string{"a.js": ""}, repository.Options{GoRoot: root}))
}

func TestLibraryFoldersThatAreNotThere(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "absent")
	x := openWith(t, map[string]string{"a.go": "package a\n", "go.mod": "module a\n\nrequire example.com/x v1.0.0\n"},
		repository.Options{ModuleCache: absent, GoRoot: absent})
	symbols{"Ghost": fake}.check(t, x)
	holds(t, x.Left(), absent)
	holds(t, x.Left(), "example.com/x@v1.0.0")
}

func holds(t *testing.T, lines []string, text string) {
	t.Helper()
	if !strings.Contains(strings.Join(lines, "\n"), text) {
		t.Errorf("%q is not among what was left out:\n%s", text, strings.Join(lines, "\n"))
	}
}
