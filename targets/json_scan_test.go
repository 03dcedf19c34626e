package targets

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/evalrun/evalrun/answers"
)

// elementsOf returns the elements of a list as the scanner cuts them, read in
// pieces of one byte: no place of a boundary may matter.
func elementsOf(text string, max int, path ...string) (out []string, err error) {
	for line, err := range elements(max, path...)(iotest.OneByteReader(strings.NewReader(text))) {
		if err != nil {
			return out, err
		}
		if got := text[line.Offset : int(line.Offset)+len(line.Raw)]; got != string(line.Raw) {
			return out, errors.New("the offset of " + string(line.Raw) + " is that of " + got)
		}
		out = append(out, string(line.Raw))
	}
	return out, nil
}

func TestScannerFindsTheListAtAPath(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		path []string
		want []string
	}{
		"among others":        {`{"a":[1,{"samples":[2]}],"samples":[ 3 , NaN,"]" ],"b":{"samples":[4]}}`, []string{"samples"}, []string{"3", "NaN", `"]"`}},
		"two deep":            {`{"r":{"x":{},"r":[{"r":[]},[1,2]]},"s":"\\"}`, []string{"r", "r"}, []string{`{"r":[]}`, "[1,2]"}},
		"a key with escapes":  {`{"\u0072":[1]}`, []string{"r"}, []string{"1"}},
		"the top":             {"\n[\ttrue,\r\nfalse,null]", nil, []string{"true", "false", "null"}},
		"quotes and brackets": {`["\"],[","\\"]`, nil, []string{`"\"],["`, `"\\"`}},
	} {
		if got, err := elementsOf(c.text, 100, c.path...); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestScannerLimitsWhatItKeepsAndNothingElse(t *testing.T) {
	long := `"` + strings.Repeat("x", 200) + `"`
	if got, err := elementsOf(`{"long":`+long+`,"list":["short"]}`, 100, "list"); err != nil || len(got) != 1 {
		t.Errorf("got %q, %v; a value that is skipped may be long", got, err)
	}
	_, err := elementsOf("[1,\n"+long+"]", 100)
	var at *answers.LineError
	if !errors.As(err, &at) || at.Number != 2 || at.Err.Error() != "over 100 bytes" {
		t.Errorf("got %v, want line 2 refused", err)
	}
}

// FuzzElements holds the scanner against encoding/json: of every list that is
// JSON it cuts out the same values.
func FuzzElements(f *testing.F) {
	f.Add(`[1, "a\"]", {"b":[{}]}, [[]], -1.5e3 , null]`)
	f.Fuzz(func(t *testing.T, text string) {
		var want []json.RawMessage
		if json.Unmarshal([]byte(text), &want) != nil || want == nil {
			return
		}
		got, err := elementsOf(text, len(text)+1)
		if err != nil || len(got) != len(want) {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
		for i := range got {
			if got[i] != string(want[i]) {
				t.Fatalf("element %d is %q, want %q", i, got[i], want[i])
			}
		}
	})
}

// FuzzWithoutNaN holds that JSON passes as it is.
func FuzzWithoutNaN(f *testing.F) {
	f.Add(`{"a":"NaN","b":[NaN,-Infinity,"\"Infinity"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if got := withoutNaN([]byte(text)); json.Valid([]byte(text)) && string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestWithoutNaNReplacesBareWordsOnly(t *testing.T) {
	got := withoutNaN([]byte(`{"NaN":NaN,"b":[-Infinity,Infinity,"\"NaN","\\"],"c":NaN}`))
	if want := `{"NaN":null,"b":[null,null,"\"NaN","\\"],"c":null}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
