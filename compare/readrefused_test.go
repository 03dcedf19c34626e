package compare

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// twoAnswers is a report of a run with two repeats and a partial score.
func twoAnswers() results.ReportDoc {
	doc := reportOf("a", question("q1", 5, 2), negative("q2", 4, 4))
	doc.Run.Repeats = 2
	return settled(doc)
}

func TestReportsAtOddsWithThemselvesAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(doc map[string]any)
		want string
	}{
		{"a gate's verdict in Markdown", at("X <script>|`a`\n# H", "gate", "verdict"), "gate: verdict \"X <script>|`a`\\n# H\" is none"},
		{"a gate without a verdict", at(nil, "gate", "verdict"), `gate: verdict "" is none`},
		{"a rule's verdict", at([]any{map[string]any{"name": "passRate", "verdict": "skipped"}}, "gate", "rules"), `gate: rule "passRate": verdict "skipped" is none`},
		{"a run's status", at("interrupted", "run", "status"), `run: status "interrupted" is none`},
		{"a judge's kind", at("oracle", "run", "judge", "kind"), `run: judge.kind "oracle" is none`},
		{"when the judge is asked", at("never", "run", "judge", "when"), `run: judge.when "never" is none`},
		{"whether confidence is wanted", at("perhaps", "run", "confidence"), `run: confidence "perhaps" is none`},
		{"what the gate is on", at("luck", "run", "gate", "on"), `run: gate.on "luck" is none`},
		{"a stop", at(map[string]any{"kind": "boredom"}, "run", "stop"), `run: stop.kind "boredom" is none`},
		{"a category of dimensions", at(map[string]any{"neutral": []any{"tone"}}, "run", "dimensions"), `run: dimensions: category "neutral" is none`},
		{"a dimension", at([]any{"wit"}, "run", "dimensions", "positive"), `run: dimensions: "wit" is none`},
		{"a dimension twice", at([]any{"tone", "tone"}, "run", "dimensions", "positive"), "run: dimensions: positive/tone stands twice"},
		{"a share", at(1.5, "run", "gate", "minCommon"), `run: "gate.minCommon" is 1.5, not within 0..1`},
		{"a pass rate", at(-0.1, "run", "gate", "passRate"), `run: "gate.passRate" is -0.1, not within 0..1`},
		{"a floor", at(1e308, "run", "passAt", "grounding"), `run: "passAt.grounding" is 1e+308, not within 1..5`},
		{"a floor of a mean", at(map[string]any{"positive/tone": 0}, "run", "gate", "dimensions"), `run: "gate.dimensions.positive/tone" is 0, not within 1..5`},
		{"a margin of a rate", at(map[string]any{"passRate": 3}, "run", "gate", "margins"), `run: gate.margins: "passRate" is 3, not above 0 and at most 1`},
		{"a margin of nothing", at(map[string]any{"positive/tone": 0}, "run", "gate", "margins"), `run: gate.margins: "positive/tone" is 0, not above 0 and at most 4`},
		{"a number beyond numbers", at(json.Number("1e999"), "run", "gate", "passRate"), "run: gate.passRate cannot hold a number 1e999"},
		{"a verdict that no repeat has", at("error", "questions", 0, "verdict"), `question "q1": its verdict is error, and that of its repeats fail`},
		{"a pass over a repeat that failed", at("pass", "questions", 0, "verdict"), `question "q1": its verdict is pass, and that of its repeats fail`},
		{"a repeat's verdict", at("", "questions", 1, "repeats", 0, "verdict"), `question "q2": repeat 0: verdict "" is none`},
		{"a repeat's state", at("shy", "questions", 1, "repeats", 1, "state"), `question "q2": repeat 1: state "shy" is none`},
		{"a repeat twice", at(0, "questions", 0, "repeats", 1, "repeat"), `question "q1": repeat 0 stands where repeat 1 should`},
		{"a repeat too many", at(1, "run", "repeats"), "the report has 2 questions in 1 repeat each, and 4 answers planned"},
		{"a repeat too many by all counts", func(doc map[string]any) { at(1, "run", "repeats")(doc); at(2, "run", "planned")(doc) }, `question "q1": it has 2 repeats, and the run 1`},
		{"no repeats of several", at([]any{}, "questions", 0, "repeats"), `question "q1": it has 0 repeats, and the run 2`},
		{"repeats below none", at(-2, "run", "repeats"), "run: repeats is -2"},
		{"a check's status", at([]any{map[string]any{"check": "answered", "status": "ok"}}, "questions", 0, "checks"), `question "q1": check "answered": status "ok" is none`},
		{"a score that a cell does not have", at("errored", "questions", 0, "cells", "positive/grounding"), `question "q1": it has a score of grounding, whose cell is errored`},
		{"a cell's status", at("bogus", "questions", 1, "cells", "negative/tone"), `question "q2": cell "negative/tone": status "bogus" is none`},
		{"a cell of the other category", at("skipped", "questions", 1, "cells", "positive/tone"), `question "q2": cell "positive/tone" is none of a negative question`},
		{"a scored cell without a score", at("scored", "questions", 0, "cells", "positive/tone"), `question "q1": cell "positive/tone" is scored and has no score`},
		{"no cells", at(nil, "questions", 0, "cells"), `question "q1": it has a score of grounding, whose cell is absent`},
		{"a score that is null", at(nil, "questions", 0, "scores", "grounding"), `question "q1": score of grounding is null`},
		{"a score that is zero", at(0, "questions", 0, "scores", "grounding"), `question "q1": score 0 of grounding is not within 1..5`},
		{"a score in quotes", at("5", "questions", 0, "scores", "grounding"), `question "q1": scores cannot hold a string`},
		{"a question too few", at(3, "run", "selection", "selected"), "the report has 2 questions, and 3 were selected"},
		{"no questions", at([]any{}, "questions"), "the report has 0 questions, and 2 were selected"},
		{"an answer too few", at(6, "run", "planned"), "the report has 2 questions in 2 repeats each, and 6 answers planned"},
		{"no counts", func(doc map[string]any) {
			at(nil, "run", "selection")(doc)
			at(nil, "run", "planned")(doc)
		}, "neither selection nor planned says how many questions there are"},
		{"a key in other case", func(doc map[string]any) {
			q := doc["questions"].([]any)[0].(map[string]any)
			q["Verdict"] = "pass"
		}, `question "q1": key "Verdict" is written "verdict"`},
		{"a run's key in other case", at(0, "run", "Planned"), `run: keys "Planned" and "planned" differ in letter case alone`},
		{"a block that is too large", at(strings.Repeat("x", largestValue), "extra"), "extra: it is larger than 10 MB"},
		{"a question that is too large", at(strings.Repeat("x", largestValue), "questions", 1, "query"), "question 2: it is larger than 10 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := encoded(t, edited(t, twoAnswers(), c.edit))
			_, err := Read("r", bytes.NewReader(text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want it to say %s", err, c.want)
			}
		})
	}
}

