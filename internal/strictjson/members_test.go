package strictjson

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// FuzzMembers: the values are those that encoding/json finds, byte for byte.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[{"a":1}]`, ` { "a" : [1, {"b":"]}"}] , "c" : -1.5e9 } `, `{"a":1,"a":{"b":2}}`,
		`{"\u0061":"\"}","\\":"\\\"","":null}`, `{"deep":[[[[{"x":[]}]]]],"after":true}`, `{"A":1,"a":2}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		data := []byte(text)
		if !json.Valid(data) || !utf8.Valid(data) {
			t.Skip() // encoding/json replaces broken bytes
		}
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil {
			want = nil
		}
		if diff := cmp.Diff(want, Members(data)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	})
}
