package grounding

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fence wraps code in a fence with a tag.
func fence(tag, code string) string { return "Text:\n```" + tag + "\n" + code + "\n```\nText.\n" }

// importsIn returns "language module" for each import.
func importsIn(response string) []string {
	found := []string{}
	for _, c := range Claims(response) {
		if c.Kind == Import {
			found = append(found, c.Language+" "+c.Value)
		}
	}
	return found
}

type importCase struct {
	rule, response string
	want           []string
}

func checkImports(t *testing.T, cases []importCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			if diff := cmp.Diff(append([]string{}, c.want...), importsIn(c.response)); diff != "" {
				t.Errorf("imports of %q (-want +got):\n%s", c.response, diff)
			}
		})
	}
}

func TestImportsOfJavaScript(t *testing.T) {
	checkImports(t, []importCase{
		{"default", fence("js", "import d from 'x'"), []string{"js x"}},
		{"names, all, both, types", fence("ts", "import {a as b, type C} from \"x\";\nimport * as y from 'y'\nimport d, {e} from 'z'\nimport type {T} from './t'"),
			[]string{"js x", "js y", "js z", "js ./t"}},
		{"side effect", fence("js", "import './a.css'"), []string{"js ./a.css"}},
		{"several lines", fence("js", "import {\n  a, // first\n  b,\n  /* c */ d\n} from '@org/x'"), []string{"js @org/x"}},
		{"more than twelve lines", fence("js", "import {\na,\na,\na,\na,\na,\na,\na,\na,\na,\na,\na,\na,\n} from 'x'"), nil},
		{"two on a line", fence("js", "import a from 'a'; import b from 'b'"), []string{"js a", "js b"}},
		{"re-export", fence("js", "export * from 'a'\nexport * as n from 'b'\nexport {c} from 'c'\nexport type {D} from 'd'"), []string{"js a", "js b", "js c", "js d"}},
		{"export of a declaration", fence("js", "export const from = 'a'\nexport default x\nexport {y}\nlet z = 'b'"), nil},
		{"require", fence("js", "const a = require('a'), b = require( \"b/c\" )\nuse(...require('d'))"), []string{"js a", "js b/c", "js d"}},
		{"TypeScript require", fence("ts", "import x = require('x')"), []string{"js x"}},
		{"dynamic", fence("js", "await import('a')\nconst b = import(\n  /* name */ './b'\n)\nimport(`c`)"), []string{"js a", "js ./b", "js c"}},
		{"attributes", fence("js", "import d from './d.json' with {type: 'json'}"), []string{"js ./d.json"}},
		{"computed", fence("js", "require(name); import(`./${name}`); require('a' + b)"), nil},
		{"method of that name", fence("js", "x.require('a'); my.import('b'); requireAll('c')"), nil},
		{"comment", fence("js", "// import a from 'a'\n * import b from 'b'\n// require('c')"), nil},
		{"address", fence("js", "import a from 'https://x.invalid/a.js'"), nil},
		{"any module", fence("js", "require('some-module'); import a from '@scope/a'; require('./path/to/x')"), nil},
		{"any module of Go", fence("go", "import \"github.com/your-repo/cat\""), nil},
		{"any module of Python", fence("python", "from your_package.core import x\nimport some_module"), nil},
		{"never Python", fence("js", "import d from 'x'\nimport os"), []string{"js x"}},
		{"fence without a tag", fence("", "import d from 'x'"), []string{"js x"}},
		{"inline code", "write `import d from 'x'` and `require('y')`", []string{"js x", "js y"}},
		{"a line of prose", "Then:\nimport d from 'x';\n", []string{"js x"}},
		{"a quotation", "> import d from 'x'\n", []string{"js x"}},
		{"prose", "We import goods from 'China'.\nimport goods and more from 'China'\nexport grain from 'x'\nimport from 'x'", nil},
		{"another language", fence("lua", "local x = require('x')"), nil},
	})
}

