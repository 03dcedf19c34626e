package cache

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Asked is a call to explain: what its key was made from, and what it was
// about.
type Asked struct {
	Key, Kind, Subject string
	Inputs             []byte    // JSON object, as Entry.Inputs
	Before             time.Time // neighbours stored later are left out; zero leaves out none
}

// Explanation says why a call is or is not answered by the cache.
type Explanation struct {
	// Exact is the entry under the call's own key, however old.
	Exact *Entry
	// Nearest is the entry about the same subject, under another key, that
	// differs in the fewest inputs; of several the latest.
	Nearest *Entry
	Differs []Difference // between Nearest and the call, by name
}

// Difference is one input, in JSON; nil where one side lacks it.
type Difference struct {
	Name          string
	Stored, Asked json.RawMessage
}

// Explain compares a call with what is stored.
func (c *Cache) Explain(a Asked) (Explanation, error) {
	c.flush()
	s := c.readable()
	if s == nil {
		return Explanation{}, errUnreadable
	}
	asked, err := inputs(a.Inputs)
	if err != nil {
		return Explanation{}, err
	}
	var out Explanation
	for e, err := range s.about(a) {
		if err != nil {
			return Explanation{}, fmt.Errorf("read %s: %w", s.path, err)
		}
		if e.key == a.Key {
			out.Exact = &e.Entry
			continue
		}
		if !a.Before.IsZero() && !e.Stored.Before(a.Before) {
			continue
		}
		stored, err := inputs(e.Inputs)
		if err != nil {
			continue // nothing to compare with
		}
		if d := differences(stored, asked); out.Nearest == nil || len(d) < len(out.Differs) {
			out.Nearest, out.Differs = &e.Entry, d
		}
	}
	return out, nil
}

func inputs(data []byte) (map[string]json.RawMessage, error) {
	var out map[string]json.RawMessage
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("read the inputs of a key: %w", err)
	}
	return out, nil
}

func differences(stored, asked map[string]json.RawMessage) []Difference {
	names := maps.Clone(stored)
	maps.Copy(names, asked)
	var out []Difference
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(stored[name], asked[name]) {
			out = append(out, Difference{Name: name, Stored: stored[name], Asked: asked[name]})
		}
	}
	return out
}
