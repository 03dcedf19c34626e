//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAPipeInPlaceOfAFileIsNotWaitedFor hangs where one is.
func TestAPipeInPlaceOfAFileIsNotWaitedFor(t *testing.T) {
	entry := func(r *Run) error { _, err := r.Entry(0); return err }
	walk := func(r *Run) error { _, err := shapeOrError(r); return err }
	for name, readings := range map[string][]func(*Run) error{
		LabelsFile:    {func(r *Run) error { _, err := r.LabelLog(nil).Read(); return err }},
		QuestionsFile: {entry, walk},
		RecordsFile: {entry, walk,
			func(r *Run) error { _, err := r.Lookup(); return err },
			func(r *Run) error { _, err := Open(r.Path()); return err },
		},
	} {
		r := newRun(t, 2)
		appendAll(t, r, record(0, 0, 0))
		path := filepath.Join(r.Path(), name)
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Fatal(err)
		}
		for i, read := range readings {
			if err := read(r); err == nil || !strings.Contains(err.Error(), name+": not an ordinary file") {
				t.Errorf("%s, reading %d: %v", name, i, err)
			}
		}
	}
}
