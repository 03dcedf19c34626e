package judgeprompt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
)

// ParseReply turns the text of a judge's reply into a Judgement, or says in a
// *ReplyError why it is none. The whole text is read as JSON first; only if it
// is not JSON is it searched for the one object that carries scores. A
// Judgement holds, for every required dimension, a score from 1 to 5 as it was
// sent and a reasoning with at least one letter or digit.
//
// Dimensions nobody asked for are dropped with a note. Dimensions the judge
// was told not to score are dropped and listed in Guessed.
func ParseReply(text string, spec Spec) (results.Judgement, error) {
	found, fault := verdictIn(text)
	object := []byte(found)
	if fault == nil {
		fault = ambiguity(object)
	}
	if fault != nil {
		return results.Judgement{}, fault.on(spec)
	}
	v := readVerdict(object)
	if fault := v.miscased(spec); fault != nil {
		return results.Judgement{}, fault.on(spec)
	}
	scores, bad := v.assess(spec.Required)
	if len(bad) > 0 {
		return results.Judgement{}, bad.on(spec)
	}
	return results.Judgement{Scores: scores, Notes: v.notes(spec), Guessed: v.guessed(spec)}, nil
}

// ambiguity refuses an object that one reader would take for one verdict and
// another reader for a different one.
func ambiguity(object []byte) *fault {
	err := strictjson.Check(object)
	var duplicate *strictjson.DuplicateKeyError
	switch {
	case errors.As(err, &duplicate):
		return &fault{CodeDuplicateKey, "it holds a " + brief(duplicate.Error())}
	case err != nil:
		return &fault{CodeNotJSON, "it is not plain JSON: " + brief(err.Error())}
	}
	return nil
}

// verdict is one reply, read but not yet held against what was asked.
type verdict struct {
	top               members
	scores, reasoning members // nil when absent or not an object
}

// members are the keys of a JSON object with their values as sent. Unlike the
// fields of a struct they keep their letter case.
type members map[string]json.RawMessage

// readVerdict takes valid JSON.
func readVerdict(object []byte) verdict {
	v := verdict{top: strictjson.Members(object)}
	v.scores, v.reasoning = v.top.object("scores"), v.top.object("reasoning")
	return v
}

// object returns nil for anything but an object.
func (m members) object(name string) members {
	if raw, sent := m[name]; sent {
		return strictjson.Members(raw)
	}
	return nil
}

// miscased refuses a key beside its own spelling in another letter case: many
// JSON readers take the two for one.
func (v verdict) miscased(spec Spec) *fault {
	dims := names(spec.Required)
	for _, place := range []struct {
		keys  members
		known []string
	}{{v.top, []string{"scores", "reasoning"}}, {v.scores, dims}, {v.reasoning, dims}} {
		exact := place.keys.among(place.known)
		if len(exact) == len(place.keys) {
			continue
		}
		for _, name := range exact {
			if other, found := place.keys.otherCase(name); found {
				return &fault{CodeDuplicateKey, fmt.Sprintf("it holds both %q and %q", name, other)}
			}
		}
	}
	return nil
}

func (m members) among(known []string) []string {
	var out []string
	for _, name := range known {
		if _, exact := m[name]; exact {
			out = append(out, name)
		}
	}
	return out
}

func (m members) otherCase(name string) (key string, found bool) {
	for _, key := range m.keys() {
		if key != name && strings.EqualFold(key, name) {
			return key, true
		}
	}
	return "", false
}

func (m members) keys() []string {
	out := make([]string, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// guessed lists what was scored although the judge was told that it cannot be.
func (v verdict) guessed(spec Spec) []results.Dimension {
	var out []results.Dimension
	for _, d := range spec.Unassessable {
		if raw, sent := v.scores[string(d)]; sent && string(raw) != "null" {
			out = append(out, d)
		}
	}
	return out
}

// mostNoted bounds the notes on one reply; a hostile one may hold thousands
// of dimensions of its own.
const mostNoted = 5

func (v verdict) notes(spec Spec) []string {
	var extra []string
	for _, key := range v.scores.keys() {
		d := results.Dimension(key)
		if !slices.Contains(spec.Required, d) && !slices.Contains(spec.Unassessable, d) {
			extra = append(extra, fmt.Sprintf("dropped a score nobody asked for: %q", brief(key)))
		}
	}
	if over := len(extra) - mostNoted; over > 0 {
		extra = append(extra[:mostNoted], fmt.Sprintf("dropped %d more scores nobody asked for", over))
	}
	return extra
}