func TestImportsOfPython(t *testing.T) {
	checkImports(t, []importCase{
		{"module", fence("python", "import os.path"), []string{"python os.path"}},
		{"aliases and several", fence("py", "import a.b as p, c , d as e  # why"), []string{"python a.b", "python c", "python d"}},
		{"from", fence("python", "from app.config import load as l, save\nfrom x import *\nfrom y import (\n  a,\n)"), []string{"python app.config", "python x", "python y"}},
		{"relative", fence("python", "from .config import a\nfrom ..up.x import b"), []string{"python .config", "python ..up.x"}},
		{"the package itself", fence("python", "from . import a\nfrom .. import b"), nil},
		{"indented, after a semicolon, prompt", fence("python", "  import a; import b\n>>> import c\n... from d import e"), []string{"python a", "python b", "python c", "python d"}},
		{"comment and text", fence("python", "# import a\nimportlib.load('x')\nfrom_x = 1\nimport_b()"), nil},
		{"inline code", "add `import requests` and `from app.cache import Cache`", []string{"python requests", "python app.cache"}},
		{"fence without a tag", fence("", "import os\nfrom a import b\nprint(b)"), []string{"python os", "python a"}},
		{"a paragraph of its own", "Use:\n\nimport requests\n\nand go.", []string{"python requests"}},
		{"prose", "import statements are\nfrom here import taxes fall\nWe had to pay\nimport taxes\nwhen due", nil},
		{"words of other languages", "`import type` `import static` `import java.util.List` `import com.a.b` `import UIKit` `import x;`", nil},
		{"another language", fence("bash", "import x"), nil},
	})
}

func TestImportsOfGo(t *testing.T) {
	checkImports(t, []importCase{
		{"single, named, blank, dot", fence("go", "import \"a\"\nimport b \"x/b\"\nimport _ \"c\"\nimport . \"d\""), []string{"go a", "go x/b", "go c", "go d"}},
		{"block", fence("golang", "package p\n\nimport (\n\t\"net/http\" // why\n\n\tr \"x.y/r\"; _ \"z\"\n\t/* c */ `raw`\n)\nvar s = \"no\""), []string{"go net/http", "go x.y/r", "go z", "go raw"}},
		{"block on a line", fence("go", "import (\"a\"; \"b\")"), []string{"go a", "go b"}},
		{"unclosed block", "```go\nimport (\n\"a\"\nx := 1\n\"b\"", []string{"go a"}},
		{"fence without a tag, package clause", fence("", "package main\nimport \"fmt\""), []string{"go fmt"}},
		{"fence without a tag, block", fence("", "import (\n\"fmt\"\n)"), []string{"go fmt"}},
		{"host outside a fence", "Text.\nimport \"example.com/fx/internal/rank\"\n", []string{"go example.com/fx/internal/rank"}},
		{"named outside a fence", "`import r \"fx/rank\"`", []string{"go fx/rank"}},
		{"block in a quotation", "> import (\n> \"fmt\"\n> \"os\"\n> )\n", []string{"go fmt", "go os"}},
		{"bare beside Go", "`import \"fmt\"`\n" + fence("go", "x := 1"), []string{"go fmt"}},
		{"bare beside nothing", "`import \"dotenv/config\"`", []string{"js dotenv/config"}},
		{"bare style sheet", "`import \"example.com/a.css\"`", []string{"js example.com/a.css"}},
		{"not JavaScript", fence("go", "import \"a\"\nrequire('b')\nimport os"), []string{"go a"}},
		{"prose", "import \"quotas\" were raised", nil},
	})
}

func TestImportsOfTaggedLanguages(t *testing.T) {
	checkImports(t, []importCase{
		{"rust", fence("rust", "use a::b::{C, d};\npub use crate::x::Y;\npub(crate) use e as f;\nextern crate g;\nuse std::fs;\nuser::x();"), []string{"rust a::b", "rust crate::x::Y", "rust e", "rust g"}},
		{"java", fence("java", "import org.a.B;\nimport static org.c.D.e;\nimport org.f.*;\nimport java.util.List;"), []string{"java org.a.B", "java org.c.D.e", "java org.f"}},
		{"kotlin", fence("kotlin", "import org.a.b as c\nimport kotlin.math.abs"), []string{"kotlin org.a.b"}},
		{"csharp", fence("c#", "using A.B;\nglobal using C;\nusing static D.E;\nusing F = G.H;\nusing System.IO;\nusing (var x = y) {}\nusing var z = w;"),
			[]string{"csharp A.B", "csharp C", "csharp D.E", "csharp G.H"}},
		{"c", fence("cpp", "#include \"a/b.h\"\n# include <boost/asio.hpp>\n#include <stdio.h>\n#include <sys/types.h>\ninclude \"c.h\""), []string{"c a/b.h", "c boost/asio.hpp"}},
		{"ruby", fence("ruby", "require 'a/b'\nrequire_relative \"c\"\nrequire('d')\nrequire 'json'\nrequire name"), []string{"ruby a/b", "ruby c", "ruby d"}},
		{"php", fence("php", "use A\\B;\nuse function C\\d;\nuse E\\F\\{G, H};\nuse Countable;\n$f = function () use ($x) {};"), []string{"php A\\B", "php C\\d", "php E\\F"}},
		{"only in their fences", "use a::b;\n" + fence("", "use a::b;\nusing A.B;\nrequire 'x'\n#include \"a.h\""), nil},
	})
}
