package grounding

import "testing"

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		rule, response string
		want           []string
	}{
		{"path in backticks", "see `src/a.js`", []string{"src/a.js"}},
		{"path in prose", "see src/a.js.", []string{"src/a.js"}},
		{"end of a sentence", "It is in src/a.js. Then", []string{"src/a.js"}},
		{"sentence without its space", "in src/a.js.Then it", []string{"src/a.js"}},
		{"quotes, brackets, table, emphasis", `"a/b.go" 'c/d.go' (e/f.go) [g/h.go](x) |i/j.go| **k/l.go** <m/n.go> _o/p.go_`,
			[]string{"a/b.go", "c/d.go", "e/f.go", "g/h.go", "i/j.go", "k/l.go", "m/n.go", "o/p.go"}},
		{"line anchor", "src/a.js:42:7 src/b.js#L10", []string{"src/a.js", "src/b.js"}},
		{"citation mark", "see main.go[1]", []string{"main.go"}},
		{"any extension in a folder", "data/x.parquet", []string{"data/x.parquet"}},
		{"bare name of code", "`package.json` and main.go", []string{"package.json", "main.go"}},
		{"upper case", "README.MD and src/Shop.TS", []string{"README.MD", "src/Shop.TS"}},
		{"several dots", "ranker.test.js tsconfig.build.json", []string{"ranker.test.js", "tsconfig.build.json"}},
		{"number first", "404.html", []string{"404.html"}},
		{"leading ./", "`./lib/x.js`", []string{"lib/x.js"}},
		{"./ and not are one", "`./lib/x.js` lib/x.js", []string{"lib/x.js"}},
		{"hidden folder", "`.github/workflows/ci.yml`", []string{".github/workflows/ci.yml"}},
		{"dotted project folder", "`Shop.Api/Startup.cs`", []string{"Shop.Api/Startup.cs"}},
		{"route signs", "src/routes/+page.svelte src/@types/x.d.ts app/$id.tsx", []string{"src/routes/+page.svelte", "src/@types/x.d.ts", "app/$id.tsx"}},
		{"other scripts in code", "`文档/说明.md` `src/größe.js`", []string{"文档/说明.md", "src/größe.js"}},
		{"script without spaces around", "请看src/a.js文件，和lib/b.py。", []string{"src/a.js", "lib/b.py"}},
		{"R in a folder", "R/plot.R", []string{"R/plot.R"}},
		{"Markdown escape", `src/my\_file.js`, []string{"src/my_file.js"}},
		{"Windows separators", "`src\\a\\b.js` is src/a/b.js", []string{"src/a/b.js"}},
		{"one Windows separator", "`lib\\index.js`", []string{"lib/index.js"}},
		{"fence of a shell", "```sh\nnode src/index.js\n```", []string{"src/index.js"}},
		{"fence of Windows", "```powershell\n.\\build\\run.ps1 src\\new\\a.js\n```", []string{"build/run.ps1", "src/new/a.js"}},
		{"string and comment in code", "```js\n// src/a.js\nopen('data/b.json') // see c.js\n```", []string{"src/a.js", "data/b.json", "c.js"}},
		{"comment of Python", "```python\n# app/main.py\nx = 1\n```", []string{"app/main.py"}},

		{"call", "`response.json()` and src/a.js(x)", nil},
		{"member", "`self.h` `utils.r` `m.c` `self.go` `this.html` `process.ts`", nil},
		{"sentence end", "use and/or.Then stop", nil},
		{"sentence end in lower case", "use and/or.then stop", nil},
		{"version", "v1.2/beta.Release and v1.2/x.js", nil},
		{"dotted first segment", "`a.b/c.d` `example.com/a.js` `gopkg.in/yaml.v3`", nil},
		{"qualified name", "`net/http.Client` `tsdb/head.NewHead` `rank.RankFiles`", nil},
		{"address", "https://x.invalid/guide/intro.html, (ftp://h/a.js) <http://h/b.js> user@host.md git@h.com:a/b.js www.x.org/a.js", nil},
		{"absolute", "`/abs/x.js` C:\\a\\b.js C:/a/b.js ~/x.js", nil},
		{"outside", "`../x.js` `../../a/x.js`", nil},
		{"elided", "`src/.../x.js` src//x.js", nil},
		{"glob", "`src/*.js` `**/x.js` `*_test.go` *.config.js foo*bar.js `src/{a,b}.js`", nil},
		{"template", "${dir}/x.js {name}/x.js <pkg>_test.go %s/x.js [slug]/page.tsx $lib/x.js @/lib/x.js @scope/p/x.js", nil},
		{"extension alone", "`.test.js` .js/.ts js/.ts `.d.ts`", nil},
		{"product", "Node.js, `Next.js`, D3.js and vue.js", nil},
		{"stands for any", "`example.js` my-sample.test.js demoApp.ts fooPlaceholder.go `path/to/x.js` `src/path/to/x.js` some-file.toml your_project/src/x.go yourConfig.json", nil},
		{"unknown extension of a bare name", "i.e. example.com Foo.Bar 1.2.3 v1.2.beta", nil},
		{"alternatives", "index.js/ts a.js/b.js", nil},
		{"escapes", "`foo\\nbar.js` `a\\\\b.js` `\\d+\\.js` `\\\\host\\x.js`", nil},
		{"backslash in a fence", "```\nsrc\\a\\b.js\n```", nil},
		{"member in code", "```js\nconst d = resp.json; w = width/obj.sh\n```", nil},
		{"relative in code", "```js\npath.join(__dirname, './x.js')\n```", nil},
		{"member beside an import without a tag", "```\nimport os\nx = resp.json\n```", nil},
		{"output in a comment", "```go\nlog.Print(x) // Output: [file.go:12] x\n// Output: a/b.go\n```", nil},
		{"drawn folder tree", "```\nsrc/\n├── index.js\n│   └── a.go\n```", nil},
		{"import", "```js\nimport x from './lib/x.js'\n```\nThe `./lib/x.js` above", nil},
		{"import of a path", "```go\nimport \"gopkg.in/yaml.v3\"\n```\nwith gopkg.in/yaml.v3", nil},
		{"include", "```c\n#include \"net/socket.h\"\n```", nil},
	} {
		t.Run(c.rule, func(t *testing.T) { checkValues(t, c.response, File, c.want...) })
	}
}

// A placeholder is a word, not a part of one.
func TestFilesNamedAlmostLikePlaceholders(t *testing.T) {
	checkValues(t, "democracy.js resample.py examples/a.go awesome/yours.go", File, "democracy.js", "resample.py", "examples/a.go", "awesome/yours.go")
}
