package suites

import (
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// keyset is the keys of one kind of mapping, in the order the documentation
// lists them. place completes "belongs under …".
type keyset struct {
	place string
	names []string
}

// The keys of a suite. Each is known from the first version on; one whose
// feature is not built is refused by its reader.
var (
	suiteKeys      = keyset{"the top level", []string{"version", "name", "description", "target", "judge", "confidence", "passAt", "gate", "questionsFrom", "questions"}}
	mappingKeys    = keyset{"mapping", []string{"answer", "delta", "declined", "confidence", "citations", "retrieved", "model", "promptTokens", "completionTokens", "latencyMs"}}
	retrievedKeys  = keyset{"retrieved", []string{"from", "id", "title", "source", "text"}}
	citationKeys   = keyset{"citations", []string{"from", "id", "title", "source"}}
	judgeKeys      = keyset{"judge", []string{"model", "baseUrl", "keyEnv", "headers", "timeout", "maxTokens", "seed", "when", "sameAs", "panel", "quorum", "aggregate"}}
	memberKeys     = keyset{"a panel member", []string{"model", "baseUrl", "keyEnv"}}
	passAtKeys     = keyset{"passAt", dimensionNames()}
	gateKeys       = keyset{"gate", []string{"passRate", "minScored", "dimensions", "on", "margins", "minCommon"}}
	questionKeys   = keyset{"a question", []string{"id", "query", "rubric", "category", "group", "tags", "critical", "context", "messages", "anchors", "frozen", "quarantine"}}
	frozenKeys     = keyset{"frozen", []string{"answer", "declined", "confidence", "citations", "retrieved", "model", "latencyMs"}}
	citedKeys      = keyset{"frozen.citations", []string{"id", "title", "source"}}
	passageKeys    = keyset{"frozen.retrieved", []string{"id", "title", "source", "text"}}
	quarantineKeys = keyset{"quarantine", []string{"until", "reason"}}
	rubricKeys     = keyset{"rubric", []string{"shouldAnswer", "mustMention", "mustNotMention", "quotes", "grounding", "maxLatencyMs", "maxWords"}}
	quoteKeys      = keyset{"quotes", []string{"require", "minMatch"}}
	groundingKeys  = keyset{"grounding", []string{"minScore", "minSupport", "root"}}
	phraseKeys     = keyset{"a phrase", []string{"anyOf", "word", "regex"}}
	contextKeys    = keyset{"context", []string{"id", "title", "text", "file"}}
	messageKeys    = keyset{"messages", []string{"role", "content"}}
)

// The keys of a target depend on its type.
var (
	recordedKeys = keyset{"a recorded target", []string{"type", "file", "format", "queryVar"}}
	httpKeys     = keyset{"an http target", []string{"type", "url", "method", "headers", "body", "response", "mapping", "version", "timeout", "timeoutIs", "attempts", "maxBytes"}}
	openAIKeys   = keyset{"an openai target", []string{"type", "model", "baseUrl", "keyEnv", "headers", "timeout", "attempts", "maxTokens", "maxBytes", "temperature", "seed", "system", "systemFile", "instructions"}}
	commandKeys  = keyset{"a command target", []string{"type", "command", "mode", "env", "version", "timeout", "maxBytes"}}
)

func targetKeysets() []keyset { return []keyset{recordedKeys, httpKeys, openAIKeys, commandKeys} }

// targetKeysOf returns the keys of a type; of none, when it is missing, those
// of all.
func targetKeysOf(kind string) keyset {
	all := keyset{place: "target"}
	for i, known := range targetKeysets() {
		if kind == targetTypes()[i] {
			return known
		}
		for _, name := range known.names {
			if !slices.Contains(all.names, name) {
				all.names = append(all.names, name)
			}
		}
	}
	return all
}

func dimensionNames() []string {
	var names []string
	for _, d := range rubric.Dimensions(results.Positive) { // the negative ones are among them
		names = append(names, string(d))
	}
	return names
}

// homes are the mappings a misplaced key is looked for in, the likeliest
// first. Keys of dimensions and phrases are left out: their names are words of
// other places, too. Only a target's neighbours are other targets: elsewhere
// their keys would be found for settings that are nowhere.
func (k keyset) homes() []keyset {
	others := []keyset{suiteKeys, questionKeys, rubricKeys, judgeKeys, gateKeys, contextKeys, frozenKeys, quarantineKeys}
	switch {
	case k.ofTarget():
		return slices.Concat(targetKeysets(), others)
	case k.place == suiteKeys.place:
		return slices.Concat(others, targetKeysets())
	}
	return others
}

func (k keyset) ofTarget() bool {
	return slices.ContainsFunc(targetKeysets(), func(t keyset) bool { return t.place == k.place })
}

// keyHint tells what to write instead of an unknown key: the same key where it
// belongs, the nearest one that is known here, or all of them.
func (k keyset) keyHint(key string) string {
	unknown := strings.TrimFunc(key, hidden)
	if k.place != questionKeys.place && k.place != rubricKeys.place && isKeyName(unknown) {
		return "name the environment variable that holds the key " + k.keyPlace() + "; a key never stands in a suite"
	}
	if near := nearest(unknown, k.names); near != "" && strings.EqualFold(near, unknown) {
		return "did you mean " + near + "?"
	}
	for _, home := range k.homes() {
		for _, name := range home.names {
			if name == unknown {
				return name + " belongs under " + home.place
			}
		}
	}
	if near := nearest(unknown, k.names); near != "" {
		return "did you mean " + near + "?"
	}
	return "known here: " + strings.Join(k.names, ", ")
}

// keyPlace is where a key's variable is named.
func (k keyset) keyPlace() string {
	switch k.place {
	case openAIKeys.place:
		return "with target.keyEnv"
	case httpKeys.place:
		return "in target.headers as ${NAME}"
	}
	return "with judge.keyEnv"
}

func isKeyName(name string) bool {
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	return plain == "apikey" || plain == "key" || plain == "token" || plain == "secret"
}

// nearest returns the known name that differs least from s, "" when none is
// near: within two edits, or a third of a longer name.
func nearest(s string, names []string) string {
	const longest = 64 // a longer key is no misspelling, and distance is quadratic
	if len(s) > longest {
		return ""
	}
	best, bestDistance := "", 0
	for _, name := range names {
		d := distance(strings.ToLower(s), strings.ToLower(name))
		if d <= max(2, len(name)/3) && d < len(name)-1 && (best == "" || d < bestDistance) {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance is the number of letters inserted, removed, replaced or swapped
// with their neighbour that turn a into b.
func distance(a, b string) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
