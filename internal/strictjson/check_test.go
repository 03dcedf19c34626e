package strictjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"an object":                     {`{"a":1,"b":{"a":[1,{"a":2}]}}`, ""},
		"a scalar":                      {` null `, ""},
		"a duplicate at the top":        {`{"a":1,"a":2}`, `duplicate key "a"`},
		"a duplicate below":             {`{"x":{"y":[{},{"a":1,"a":1}]}}`, `duplicate key "a" in x.y.[1]`},
		"a duplicate spelled by escape": {`{"a":1,"\u0061":2}`, `duplicate key "a"`},
		"two values":                    {`{} {}`, "text after the JSON value"},
		"a trailing comma":              {`{"a":1,}`, "invalid character"},
		"nothing":                       {``, "unexpected end of JSON input"},
		"a cut object":                  {`{"a":`, "unexpected end of JSON input"},
		"a cut list":                    {`[1,2`, "unexpected end of JSON input"},
		"a quote and a backslash":       {`{"a\"":"\\","b\\":"\\\"","c":1,"c":2}`, `duplicate key "c"`},
		"hostile nesting":               {strings.Repeat("[", 100_000), "exceeded max depth"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			err := Check([]byte(tc.in))
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
	var dup *DuplicateKeyError
	if !errors.As(Check([]byte(`{"a":1,"a":2}`)), &dup) || dup.Key != "a" {
		t.Errorf("want a *DuplicateKeyError, got %v", dup)
	}
}

func TestUnmarshalShowsEveryKeyWithItsWay(t *testing.T) {
	var seen []string
	look := func(path []string, key string) error {
		seen = append(seen, strings.Join(path, "/")+":"+key)
		if key == "stop" {
			return errors.New("stopped")
		}
		return nil
	}
	var v any
	err := Unmarshal([]byte(`{"a":[1,{"b":{"\u0063":2}}],"\u0064":{"e":0,"stop":{"never":0}}}`), &v, look)
	want := []string{":a", "a/[1]:b", "a/[1]/b:c", ":d", "d:e", "d:stop"}
	if err == nil || err.Error() != "stopped" || !slices.Equal(seen, want) {
		t.Errorf("saw %q and got %v, want %q", seen, err, want)
	}
}

func TestUnmarshalRefusesKeysBeforeTypes(t *testing.T) {
	var wrongType *json.UnmarshalTypeError
	var v struct{ A int }
	for name, c := range map[string]struct {
		in   string
		want func(error) bool
	}{
		"in order":             {`{"a":7}`, func(err error) bool { return err == nil && v.A == 7 }},
		"wrong type":           {`{"a":"x"}`, func(err error) bool { return errors.As(err, &wrongType) }},
		"wrong type and twice": {`{"a":"x","a":1}`, func(err error) bool { return errors.As(err, new(*DuplicateKeyError)) }},
		"not JSON":             {`{"a":"x",}`, func(err error) bool { return strings.Contains(err.Error(), "invalid character") }},
		"two values":           {`{"a":1} {}`, func(err error) bool { return strings.Contains(err.Error(), "text after the JSON value") }},
	} {
		if err := Unmarshal([]byte(c.in), &v, nil); !c.want(err) {
			t.Errorf("%s: got %v and %+v", name, err, v)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2,{"b":null}]}`, `[-0.5e+10,0,1E2,-0,10]`, `["\"\\\/\b\f\n\r\t\u00e9\uD83C"]`, ` [ true , false , null ] `,
		`01`, `-`, `1.`, `.5`, `1e`, `+1`, `"\x"`, `"\u12g4"`, "\"\n\"", `"`, `{"a"}`, `{"a":1 "b":2}`, `[1 2]`, `[1,]`, `{,}`, `tru`, `nulll`, "\x00", "[1]\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := Check(data)
		if valid := json.Valid(data); (err == nil) != valid && !(valid && wellFormedButRefused(err)) {
			t.Errorf("%q: valid is %v, got %v", data, valid, err)
		}
	})
}

// wellFormedButRefused: duplicates and depth are not encoding/json's to see.
func wellFormedButRefused(err error) bool {
	var duplicate *DuplicateKeyError
	return errors.As(err, &duplicate) || err != nil && strings.Contains(err.Error(), "nested deeper")
}

func TestManyKeys(t *testing.T) {
	var b strings.Builder
	b.WriteByte('{')
	for i := range 100 {
		fmt.Fprintf(&b, "%q:%d,", fmt.Sprint("k", i), i)
	}
	if err := Check([]byte(b.String() + `"last":0}`)); err != nil {
		t.Errorf("distinct keys: %v", err)
	}
	if err := Check([]byte(b.String() + `"k7":0}`)); err == nil {
		t.Error("a duplicate among many keys is not seen")
	}
}

func BenchmarkCheck(b *testing.B) {
	data := []byte(`{"id":"q1","answer":"` + strings.Repeat("text ", 50) + `","retrieved":[{"id":"S1","text":"` + strings.Repeat("words ", 300) + `"}]}`)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := Check(data); err != nil {
			b.Fatal(err)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	deep := strings.Repeat("[", maxDepth+2) + strings.Repeat("]", maxDepth+2)
	if err := Check([]byte(deep)); err == nil || !strings.Contains(err.Error(), "nested deeper") {
		t.Errorf("got %v", err)
	}
}
