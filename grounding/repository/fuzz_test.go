package repository_test

import (
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// FuzzScanners gives any bytes to the scanner of each language: none may
// panic, and every signature must be of lines that exist.
func FuzzScanners(f *testing.F) {
	endings := []string{".go", ".js", ".d.ts", ".py", ".java", ".kt", ".scala", ".cs", ".dart", ".cpp", ".rs", ".swift", ".rb", ".php", ".sh"}
	for _, c := range languages {
		for _, text := range c.files {
			for i := range endings {
				f.Add(byte(i), text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, ending byte, text string) {
		x := open(t, map[string]string{"a" + endings[int(ending)%len(endings)]: text})
		x.Symbol("name")
		lines := 1
		for _, c := range text {
			if c == '\n' {
				lines++
			}
		}
		for _, file := range x.Files() {
			for _, s := range file.Signatures {
				if s.Start < 1 || s.End < s.Start || s.End > lines {
					t.Errorf("%q is of lines %d to %d of %d", s.Text, s.Start, s.End, lines)
				}
			}
		}
	})
}

func FuzzManifests(f *testing.F) {
	names := []string{"go.mod", "package.json", "tsconfig.json", "pyproject.toml", "requirements.txt", ".gitignore"}
	for i, text := range []string{
		"module m\nrequire a v1.0.0\nreplace a => ../b\n", `{"dependencies":{"a":"1"}}`, "{\"compilerOptions\":{\"paths\":{\"a/*\":[]}},}",
		"[project]\ndependencies=['a']\n", "a==1\n-r b\n", "**/a\n!b/\n",
	} {
		f.Add(byte(i), text)
	}
	f.Fuzz(func(t *testing.T, which byte, text string) {
		x := open(t, map[string]string{names[int(which)%len(names)]: text, "a.go": "package a\n"})
		x.Symbol("ghost")
		for _, language := range []string{"go", "js", "python"} {
			x.Import(language, "a/b")
		}
	})
}

func FuzzQuestions(f *testing.F) {
	for _, text := range []string{"a.b", "../x", "./src", "@s/p", "a::b()", "x\x00", "..", "node:", "/"} {
		f.Add(text)
	}
	x, err := repository.Open("testdata", repository.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x.Symbol(text)
		if x.File(text) == repository.Cleared && len(text) > 0 && text[0] == '/' {
			t.Errorf("%q is absolute", text)
		}
		for _, language := range []string{"go", "js", "python"} {
			x.Import(language, text)
		}
	})
}
