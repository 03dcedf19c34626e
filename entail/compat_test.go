package entail_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/entail"
	"github.com/evalrun/evalrun/quotes"
)

// The vectors of the reference cover most of this; these are its edges.
func TestCompatParseReadsValuesAsJavaScriptDoes(t *testing.T) {
	content := `{"items":[{"id":"a","class":[["entailed"]],"confidence":1e999,"reasons":[true,[1,null,"x"],"z"]},` +
		`{"id":"","class":"entailed"},7,null,{"id":"b","class":"entailed","confidence":0.5,"reasons":[1e21,1.50]}]}`
	got, err := json.Marshal(entail.CompatParse([]string{"a", "b", "c"}, content))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"class":[["entailed"]],"confidence":null,"reasons":["true","1,,x"]},` +
		`{"class":"entailed","confidence":0.5,"reasons":["1e+21","1.5"]},` +
		`{"class":"error","confidence":null,"reasons":["missing_item"]}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestCompatRequestsCutInUTF16Units(t *testing.T) {
	got := entail.CompatRequests(entail.CompatOptions{Caps: entail.CompatCaps{Claim: 3}}, []quotes.JudgeItem{{Claim: "a🚀🚀"}})
	if claim := got[0].Items[0].Claim; claim != "a🚀" {
		t.Errorf("got %q", claim)
	}
	got = entail.CompatRequests(entail.CompatOptions{BatchSize: -3, Caps: entail.CompatCaps{Claim: 2}}, []quotes.JudgeItem{{Claim: "a🚀"}})
	if claim := got[0].Items[0].Claim; claim != "a\uFFFD" {
		t.Errorf("got %q, want half a pair replaced", claim)
	}
}
