package answers

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEncodeKeepsWhatDecodeTellsApart(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"no retrieval":            {`{"answer":"a"}`, `{"answer":"a"}`},
		"an empty retrieval":      {`{"answer":"a","retrieved":[]}`, `{"answer":"a","retrieved":[]}`},
		"ids that were filled in": {`{"answer":"a","sources":[{"excerpt":"e"}]}`, `{"answer":"a","retrieved":[{"id":"S1","text":"e"}]}`},
		"a decline without text":  {`{"declined":true}`, `{"answer":"","declined":true}`},
		"a number as id":          {`{"id":7,"answer":"a"}`, `{"id":"7","answer":"a"}`},
		"a latency of 0":          {`{"answer":"a","latencyMs":0}`, `{"answer":"a","latencyMs":0}`},
		"no tokens at all":        {`{"answer":"a","usage":{}}`, `{"answer":"a","usage":{}}`},
		"text of every kind":      {`{"answer":"<b>\n\u2028 & \u0000"}`, `{"answer":"<b>\n\u2028 & \u0000"}`},
		"an unknown confidence":   {`{"answer":"a","confidence":" Fairly Sure "}`, `{"answer":"a","confidence":"Fairly Sure"}`},
		"keys that are not kept":  {`{"answer":"a","trace":{"x":1}}`, `{"answer":"a"}`},
	} {
		a, err := Decode([]byte(c.in))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := Encode(a); err != nil || string(got) != c.want+"\n" {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, c.want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add([]byte(`{"id":"q1","query":"Q?","answer":"a","confidence":"LOW","citations":[{"id":1}],"sources":[{"content":"b"}],"usage":{"promptTokens":0}}`))
	f.Add([]byte(`{"declined":true,"latencyMs":1e300}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Decode(data)
		if err != nil {
			return
		}
		line, err := Encode(a)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Fatalf("%q is not one line", line)
		}
		again, err := Decode(line)
		if diff := cmp.Diff(a, again); diff != "" || err != nil {
			t.Fatalf("%q: %v %s", line, err, strings.TrimSpace(diff))
		}
	})
}
