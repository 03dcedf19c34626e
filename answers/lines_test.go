package answers

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

type seen struct {
	Number int
	Offset int64
	Text   string
}

func collect(in string, max int) ([]seen, error) {
	var out []seen
	for line, err := range Lines(strings.NewReader(in), max) {
		if err != nil {
			return out, err
		}
		out = append(out, seen{line.Number, line.Offset, string(line.Raw)})
	}
	return out, nil
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	tests := map[string]struct {
		in   string
		want []seen
	}{
		"blank lines keep their number":    {"a\n\n  \nb\n", []seen{{1, 0, "a"}, {4, 6, "b"}}},
		"CRLF and BOM are dropped":         {"\ufeffa\r\nb\r\n", []seen{{1, 0, "a"}, {2, 6, "b"}}},
		"no line break at the end":         {"a\nb", []seen{{1, 0, "a"}, {2, 2, "b"}}},
		"a line longer than the buffer":    {long + "\nb\n", []seen{{1, 0, long}, {2, 200_001, "b"}}},
		"a BOM in the middle stays":        {"a\n\ufeffb", []seen{{1, 0, "a"}, {2, 2, "\ufeffb"}}},
		"an empty stream holds no line":    {"", nil},
		"a stream of blanks holds no line": {"\n \n", nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := collect(tc.in, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLinesNamesTheLineThatIsTooLong(t *testing.T) {
	got, err := collect("a\n"+strings.Repeat("x", 100_000), 1000)
	if err == nil || err.Error() != "line 2: over 1000 bytes" || len(got) != 1 {
		t.Errorf("got %d lines and %v", len(got), err)
	}
	if at := (*LineError)(nil); !errors.As(err, &at) || at.Number != 2 {
		t.Errorf("got %v, want a LineError at 2", at)
	}
}

func TestLinesPassesReadErrorsOn(t *testing.T) {
	broken := errors.New("disk gone")
	for _, err := range Lines(iotest.ErrReader(broken), 1000) {
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}
