package suites

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"
	"unicode/utf16"
)

func utf16Of(order binary.AppendByteOrder, mark, s string) string {
	out := []byte(mark)
	for _, unit := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

func TestEncodingsThatEditorsWrite(t *testing.T) {
	for name, text := range map[string]string{
		"UTF-8 with a byte-order mark": "\ufeff" + oneQuestion,
		"UTF-16, little endian":        utf16Of(binary.LittleEndian, "\xff\xfe", oneQuestion),
		"UTF-16, big endian":           utf16Of(binary.BigEndian, "\xfe\xff", oneQuestion),
		"CRLF line ends":               strings.ReplaceAll(oneQuestion, "\n", "\r\n"),
		"a leading document marker":    "---\n" + oneQuestion,
		"a leading comment and marker": "# suite\n---\n" + oneQuestion,
		"an end marker":                oneQuestion + "...\n# the end\n",
	} {
		t.Run(name, func(t *testing.T) {
			inFiles(t, map[string]string{"a.yaml": text})
			if s := mustLoad(t, "a.yaml")[0]; s.Count != 1 {
				t.Errorf("%d questions, want 1", s.Count)
			}
		})
	}
}

func TestTextThatNoEditorShowsIsRefusedWithItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a byte-order mark in the middle": {"---\n\ufeff" + oneQuestion, "a.yaml:2:1: byte-order mark inside the text: U+FEFF\nhint: remove the invisible character"},
		"Latin-1":                         {"questions:\n  - {id: q1, query: caf\xe9}\n", "a.yaml:2: not valid UTF-8\nhint: save the file as UTF-8"},
		"half a UTF-16 unit":              {"\xff\xfea", "a.yaml:1: not valid UTF-8\nhint: save the file as UTF-8"},
		"NUL":                             {"questions: \x00\n", "a.yaml:1:12: control character U+0000\nhint: remove it, or write it as \"\\u0000\" between double quotes"},
		"a C1 control":                    {"questions:\n# \u009b31m\n", "a.yaml:2:3: control character U+009B\nhint: remove it, or write it as \"\\u009B\" between double quotes"},
	} {
		t.Run(name, func(t *testing.T) {
			inFiles(t, map[string]string{"a.yaml": c.text})
			if got := problemsOf(t, Options{}, "a.yaml"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestFileOverTheLimitIsRefused(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": ""})
	if err := os.Truncate("a.yaml", maxSuiteFile+1); err != nil {
		t.Fatal(err)
	}
	if got := problemsOf(t, Options{}, "a.yaml"); !strings.HasPrefix(got, "a.yaml: is over 16 MiB") {
		t.Errorf("got %q", got)
	}
}
