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

func TestSpoolIsCopiedWhereItIsWantedAndThenGone(t *testing.T) {
	r := &Run{path: t.TempDir()}
	err := r.WriteFiles([]string{"a.json", "empty"}, func(files []*Artefact) error {
		spool := files[0].Spool()
		fmt.Fprint(spool, "one ")
		fmt.Fprint(files[0], "head ")
		fmt.Fprint(spool, "two ")
		if _, err := spool.WriteTo(files[0]); err != nil {
			return err
		}
		if _, err := files[1].Spool().WriteTo(files[1]); err != nil {
			return err
		}
		fmt.Fprint(files[0], "tail")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a.json": "head one two tail", "empty": ""} {
		got, err := os.ReadFile(filepath.Join(r.path, name))
		if err != nil || string(got) != want {
			t.Errorf("%s holds %q, want %q: %v", name, got, want, err)
		}
	}
	if left, _ := os.ReadDir(r.path); len(left) != 2 {
		t.Errorf("%d files in the folder, want 2", len(left))
	}
}
