package repository_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/grounding/repository"
)

func TestFilesHaveSignaturesWithTheirLines(t *testing.T) {
	for name, c := range map[string]struct{ file, text, doc, want string }{
		"go": {"a.go", "// Package a sorts files. It is small.\npackage a\n\nimport \"fmt\"\n\n// Rank ranks.\nfunc Rank(q string,\n\tn int) error {\n\treturn nil\n}\n\n" +
			"type (\n\tStore struct {\n\t\tpath string\n\t}\n)\n\nfunc (s *Store) Load() {}\n\nconst Max, min = 1, 2\nvar hidden = fmt.Sprint()\n",
			"Package a sorts files.",
			"7-10 func Rank(q string, n int) error\n13-15 type Store struct { path string }\n18-18 func (s *Store) Load()\n20-20 const Max, min = 1, 2"},
		"python": {"a.py", "#!/usr/bin/env python\n\"\"\"Ranks files. More.\"\"\"\n\nclass Ranker(Base):\n    def rank(self,\n             q):\n        return q\n\n    x = 1\n\n\ndef last(): return 1\n",
			"Ranks files.",
			"4-9 class Ranker(Base)\n5-7 def rank(self, q)\n12-12 def last(): return 1"},
		"javascript": {"a.js", "/**\n * Scans secrets.\n * Slowly.\n */\nexport async function scan(text) {\n  if (text) {\n  }\n}\nconst arrow = (a) => {\n  return a\n}\nclass Box {\n  open (x) {\n  }\n}\n",
			"Scans secrets.",
			"5-8 export async function scan(text)\n9-11 const arrow = (a) =>\n12-15 class Box\n13-14 open (x)"},
		"java": {"A.java", "// Stores things.\nclass Store {\n  int find(String q) {\n    return other(q);\n  }\n}\n",
			"Stores things.", "2-6 class Store\n3-5 int find(String q)"},
		"ruby": {"a.rb", "# Opens.\nclass Box\n  def open(x)\n    x\n  end\nend\n", "Opens.", "2-6 class Box\n3-5 def open(x)"},
		"rust": {"a.rs", "//! Parses.\npub fn parse(s: &str) -> i32 {\n    1\n}\nstruct Unit;\n", "Parses.", "2-4 pub fn parse(s: &str) -> i32\n5-5 struct Unit"},
	} {
		t.Run(name, func(t *testing.T) {
			files := open(t, map[string]string{c.file: c.text}).Files()
			if len(files) != 1 || files[0].Path != c.file {
				t.Fatalf("files: %+v", files)
			}
			if files[0].Doc != c.doc {
				t.Errorf("doc %q, want %q", files[0].Doc, c.doc)
			}
			if diff := cmp.Diff(c.want, lined(files[0].Signatures)); diff != "" {
				t.Error("-want +got\n" + diff)
			}
		})
	}
}

func lined(signatures []repository.Signature) string {
	var out []string
	for _, s := range signatures {
		out = append(out, fmt.Sprintf("%d-%d %s", s.Start, s.End, s.Text))
	}
	return strings.Join(out, "\n")
}

func TestFilesAreTheCheckoutsOwnCodeInOrder(t *testing.T) {
	files := open(t, map[string]string{
		"b.go": "package b\n", "a/z.py": "", "a.py": "", "readme.md": "", "node_modules/x/i.js": "", "vendor/v.js": "",
		"dist/out.js": "", "ignored/i.go": "package i\n", "kept/build/k.go": "package build\n", ".gitignore": "ignored/\n",
		".venv/pyvenv.cfg": "", ".venv/lib/x.py": "", "envs/mine/pyvenv.cfg": "", "envs/mine/y.py": "", ".context/c.js": "",
	}).Files()
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path+" "+f.Language)
	}
	want := []string{"a.py python", "a/z.py python", "b.go go", "kept/build/k.go go"}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Error("-want +got\n" + diff)
	}
}

func TestExcludedFilesAreNotTheCheckoutsOwn(t *testing.T) {
	x := openWith(t, map[string]string{"a.go": "package a\n", "old/b.go": "package b\n", "gen/x/c.go": "package c\n"},
		repository.Options{Exclude: []string{"/old/", "gen/**/c.go"}})
	if files := x.Files(); len(files) != 1 || files[0].Path != "a.go" {
		t.Errorf("files: %+v", files)
	}
}

func TestLongSignatureIsCutAtARune(t *testing.T) {
	files := open(t, map[string]string{"a.go": "package a\nfunc F(" + strings.Repeat("é", 400) + " int) {}\n"}).Files()
	text := files[0].Signatures[0].Text
	if len(text) > 240 || !strings.HasSuffix(text, "é…") {
		t.Errorf("%d bytes: %q", len(text), text)
	}
}

func TestIgnoreRules(t *testing.T) {
	for _, c := range []struct{ rule, rules, kept string }{
		{"a name matches at any depth", "b.go\n", "a.go deep/c.go sub/a.go"},
		{"a slash anchors", "/b.go\nsub/a.go\n", "a.go deep/b.go deep/c.go"},
		{"a slash at the end is for folders", "a.go/\nsub/\n", "a.go b.go deep/b.go deep/c.go"},
		{"the last rule decides", "*.go\n!a.go\n", "a.go sub/a.go"},
		{"stars cross folders", "**/c.go\nsub/**\n", "a.go b.go deep/b.go"},
		{"comments, blanks and broken patterns match nothing", "# a.go\n\n[\n", "a.go b.go deep/b.go deep/c.go sub/a.go"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			files := map[string]string{".gitignore": c.rules}
			for _, name := range []string{"a.go", "b.go", "sub/a.go", "deep/b.go", "deep/c.go"} {
				files[name] = "package p\n"
			}
			var kept []string
			for _, f := range open(t, files).Files() {
				kept = append(kept, f.Path)
			}
			if got := strings.Join(kept, " "); got != c.kept {
				t.Errorf("kept %s, want %s", got, c.kept)
			}
		})
	}
}
