package repository_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// lake is a checkout with something of each kind.
var lake = map[string]string{
	"go.mod": "module example.com/lake\n", "sweep.go": "package lake\n\nfunc Sweep() {}\n", "a/b.py": "def b(): ...\n", "a.b/c.js": "",
	"docs/depth.md": "# Depth\n", "evals/suite.yaml": "questions: []\n", ".gitignore": "ignored/\n*.log\n",
	"testdata/go.mod": "module fixture\n", "large.js": strings.Repeat("// filler\n", 200_000) + "function last() {}\n",
}

func fingerprint(t *testing.T, root string) string {
	t.Helper()
	x := openAt(t, root, repository.Options{})
	got, err := x.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := x.Fingerprint(); err != nil || again != got || len(got) != 64 {
		t.Fatalf("once %s, then %s, %v", got, again, err)
	}
	return got
}

func checkout(t *testing.T, changes map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range lake {
		write(t, root, name, text) // in another order each time
	}
	for name, text := range changes {
		write(t, root, name, text)
	}
	return root
}

// TestAFingerprintIsThatOfTheEvidence, wherever the checkout lies and whatever
// else lies in it.
func TestAFingerprintIsThatOfTheEvidence(t *testing.T) {
	want := fingerprint(t, checkout(t, nil))
	for name, changes := range map[string]map[string]string{
		"a copy made in another order":  {},
		"what is ignored":               {"ignored/i.go": "package i\n", "a/x.log": ""},
		"what is installed":             {"node_modules/x/index.js": "x", "a/__pycache__/b.py": "", "vendor/modules.txt": "", "vendor/v/v.go": "package v\n"},
		"what is built":                 {"dist/out.js": "built()"},
		"version control":               {".git/HEAD": "ref: refs/heads/main\n", ".git/config.py": ""},
		"a worktree's file":             {".git": "gitdir: /elsewhere\n", "a/.git": "gitdir: ../.git/modules/a\n"},
		"runs that are kept in it":      {"evals/runs/r/run.json": "{}", "evals/runs/r/records.jsonl": "", "evals/runs/r/fleet/x.go": ""},
		"the text of a document":        {"docs/depth.md": "# Depths\n"},
		"a suite that is being written": {"evals/suite.yaml": "questions: [{id: a}]\n"},
		"a fixture's manifest":          {"testdata/go.mod": "module other\n"},
	} {
		t.Run("same: "+name, func(t *testing.T) {
			if got := fingerprint(t, checkout(t, changes)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	seen := map[string]string{want: "the checkout itself"}
	for name, changes := range map[string]map[string]string{
		"a byte of code":         {"sweep.go": "package lake\n\nfunc Sweeq() {}\n"},
		"a byte of a large file": {"large.js": strings.Repeat("// filler\n", 200_000) + "function lost() {}\n"},
		"line ends":              {"sweep.go": "package lake\r\n\r\nfunc Sweep() {}\r\n"},
		"a manifest":             {"go.mod": "module example.com/pond\n"},
		"new code":               {"new.go": ""},
		"a new document":         {"docs/shore.md": ""},
		"other rules":            {".gitignore": "*.log\na/\n"},
		"two new documents":      {"x.md": "", "y.md": ""},
		"a name like two":        {"x.md\" \n\"y.md": ""},
	} {
		t.Run("another: "+name, func(t *testing.T) {
			got := fingerprint(t, checkout(t, changes))
			if other, taken := seen[got]; taken {
				t.Errorf("it is that of %s", other)
			}
			seen[got] = name
		})
	}
}

func TestAFingerprintKnowsWhatWasTakenAway(t *testing.T) {
	want := fingerprint(t, checkout(t, nil))
	for gone, becomes := range map[string]string{"sweep.go": "", "docs/depth.md": "", "a/b.py": "a/c.py", "a.b": "a/b"} {
		root := checkout(t, nil)
		var err error
		if becomes == "" {
			err = os.Remove(filepath.Join(root, gone))
		} else {
			err = os.Rename(filepath.Join(root, gone), filepath.Join(root, becomes))
		}
		if err != nil {
			t.Fatal(err)
		}
		if fingerprint(t, root) == want {
			t.Errorf("without %s it is the same", gone)
		}
	}
}

// TestAFingerprintFollowsNoLink: what a link leads to may be another machine's
// own.
func TestAFingerprintFollowsNoLink(t *testing.T) {
	want := fingerprint(t, checkout(t, nil))
	outside := t.TempDir()
	write(t, outside, "secret.go", "package outside\n")
	root := checkout(t, nil)
	link(t, ".", filepath.Join(root, "loop"))
	link(t, outside, filepath.Join(root, "out"))
	link(t, filepath.Join(outside, "secret.go"), filepath.Join(root, "a", "secret.go"))
	link(t, "gone.go", filepath.Join(root, "dangling.go"))
	if got := fingerprint(t, root); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.Remove(filepath.Join(root, "sweep.go")); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(outside, "secret.go"), filepath.Join(root, "sweep.go"))
	if got := fingerprint(t, root); got == want {
		t.Error("a link stands for a file")
	}
}

func TestAFingerprintOfACheckoutThatChanges(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"a file that goes": os.Remove,
		"a folder instead": func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o755)
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := checkout(t, nil)
			x := openAt(t, root, repository.Options{})
			if err := change(filepath.Join(root, "sweep.go")); err != nil {
				t.Fatal(err)
			}
			got, err := x.Fingerprint()
			if err == nil || !strings.Contains(err.Error(), "sweep.go") {
				t.Errorf("got %q, %v, want an error that names the file", got, err)
			}
		})
	}
}

// TestAFingerprintOfWhatMayNotBeRead: it is no evidence, and told as that.
func TestAFingerprintOfWhatMayNotBeRead(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("who may read everything, or has no such permissions, cannot be kept out")
	}
	open := fingerprint(t, checkout(t, nil))
	var closed []string
	for _, name := range []string{"sweep.go", "a"} {
		root := checkout(t, nil)
		if err := os.Chmod(filepath.Join(root, name), 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, name), 0o755) })
		x := openAt(t, root, repository.Options{})
		got, err := x.Fingerprint()
		if err != nil || got == open {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
		holds(t, x.Left(), name+": not ")
		closed = append(closed, got)
	}
	root := checkout(t, nil)
	if err := os.RemoveAll(filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	if fingerprint(t, root) == closed[1] {
		t.Error("a folder that is not listed counts as one that is not there")
	}
}

func BenchmarkFingerprint(b *testing.B) {
	root := filepath.Join(goRoot(b), "src", "cmd")
	for b.Loop() {
		x, err := repository.Open(root, repository.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := x.Fingerprint(); err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