// edited is a report in its file form with a change made to it.
func edited(t *testing.T, doc results.ReportDoc, edit func(map[string]any)) map[string]any {
	t.Helper()
	var whole map[string]any
	if err := json.Unmarshal(encoded(t, doc), &whole); err != nil {
		t.Fatal(err)
	}
	edit(whole)
	return whole
}

// at sets what stands at a path.
func at(value any, path ...any) func(map[string]any) {
	return func(doc map[string]any) {
		var place any = doc
		for _, step := range path[:len(path)-1] {
			place = child(place, step)
		}
		switch last := path[len(path)-1].(type) {
		case string:
			place.(map[string]any)[last] = value
		case int:
			place.([]any)[last] = value
		}
	}
}

func child(place, step any) any {
	if i, ok := step.(int); ok {
		return place.([]any)[i]
	}
	return place.(map[string]any)[step.(string)]
}

func TestKeysThatStandTwiceAreRefused(t *testing.T) {
	good := string(encoded(t, twoAnswers()))
	for _, c := range []struct{ name, old, twice, want string }{
		{"in a question", `"id":"q1"`, `"verdict":"pass","id":"q1"`, `question "q1": duplicate key "verdict"`},
		{"by an escape", `"id":"q1"`, `"\u0076erdict":"pass","id":"q1"`, `question "q1": duplicate key "verdict"`},
		{"in a repeat", `{"repeat":0`, `{"state":"answered","repeat":0`, `duplicate key "state" in repeats.[0]`},
		{"in the scores", `"scores":{"grounding":3.5`, `"scores":{"grounding":5,"grounding":3.5`, `duplicate key "grounding" in scores`},
		{"in the gate", `"gate":{"verdict"`, `"gate":{"verdict":"pass","verdict"`, `gate: duplicate key "verdict"`},
		{"in the run", `"run":{`, `"run":{"status":"complete",`, `run: duplicate key "status"`},
		{"in a block that no comparison reads", `"totals":{`, `"totals":{"pass":9,`, `totals: duplicate key "pass"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.twice, 1)
			if text == good {
				t.Fatal("the text was not changed")
			}
			_, err := Read("r", strings.NewReader(text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want it to say %s", err, c.want)
			}
		})
	}
}
