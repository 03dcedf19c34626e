package fleet

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestKeysAreThoseOfTheType at any depth, in lists and maps too, spelled as
// they are.
func TestKeysAreThoseOfTheType(t *testing.T) {
	type leaf struct {
		At   time.Time       `json:"at"`
		Free json.RawMessage `json:"free"`
	}
	type inner struct {
		Leaves []*leaf         `json:"leaves,omitempty"`
		Named  map[string]leaf `json:"named"`
	}
	type outer struct {
		inner
		Schema  string `json:"schema"`
		Plain   int
		Skipped int    `json:"-"`
		Next    *outer `json:"next"`
		hidden  int
	}
	s := shapeOf[outer]()
	for text, want := range map[string]string{
		`{"schema":"s","Plain":1,"leaves":[{"at":"2026-11-30T12:00:00Z"}],"named":{"any":{"free":{"x":[{"y":1}]}}}}`: "",
		`{"schema":"s","next":{"next":{"schema":"s"}}}`:                                                              "",
		`{"schema":"s","next":{"next":{"scheme":"s"}}}`:                                                              `unknown key "next.next.scheme"`,
		`{"schema":"s","plain":1}`:                                                                                   `unknown key "plain"`,
		`{"schema":"s","Skipped":1}`:                                                                                 `unknown key "Skipped"`,
		`{"schema":"s","hidden":1}`:                                                                                  `unknown key "hidden"`,
		`{"schema":"s","inner":{}}`:                                                                                  `unknown key "inner"`,
		`{"schema":"s","leaves":[{},{"At":1}]}`:                                                                      `unknown key "leaves.[1].At"`,
		`{"schema":"s","named":{"[0]":{"x":1}}}`:                                                                     `unknown key "named.[0].x"`,
		`{"schema":"s","Plain":1,"Plain":2}`:                                                                         "duplicate key",
		`{"schema":"t","Plain":"x"}`:                                                                                 `schema "t"`,
		`{"Plain":1}`:                                                                                                `schema ""`,
		`{"schema":7}`:                                                                                               `schema ""`,
		`[]`:                                                                                                         `schema ""`,
		`{"schema":"s","Plain":"x"}`:                                                                                 "cannot unmarshal",
	} {
		var v outer
		v.hidden = 0
		err := decode([]byte(text), &v, s, "s")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestPaceForgetsWhatIsOlderThanAMinute(t *testing.T) {
	var p pace
	start := time.Unix(1_000_000, 0)
	for second := range 90 {
		p.add(start.Add(time.Duration(second) * time.Second))
	}
	for after, want := range map[int]float64{89: 60, 100: 49, 148: 1, 149: 0, 1000: 0} {
		q := p
		if got := q.perMinute(start.Add(time.Duration(after) * time.Second)); got != want {
			t.Errorf("after %d seconds: %v, want %v", after, got, want)
		}
	}
}
