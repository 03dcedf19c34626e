package cache

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestExplain(t *testing.T) {
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := start
	c, _ := opened(t, t.TempDir(), Options{Now: func() time.Time { return now }}, tuning{})
	put := func(key, subject, inputs string) {
		c.Put(key, Entry{Kind: "judge", Subject: subject, Model: key, Inputs: []byte(inputs)})
		now = now.Add(time.Hour)
	}
	put("far", "q1", `{"model":"a","user":"x","seed":1}`)
	put("near", "q1", `{"model":"a","user":"y"}`)
	put("as near and later", "q1", `{"model":"b","user":"z"}`)
	put("broken", "q1", `{`)
	put("another question", "q2", `{"model":"b","user":"y"}`)
	put("exact", "q1", `{"model":"b","user":"y"}`)
	put("after", "q1", `{"model":"b","user":"y","seed":null}`)
	c.flush()

	difference := func(name, stored, asked string) Difference {
		d := Difference{Name: name, Stored: json.RawMessage(stored), Asked: json.RawMessage(asked)}
		if stored == "" {
			d.Stored = nil
		}
		if asked == "" {
			d.Asked = nil
		}
		return d
	}
	for name, tt := range map[string]struct {
		asked          Asked
		exact, nearest string
		differs        []Difference
	}{
		"the nearest stored before": {
			Asked{Key: "exact", Kind: "judge", Subject: "q1", Inputs: []byte(`{"model":"b","user":"y"}`), Before: start.Add(5 * time.Hour)},
			"exact", "as near and later", []Difference{difference("user", `"z"`, `"y"`)}},
		"at any time": {
			Asked{Key: "exact", Kind: "judge", Subject: "q1", Inputs: []byte(`{"model":"b","user":"y"}`)},
			"exact", "after", []Difference{difference("seed", "null", "")}},
		"one side lacks an input": {
			Asked{Key: "none", Kind: "judge", Subject: "q1", Inputs: []byte(`{"model":"a","user":"x"}`), Before: start.Add(time.Minute)},
			"", "far", []Difference{difference("seed", "1", "")}},
		"the key of another question": {
			Asked{Key: "another question", Kind: "judge", Subject: "q3", Inputs: []byte(`{}`)}, "another question", "", nil},
		"nothing about the question": {Asked{Key: "k", Kind: "judge", Subject: "q3", Inputs: []byte(`{}`)}, "", "", nil},
		"another kind":               {Asked{Key: "k", Kind: "entailment", Subject: "q1", Inputs: []byte(`{}`)}, "", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.Explain(tt.asked)
			if err != nil {
				t.Fatal(err)
			}
			if got := [2]string{model(got.Exact), model(got.Nearest)}; got != [2]string{tt.exact, tt.nearest} {
				t.Errorf("exact and nearest are %q", got)
			}
			if diff := cmp.Diff(tt.differs, got.Differs); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := c.Explain(Asked{Inputs: []byte("[]")}); err == nil {
		t.Error("inputs that are no object were compared")
	}
}

func model(e *Entry) string {
	if e == nil {
		return ""
	}
	return e.Model
}
