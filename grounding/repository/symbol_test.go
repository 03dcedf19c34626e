package repository_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// languages holds a file of each language, the names it shows and names that
// it only seems to show.
var languages = map[string]struct {
	files       map[string]string
	shown, fake string
}{
	"go: functions, methods, types, bindings, callees": {
		map[string]string{"a.go": "package a\n\n// Ghost() is prose\nconst Max = 1\nvar Hook = func() {}\ntype Store[K any] struct { OnSave func(K); size int }\n" +
			"type Reader interface { ReadAll() }\nfunc (s *Store[K]) Load(key K) { inner := func() {}; inner(); strings.ToUpper(\"Phantom()\") }\nfunc Map[T any](param T) {}\n"},
		"Max Hook Store OnSave Reader ReadAll Load inner ToUpper Map Store.Load a.Map Store.OnSave", "Ghost Phantom size param key K a",
	},
	"go: what can be parsed of a broken file": {
		map[string]string{"a.go": "package a\nfunc Whole() {}\nfunc Broken( {\n"},
		"Whole Broken", "Other",
	},
	"javascript: declarations, bindings, exports, imports": {
		map[string]string{"a.js": "// ghost()\nfunction plain(param) { return `text fake1() ${shown(`fake2()`)} fake3()` }\nasync function* later() {}\n" +
			"const arrow = async (a) => a, single = b => b\nconst obj = { method(x) {}, spaced (x) { }, key: function () {} }\n" +
			"module.exports = { listed, renamed: plain }\nexports.assigned = thing\nexport const bound = make()\nexport { local as outer }\n" +
			"import dflt, { named as alias } from './x'\nconst { picked } = require('y')\nmaybe?.()\nconst re = /regex(ghost2)/\nclass Kind extends Base { #hidden() {} }\nuse({ type: ghost3, class: ghost4 }, node.type.ghost5)\n"},
		"plain later arrow single method spaced key listed renamed assigned bound outer dflt named alias picked maybe Kind make shown a.plain", "ghost fake1 fake2 fake3 param ghost2 ghost3 ghost4 ghost5 regex obj re from",
	},
	"typescript: types, generics, overloads, typed bindings": {
		map[string]string{"a.ts": "export interface Shape { area(): number }\ntype Alias<T> = T\nenum Level { Low }\nabstract class Box { abstract open<T>(x: T): void }\n" +
			"const typed: Handler = (q) => q\nexport const result = <T,>(x: T): T => x\ndeclare function ambient(x: string): void\ngeneric<User>(x)\n"},
		"Shape area Alias Level Box open typed result ambient generic", "Handler Low q",
	},
	"python: definitions, imports, assignments": {
		map[string]string{"a.py": "\"\"\"doc ghost()\"\"\"\nfrom m import (one,\n  two as deux)\nfrom n import three, \\\n  four\nimport os.path as osp\n# fake()\n" +
			"async def load(path, *, param=None):\n    inner = lambda x: x\n    return f'{x}' + 'phantom()'\n\nclass Ranker(Base):\n    def rank(self): ...\nmade = build()\ntyped: int = 3\n__all__ = ['listed']\n"},
		"one deux three four osp load inner Ranker rank made typed build listed", "ghost fake param phantom self",
	},
	"java": {
		map[string]string{"A.java": "/* ghost() */ @Anno public class Store<T> extends Base {\n  private List<String> find(String param) throws E { return other(\"phantom()\"); }\n  interface Visitor { void visit(Node n); }\n  record Point(int x) {}\n}"},
		"Store find other Visitor visit Point", "ghost phantom param E",
	},
	"kotlin": {
		map[string]string{"a.kt": "fun <T> List<T>.firstOr(param: T): T = this\nclass Box(val size: Int)\nobject Single\nfun plain() { call { } ; used(1) }\n/* a /* nested() */ ghost() */"},
		"firstOr Box Single plain used", "nested ghost param",
	},
	"csharp": {
		map[string]string{"a.cs": "namespace N;\npublic class Repo {\n public Task<int> LoadAsync<T>(string param) => Call(@\"C:\\ghost()\");\n}\nrecord Pair(int A);\n// fake()"},
		"Repo LoadAsync Call Pair", "ghost param fake",
	},
	"c and c++": {
		map[string]string{"a.cpp": "#define MAX(a) ((a))\ntypedef struct { int x; } Point;\nstruct Node;\nstatic int\nadd (int param)\n{ char c = '\"'; return R\"x(ghost() \" )x\" ? sum(1'000) : 0; }\ntemplate<class T> class Vec { void push_back(T t); };\n/* fake() */"},
		"MAX Point Node add sum Vec push_back", "ghost fake param",
	},
	"rust": {
		map[string]string{"a.rs": "pub fn parse<'a>(param: &'a str) -> char { let s = r#\"ghost() \"q\" \"#; call::<u8>('\"'); vec_of!(1); 'x' }\nstruct Token;\ntrait Visit { fn visit(&self); }\nmacro_rules! mac { () => {} }\n/* /* fake() */ fake2() */"},
		"parse call vec_of Token Visit visit mac", "ghost fake fake2 param",
	},
	"ruby": {
		map[string]string{"a.rb": "# ghost()\nmodule Tools\n  class Box\n    def self.open(param)\n      run(\"fake()\")\n    end\n    def ready?\n    end\n  end\nend\n=begin\nphantom()\n=end\n"},
		"Tools Box open run ready", "ghost fake phantom param",
	},
	"php": {
		map[string]string{"a.php": "<?php\nfunction &load($param) { return $this->call('ghost()'); }\nfinal class Repo { public function save() {} }\n# fake()\n"},
		"load call Repo save", "ghost fake param",
	},
	"swift": {
		map[string]string{"a.swift": "func load<T>(_ param: T) -> T { call(\"ghost()\") }\nprotocol Shape { func area() }\nextension Box {}\n// fake()"},
		"load call Shape area Box", "ghost fake param",
	},
	"shell": {
		map[string]string{"a.sh": "#!/bin/sh\nbuild() { echo $# ${#x} 'ghost()'; }\nfunction deploy { :; }\n# fake()\n"},
		"build deploy", "ghost fake",
	},
}

