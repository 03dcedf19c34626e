package main

import (
	"errors"
	"strings"
	"testing"
)

func TestReadText(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		err            string
	}{
		{"text", "a\nb", "a\nb", ""},
		{"a byte-order mark", "\ufeffa", "a", ""},
		{"zero bytes are text", "a\x00b", "a\x00b", ""},
		{"nothing", "", "", ""},
		{"just short enough", strings.Repeat("x", 8), strings.Repeat("x", 8), ""},
		{"too long", strings.Repeat("x", 9), "", "over 0 MiB"},
		{"Latin-1", "\xe4", "", "not valid UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readText(strings.NewReader(c.in), 8)
			if got != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestReadTextSaysWhatFailed(t *testing.T) {
	broken := errors.New("pipe broke")
	if _, err := readText(failing{broken}, 8); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
