package runstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFilesReplacesAllOrNone(t *testing.T) {
	r := &Run{path: t.TempDir()}
	names := []string{"a.md", "b.json"}
	write := func(text string, fail error) error {
		return r.WriteFiles(names, func(files []*Artefact) error {
			for _, f := range files {
				fmt.Fprint(f, text)
			}
			return fail
		})
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("half way")
	if err := write("second", broken); !errors.Is(err, broken) {
		t.Fatalf("got %v, want the writer's error", err)
	}
	left, _ := os.ReadDir(r.path)
	if len(left) != len(names) {
		t.Errorf("%d files in the folder, want %d: drafts must not stay", len(left), len(names))
	}
	for _, name := range names {
		if got, _ := os.ReadFile(filepath.Join(r.path, name)); string(got) != "first" {
			t.Errorf("%s holds %q after a failed write, want the old text", name, got)
		}
	}
}
