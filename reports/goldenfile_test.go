package reports

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// matchGolden holds a text to its golden file, which -update rewrites.
func matchGolden(t *testing.T, path, got string) {
	t.Helper()
	got = withoutStyle(got)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s changed (-want +got):\n%s", path, diff)
	}
}

// withoutStyle leaves out of a page what is the same in all of them, so that a
// change of the style sheet or the script is no change of every golden file.
func withoutStyle(page string) string {
	inAttribute := strings.NewReplacer("'", "&#39;", "+", "&#43;")
	return strings.NewReplacer(
		styleSheet, "/* style.css */", pageScript, "// script.js",
		inAttribute.Replace(hashSource(styleSheet)), "(hash of style.css)",
		inAttribute.Replace(hashSource(pageScript)), "(hash of script.js)",
	).Replace(page)
}

// returnsWriteErrors lets a writer of so many bytes run out of room at several
// places.
func returnsWriteErrors(t *testing.T, name string, whole int, write func(io.Writer) error) {
	t.Helper()
	full := errors.New("disk full")
	for _, room := range []int{0, whole / 2, whole - 1} {
		if err := write(&limitedWriter{left: room, err: full}); !errors.Is(err, full) {
			t.Errorf("%s with room for %d of %d bytes: error %v", name, room, whole, err)
		}
	}
}
