package reports

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzIndentedJSON: whatever the encoder writes is laid out byte for byte as
// the standard library would.
func FuzzIndentedJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `[[],{}]`, `{"a":[1,{"b":null}],"c":{}}`, `"[\"{\\"`, `{"\\":"\\\""}`, `[-1.5e9,true,"a, b: c"]`, `"<&>"`,
	} {
		f.Add(seed, "    ")
	}
	f.Fuzz(func(t *testing.T, text, prefix string) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			t.Skip()
		}
		got, err := newIndentedJSON(prefix).encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.SetIndent(prefix, "  ")
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		if want := bytes.TrimSuffix(want.Bytes(), []byte("\n")); !bytes.Equal(got, want) {
			t.Errorf("%q\nwant %q", got, want)
		}
	})
}
