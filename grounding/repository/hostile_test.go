package repository_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

func TestLinksAreNotFollowed(t *testing.T) {
	root := t.TempDir()
	write(t, root, "outside/secret.go", "package outside\nfunc Secret() {}\n")
	write(t, root, "inside/a.go", "package a\nfunc Real() {}\n")
	inside := filepath.Join(root, "inside")
	link(t, ".", filepath.Join(inside, "loop"))
	link(t, "../outside", filepath.Join(inside, "out"))
	link(t, filepath.Join(root, "outside"), filepath.Join(inside, "absolute"))
	link(t, "../outside/secret.go", filepath.Join(inside, "secret.go"))
	link(t, "gone.go", filepath.Join(inside, "dangling.go"))
	link(t, "../outside", filepath.Join(inside, "node_modules"))
	link(t, "../outside", filepath.Join(inside, "vendor"))
	x := openAt(t, inside, repository.Options{})
	symbols{"Real": cleared, "Secret": fake}.check(t, x)
	if files := x.Files(); len(files) != 1 {
		t.Errorf("files: %+v", files)
	}
}

func TestStrangeBytes(t *testing.T) {
	x := open(t, map[string]string{
		"invalid.go":   "package a\nfunc Good() {}\n\xff\xfe\nfunc Caf\xe9() {}\n",
		"invalid.js":   "function fine() {}\n\xc3\x28 \xff",
		"nul.py":       "def hidden():\x00 pass\n",
		"bom.js":       "\ufefffunction marked() {}\n",
		"unicode.py":   "def größe(): ...\n",
		"open.js":      "const s = `never closed ${ `x` } \nfunction lost() {}",
		"open.c":       "int seen() { return 1; }\n/* never closed\nint lost2() {}",
		"quote.rb":     "x = ?'\ndef after_quote\nend\n",
		"one\nline.go": "package a\nfunc Odd() {}\n",
	})
	symbols{
		"Good": cleared, "fine": cleared, "marked": cleared, "größe": cleared, "seen": cleared, "after_quote": cleared, "Odd": cleared,
		"hidden": fake, "lost": fake, "lost2": fake,
	}.check(t, x)
	x.Files()
	holds(t, x.Left(), "nul.py: not read: holds a NUL byte")
}

func TestDeepNesting(t *testing.T) {
	deep := strings.Repeat("{(", 200_000)
	x := open(t, map[string]string{
		"a.go": "package a\nfunc Before() {}\nvar x = " + deep, "a.js": "function before2() {}\n" + deep + strings.Repeat("`${", 100_000),
		"a.py": "def before3(): pass\n" + deep, "a.rs": strings.Repeat("/*", 200_000), "A.java": "class Before4 {}\n" + strings.Repeat("f(", 200_000),
	})
	symbols{"before2": cleared, "before3": cleared, "Before4": cleared}.check(t, x)
	x.Files()
}

func TestDeepFolders(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.go", "package a\n")
	write(t, root, strings.Repeat("d/", 100)+"deep.go", "package deep\nfunc Deep() {}\n")
	x := openAt(t, root, repository.Options{})
	symbols{"Deep": undecided}.check(t, x)
	holds(t, x.Left(), "over the limit of 64 folders")
}

func TestFoldersWithoutPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	root := t.TempDir()
	write(t, root, "a.go", "package a\n")
	write(t, root, "closed/b.go", "package b\n")
	if err := os.Chmod(filepath.Join(root, "closed"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "closed"), 0o755) })
	x := openAt(t, root, repository.Options{})
	symbols{"Ghost": undecided}.check(t, x)
	holds(t, x.Left(), "closed: not listed")
}

func TestMoreFilesThanTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 26,000 files")
	}
	root := t.TempDir()
	for i := range 26 {
		folder := filepath.Join(root, fmt.Sprintf("d%02d", i))
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for k := range 1000 {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%d.sh", k)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	x := openAt(t, root, repository.Options{})
	holds(t, x.Left(), "over the limit of 25000 code files")
	symbols{"ghost": undecided}.check(t, x)
	if got := x.File("d25/f999.sh"); got != cleared {
		t.Errorf("a file past the limit is %s", got)
	}
}

func TestBrokenManifestsAreTold(t *testing.T) {
	x := open(t, map[string]string{
		"go.mod": "module \"\x01", "package.json": `{"dependencies": 3}`, "pyproject.toml": "[project\n= =",
		"tsconfig.json": "[", "a/go.mod": "", "a.go": "package a\n",
	})
	for _, name := range []string{"go.mod", "package.json", "pyproject.toml", "tsconfig.json"} {
		holds(t, x.Left(), name+": not used as a manifest: ")
	}
	for _, line := range x.Left() {
		if strings.Contains(line, "\n") {
			t.Errorf("%q has several lines", line)
		}
	}
}
