package repository_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/grounding/repository"
)

func TestFile(t *testing.T) {
	root := t.TempDir()
	write(t, root, "inside/src/a.go", "package a\n")
	write(t, root, "inside/node_modules/dep/index.js", "")
	write(t, root, "inside/.github/workflows/ci.yml", "")
	write(t, root, "outside.txt", "")
	inside := filepath.Join(root, "inside")
	link(t, "../outside.txt", filepath.Join(inside, "leaves.txt"))
	link(t, "..", filepath.Join(inside, "up"))
	link(t, "src", filepath.Join(inside, "alias"))
	x := openAt(t, inside, repository.Options{})
	for name, want := range map[string]repository.Status{
		"src/a.go":                  cleared,
		"./src/a.go":                cleared,
		"src/../src/a.go":           cleared,
		"node_modules/dep/index.js": cleared,
		".github/workflows/ci.yml":  cleared,
		"alias/a.go":                cleared,
		"leaves.txt":                cleared, // the checkout holds the link
		"src/A.go":                  fake,
		"SRC/a.go":                  fake,
		"a.go":                      cleared, // which folder, it does not say
		"A.go":                      fake,
		"b/a.go":                    fake,
		"c/src/a.go":                fake,
		"src/a.go/b.go":             fake,
		"src/ghost.go":              fake,
		"up/outside.txt":            undecided,
		"../outside.txt":            undecided,
		"src/../../outside.txt":     undecided,
		"/etc/passwd":               undecided,
		"":                          undecided,
		".":                         undecided,
		"src/a.go\x00.txt":          undecided,
	} {
		if got := x.File(name); got != want {
			t.Errorf("File(%q) is %s, want %s", name, got, want)
		}
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skip("this file system has no symbolic links")
	}
}

func TestNewest(t *testing.T) {
	root := t.TempDir()
	for i, name := range []string{"a.go", "b.go", "c.py", "d.md", "node_modules/e.js"} {
		write(t, root, name, "")
		at := time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(filepath.Join(root, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	path, changed, ok := openAt(t, root, repository.Options{}).Newest()
	if path != "c.py" || changed.UTC().Day() != 3 || !ok {
		t.Errorf("newest is %s of %s, %v", path, changed, ok)
	}
	if _, _, ok := open(t, map[string]string{"d.md": ""}).Newest(); ok {
		t.Error("a checkout without code has a newest code file")
	}
}

func TestOpenWhatIsNotAFolder(t *testing.T) {
	root := t.TempDir()
	write(t, root, "file", "")
	for _, name := range []string{"absent", "file"} {
		if _, err := repository.Open(filepath.Join(root, name), repository.Options{}); err == nil || !strings.HasPrefix(err.Error(), "open the checkout: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