func TestSymbolIsShownByCodeAndNotByProse(t *testing.T) {
	for name, c := range languages {
		t.Run(name, func(t *testing.T) {
			x := open(t, c.files)
			for _, shown := range strings.Fields(c.shown) {
				if got := x.Symbol(shown); got != repository.Cleared {
					t.Errorf("%s is %s, the code shows it", shown, got)
				}
			}
			for _, fake := range strings.Fields(c.fake) {
				if got := x.Symbol(fake); got != repository.Fake {
					t.Errorf("%s is %s, no code shows it", fake, got)
				}
			}
		})
	}
}

func TestSymbolWhereTheCheckoutCannotTell(t *testing.T) {
	code := map[string]string{"a.go": "package a\nfunc Real() {}\ntype Store struct{}\n"}
	for _, c := range []struct {
		rule  string
		files map[string]string
		name  string
		want  repository.Status
	}{
		{"no code at all", map[string]string{"README.md": "nothing"}, "anything", repository.Undecided},
		{"a global needs no code", map[string]string{"README.md": "nothing"}, "structuredClone", repository.Cleared},
		{"no name", code, "", repository.Undecided},
		{"no name but a sign", code, "a b", repository.Undecided},
		{"a member of what the checkout does not define", code, "response.json", repository.Undecided},
		{"a member of what it defines", code, "Store.Ghost", repository.Fake},
		{"a member of a package of its own", code, "a.Ghost", repository.Fake},
		{"a member known under another owner", code, "b.Real", repository.Cleared},
		{"an ignored file is not invented", with(code, ".gitignore", "gen.go\n", "gen.go", "package a\nfunc Generated() {}\n"), "Generated", repository.Cleared},
		{"build output is not invented", with(code, "dist/out.js", "function built() {}\n"), "built", repository.Cleared},
		{"node_modules is not the checkout's", with(code, "node_modules/x/index.js", "function theirs() {}\n"), "theirs", repository.Fake},
		{"a large file may hold it", with(code, "big.js", "function inBig() {}\n"+strings.Repeat("// filler filler\n", 100_000)), "inBig", repository.Undecided},
		{"a large file that does not hold it", with(code, "big.js", strings.Repeat("// filler filler\n", 100_000)), "inBig", repository.Fake},
		{"a file with a NUL byte is no code", with(code, "b.js", "function hidden() {}\x00"), "hidden", repository.Fake},
		{"node's functions where there is JavaScript", with(code, "b.js", ""), "readFileSync", repository.Cleared},
		{"a method of JavaScript's own types", with(code, "b.js", ""), "localeCompare", repository.Cleared},
		{"a method of Python's own types", with(code, "b.py", ""), "startswith", repository.Cleared},
		{"what Go calls itself", code, "init", repository.Cleared},
		{"a method of another language's types", code, "localeCompare", repository.Fake},
		{"a built-in method does not belong to every type", code, "Store.Unwrap", repository.Fake},
		{"build output alone shows what it holds", map[string]string{"dist/out.js": "function built() {}\n"}, "built", repository.Cleared},
		{"build output alone proves nothing fake", map[string]string{"dist/out.js": "function built() {}\n"}, "ghost", repository.Undecided},
		{"a test runner's words where there is JavaScript", with(code, "b.js", ""), "setup", repository.Cleared},
		{"and not in a checkout of Go", code, "setup", repository.Fake},
		{"and not elsewhere", code, "readFileSync", repository.Fake},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := open(t, c.files).Symbol(c.name); got != c.want {
				t.Errorf("Symbol(%q) is %s, want %s", c.name, got, c.want)
			}
		})
	}
}

// with returns a copy of files with more of them: name, text, name, text.
func with(files map[string]string, more ...string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		out[name] = text
	}
	for i := 0; i < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return out
}

// TestManyNamesAgreeWithOne asks more names than are searched one by one, from
// several goroutines: reading everything must change no answer.
func TestManyNamesAgreeWithOne(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("p%d/a.go", i)] = fmt.Sprintf("package p%d\nfunc Real%d() {}\n", i, i)
	}
	x := open(t, files)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if got := x.Symbol(fmt.Sprintf("Real%d", i)); got != repository.Cleared {
				t.Errorf("Real%d is %s", i, got)
			}
			if got := x.Symbol(fmt.Sprintf("Ghost%d", i)); got != repository.Fake {
				t.Errorf("Ghost%d is %s", i, got)
			}
		})
	}
	wg.Wait()
}
