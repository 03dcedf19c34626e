package entail

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/quotes"
)

func TestReadReplyIsStrictAboutItemsAndPatientAboutTheRest(t *testing.T) {
	const good = `{"id":"a","class":"entailed","confidence":0.95,"reasons":["x"]}`
	tests := []struct{ name, text, want string }{
		{"plain", `{"items":[` + good + `]}`, "entailed"},
		{"fenced", "```json\n{\"items\":[" + good + "]}\n```", "entailed"},
		{"behind thinking", `I use {"items":[]} so: {"items":[` + good + `]}`, "entailed"},
		{"prose with one mark", `The 5" pipe: {"items":[` + good + `]}`, "entailed"},
		{"a mark in braces before", "{5\" pipe}\n" + good, "entailed"},
		{"bare list", "[" + good + "]", "entailed"},
		{"bare object", good, "entailed"},
		{"one level down", `{"result":{"items":[` + good + `]}}`, "entailed"},
		{"the rest is cut off", `{"items":[` + good + `,{"id":"b","cl`, "entailed"},
		{"the other is broken", `{"items":[{"id":"b" class:},` + good + `]}`, "entailed"},
		{"braces in a string", `{"items":[{"id":"a","class":"entailed","confidence":1,"reasons":["{\"id\":\"a\"} }{"]}]}`, "entailed"},
		{"twice the same", `{"items":[` + good + `,` + good + `]}`, "entailed"},
		{"confidence as e-number", `{"id":"a","class":"overstated","confidence":3e-1}`, "overstated"},
		{"reasons of another type", `{"id":"a","class":"entailed","confidence":1,"reasons":7}`, "entailed"},
		{"two that differ", `{"items":[` + good + `,{"id":"a","class":"overstated","confidence":0.4}]}`, "two_results"},
		{"an invalid and a valid one", `{"items":[{"id":"a","class":"x"},` + good + `]}`, "two_results"},
		{"class in capitals", `{"id":"a","class":"Entailed","confidence":1}`, "unknown_class"},
		{"class error", `{"id":"a","class":"error","confidence":1}`, "unknown_class"},
		{"class in a list", `{"id":"a","class":["entailed"],"confidence":1}`, "unknown_class"},
		{"key in capitals", `{"id":"a","Class":"entailed","confidence":1}`, "unknown_class"},
		{"key twice", `{"id":"a","class":"entailed","class":"contradicted","confidence":0}`, "bad_form"},
		{"confidence as text", `{"id":"a","class":"entailed","confidence":"0.95"}`, "not_number"},
		{"confidence null", `{"id":"a","class":"entailed","confidence":null}`, "not_number"},
		{"confidence missing", `{"id":"a","class":"entailed"}`, "not_number"},
		{"confidence beyond numbers", `{"id":"a","class":"entailed","confidence":1e999}`, "not_number"},
		{"confidence of percent", `{"id":"a","class":"entailed","confidence":95}`, "out_of_range"},
		{"confidence below", `{"id":"a","class":"contradicted","confidence":-0.1}`, "out_of_range"},
		{"confidence below its band", `{"id":"a","class":"entailed","confidence":0.85}`, "class_mismatch"},
		{"contradicted with confidence", `{"id":"a","class":"contradicted","confidence":0.9}`, "class_mismatch"},
		{"another id", `{"id":"A","class":"entailed","confidence":1}`, ""},
		{"id as number", `{"id":1,"class":"entailed","confidence":1}`, ""},
		{"empty", "", ""},
		{"prose", "I cannot say.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := &question{}
			r := readReply(tt.text, map[string]*question{"a": q})[q]
			if got := string(r.entailment.Class) + r.fault; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReasonsAreTwoAndShort(t *testing.T) {
	q := &question{}
	text := `{"id":"a","class":"entailed","confidence":1,"reasons":[" one \n two ",3,"","` + strings.Repeat("é", 300) + `","four"]}`
	got := readReply(text, map[string]*question{"a": q})[q].entailment.Reasons
	if len(got) != 2 || got[0] != "one two" || got[1] != strings.Repeat("é", 200) {
		t.Errorf("got %q", got)
	}
}

func TestEveryFaultHasWordsForTheModel(t *testing.T) {
	for _, f := range []string{faultMissing, faultTruncated, faultForm, faultClass, faultNumber, faultRange, faultBand, faultDuplicates} {
		if faultWords[f] == "" {
			t.Errorf("no words for %s", f)
		}
	}
}

func FuzzReadReply(f *testing.F) {
	for _, seed := range []string{
		`{"items":[{"id":"a","class":"entailed","confidence":0.95,"reasons":["x"]}]}`,
		"{{{{{{{{", `}}"}{"`, `{"id":"a","class":"overstated","confidence":0.4`, "{\"a\\", "{\"\n{}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := &question{}
		for _, r := range readReply(text, map[string]*question{"a": q}) {
			if (r.fault == "") != r.entailment.Valid() {
				t.Errorf("%q gives %+v", text, r)
			}
		}
		CompatParse([]string{"a"}, text)
	})
}

func TestPromptNamesTheBandsThatAreEnforced(t *testing.T) {
	for _, c := range []quotes.Class{quotes.Entailed, quotes.Partially, quotes.Overstated, quotes.Insufficient, quotes.Contradicted} {
		if !strings.Contains(systemPrompt, "- "+string(c)+", ") || !strings.Contains(string(replySchema), `"`+string(c)+`"`) {
			t.Errorf("prompt or schema does not know %s", c)
		}
	}
}
