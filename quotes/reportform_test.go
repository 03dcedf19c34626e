package quotes_test

import (
	"encoding/json"
	"testing"

	"github.com/evalrun/evalrun/quotes"
)

func TestReportJSONHoldsItsKeysAndNoNullLists(t *testing.T) {
	data, err := json.Marshal(verify(t, "I could not find this in the sources.", quotes.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	got := decode[map[string]json.RawMessage](t, data)
	for key, want := range map[string]string{
		"schema": `"evalrun.verify/1"`, "profile": `"default"`, "offsets": `"bytes"`, "verdict": `"unverified"`,
		"claims": "[]", "citations": "[]", "orphans": "[]", "warnings": "[]", "uncited": "[]",
	} {
		if string(got[key]) != want {
			t.Errorf("%s: got %s, want %s", key, got[key], want)
		}
	}
	summary := decode[map[string]json.RawMessage](t, got["summary"])
	for _, key := range []string{"verbatimRate", "entailedRate", "meanScore", "minScore", "alce"} {
		if string(summary[key]) != "null" {
			t.Errorf("summary.%s: got %s, want null", key, summary[key])
		}
	}
}

func TestCitationJSONHoldsItsKeys(t *testing.T) {
	data, err := json.Marshal(verify(t, "Clarity fell.[1]{c1}\n"+block(clarity), quotes.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Citations []map[string]json.RawMessage }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"claimId", "sourceIndex", "quote", "claimText", "textMatch", "entailment", "score", "status"} {
		if _, ok := got.Citations[0][key]; !ok {
			t.Errorf("no key %s", key)
		}
	}
	match := decode[map[string]json.RawMessage](t, got.Citations[0]["textMatch"])
	for _, key := range []string{"method", "score", "similarity", "start", "end", "field"} {
		if _, ok := match[key]; !ok {
			t.Errorf("no key textMatch.%s", key)
		}
	}
	var back quotes.Report
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatalf("a report does not read its own JSON: %v", err)
	}
}

func TestOffsetsCountInOtherUnits(t *testing.T) {
	sources := []quotes.Source{{Text: "🚀🚀 Über die Brücke ging am Dienstag niemand."}}
	r, err := quotes.Verify(t.Context(), "🔥 Niemand ging.[1]{c1}\n"+block(`c1|1|"die Brücke ging am Dienstag niemand"`), sources, quotes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for unit, want := range map[quotes.Unit][2]int{quotes.Bytes: {15, 51}, quotes.UTF16: {10, 45}, quotes.Runes: {8, 43}} {
		m := r.In(unit, sources).Citations[0].TextMatch
		if m.Start == nil || [2]int{*m.Start, *m.End} != want {
			t.Errorf("%s: got %v to %v, want %v", unit, place(m.Start), place(m.End), want)
		}
	}
	claim := r.Claims[0]
	moved := r.In(quotes.UTF16, sources).Claims[0]
	if claim.End-claim.Start-(moved.End-moved.Start) != 2 && claim.Start-moved.Start != 2 {
		t.Errorf("claim moved from %d–%d to %d–%d; the sign takes 4 bytes and 2 units", claim.Start, claim.End, moved.Start, moved.End)
	}
	if again := r.In(quotes.Bytes, sources); *again.Citations[0].TextMatch.Start != 15 {
		t.Error("counting in another unit changed the report itself")
	}
}

func place(p *int) any {
	if p == nil {
		return nil
	}
	return *p
}
