package repository_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// TestVectorsOfTheCheckout asks every claim of the vectors that the checkout
// alone decides: what is grounded by it is Cleared, and what nothing grounds
// is not.
func TestVectorsOfTheCheckout(t *testing.T) {
	text, err := os.ReadFile("../../testdata/vectors/grounding.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, v := range file.Cases {
		if v.Open != "" {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			x := open(t, v.Input.Files)
			for _, c := range v.Expect.Claims.Checked {
				asked++
				v.check(t, c, v.ask(t, x, c))
			}
		})
	}
	t.Logf("%d claims of %d cases", asked, len(file.Cases))
	if asked == 0 {
		t.Error("no claim was asked")
	}
}

type vector struct {
	ID, Lang, Open string
	Input          struct {
		Context string
		Files   map[string]string
	}
	Expect struct {
		Claims struct{ Checked []claim }
	}
}

type claim struct {
	Kind, Value string
	Grounded    bool
	Via         *string
}

func (v vector) ask(t *testing.T, x *repository.Index, c claim) repository.Status {
	t.Helper()
	switch c.Kind {
	case "symbol":
		return x.Symbol(c.Value)
	case "file":
		return x.File(c.Value)
	case "import":
		language := map[string]string{"js": "js", "py": "python", "go": "go"}[v.Lang]
		return x.Import(language, c.Value)
	}
	t.Fatalf("unknown kind of claim %q", c.Kind)
	return 0
}

func (v vector) check(t *testing.T, c claim, got repository.Status) {
	t.Helper()
	switch {
	case c.Via != nil && *c.Via == "repo" && got != repository.Cleared:
		t.Errorf("%s %s is %s, grounded by the checkout", c.Kind, c.Value, got)
	case !c.Grounded && got == repository.Cleared:
		t.Errorf("%s %s is cleared, grounded by nothing", c.Kind, c.Value)
	case !c.Grounded && got != repository.Fake && strings.Contains(v.Input.Context, c.Value):
		t.Errorf("%s %s is %s, yet the context only seems to hold it", c.Kind, c.Value, got)
	}
}

// open writes files to a folder and opens it.
func open(t *testing.T, files map[string]string) *repository.Index {
	t.Helper()
	return openWith(t, files, repository.Options{})
}

func openWith(t *testing.T, files map[string]string, opt repository.Options) *repository.Index {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		write(t, root, name, text)
	}
	return openAt(t, root, opt)
}

func openAt(t *testing.T, root string, opt repository.Options) *repository.Index {
	t.Helper()
	x, err := repository.Open(root, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	at := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
