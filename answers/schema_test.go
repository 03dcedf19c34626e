package answers

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestSchemaAgreesWithDecode: what the schema tells an editor is what the
// decoder does.
func TestSchemaAgreesWithDecode(t *testing.T) {
	var s jsonschema.Schema
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`{"id":"q1","answer":"a","retrieved":[{"id":7,"text":"x"},{"excerpt":"y"}],"latencyMs":3}`,
		`{"declined":true}`,
		`{"answer":"","confidence":"none","citations":[{"title":"t"}],"extra":{}}`,
		`{"id":"q1"}`,
		`{"id":"q1","declined":false}`,
		`{"id":"q1","declined":null}`,
		`{"answer":null,"declined":false}`,
		`{"answer":null}`,
		`{"answer":null,"declined":true}`,
		`{"answer":" ","declined":false}`,
		`{"answer":5}`,
		`{"answer":"a","declined":"no"}`,
		`{"answer":"a","latencyMs":-1}`,
		`{"answer":"a","firstTokenMs":80.5}`,
		`{"answer":"a","firstTokenMs":-1}`,
		`{"answer":"a","retrieved":{}}`,
		`{"answer":"a","citations":[{"id":[]}]}`,
		`{"answer":"a","usage":{"promptTokens":"many"}}`,
		`["a"]`,
	} {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		_, decoded := Decode([]byte(line))
		if valid := resolved.Validate(v); (valid == nil) != (decoded == nil) {
			t.Errorf("%s: schema says %v, Decode says %v", line, valid, decoded)
		}
	}
}
