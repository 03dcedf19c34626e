package judgeprompt

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
)

// verdictIn returns the JSON object that is the reply's verdict.
func verdictIn(text string) (string, *fault) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff"))
	if (answers.Answer{Text: text}).Blank() {
		return "", &fault{CodeEmpty, "it holds no text"}
	}
	if !json.Valid([]byte(text)) {
		return search(text)
	}
	if text[0] != '{' {
		return "", &fault{CodeNotJSON, "it is " + brief(text) + ", not a JSON object"}
	}
	return text, nil
}

// search looks through a text that is not JSON as a whole, in prose and in
// fences of any kind, for complete objects that carry scores. Objects inside a
// reasoning block are drafts; what follows a block that never ends is an
// unfinished thought. Nothing is repaired.
//
// An object that breaks off after it began to give scores, or to think, counts
// as a second, unreadable verdict: the complete one beside it may be a draft,
// or a quotation from the answer, which would then have graded itself.
func search(text string) (string, *fault) {
	found, broken := scan(text)
	switch {
	case len(found) == 0 && broken:
		return "", &fault{CodeNotJSON, "its JSON object is broken or not finished"}
	case len(found) == 0:
		return "", &fault{CodeNotJSON, "it holds no JSON object with scores, but begins " + strconv.Quote(brief(text))}
	case broken:
		return "", &fault{CodeTwoObjects, "it holds one verdict and the pieces of another"}
	}
	for _, other := range found[1:] {
		if !sameVerdict(found[0], other) {
			return "", &fault{CodeTwoObjects, "it holds verdicts that differ"}
		}
	}
	return found[0], nil
}

// scan reads text once from front to back, whatever it holds. Of verdicts with
// the same bytes it keeps one.
func scan(text string) (found []string, broken bool) {
	for i := 0; i < len(text); {
		next := strings.IndexAny(text[i:], "<{")
		if next < 0 {
			break
		}
		i += next
		if text[i] == '<' {
			i = afterThought(text, i)
			continue
		}
		end, complete := objectAt(text, i)
		object := text[i:end]
		switch {
		case !complete || mayCarryScores(object) && !json.Valid([]byte(object)):
			broken = broken || strings.Contains(object, `"scores"`) || holdsThought(object)
		case carriesScores(object) && (len(found) == 0 || object != found[0]):
			found = append(found, object)
		}
		i = end
	}
	return found, broken
}

// mayCarryScores spares the JSON reader all objects in which the key stands
// neither spelled out nor with an escape in it.
func mayCarryScores(object string) bool {
	return strings.Contains(object, "scores") || strings.Contains(object, `\u`)
}

func carriesScores(object string) bool {
	if !mayCarryScores(object) {
		return false
	}
	_, carries := strictjson.Members([]byte(object))["scores"]
	return carries
}

// sameVerdict compares scores and reasoning as values: 4 and 4.0 are one.
func sameVerdict(a, b string) bool {
	x, y := readVerdict([]byte(a)), readVerdict([]byte(b))
	for _, key := range []string{"scores", "reasoning"} {
		if !sameValue(x.top[key], y.top[key]) {
			return false
		}
	}
	return true
}

func sameValue(a, b json.RawMessage) bool {
	if string(a) == string(b) {
		return true
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
