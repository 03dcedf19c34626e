package targets

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func TestInspectSamplesAreAnswersByTheirID(t *testing.T) {
	r := openFile(t, "testdata/inspect.json", Format{})
	window := answers.Answer{ID: "refund-window", Query: "How long do customers have?", Model: "mockllm/model"}
	first, second := window, window
	first.Text, first.LatencyMs, first.Usage = "Within 30 days; not NaN.", ptr(1250.0), &answers.Usage{PromptTokens: ptr(10), CompletionTokens: ptr(5)}
	second.Text = "A month."
	parts := answers.Answer{ID: "7", Query: "Who pays for returns?", Text: "The shop.", Model: "mockllm/model"}
	for _, c := range []recordedCase{
		{id: "refund-window", want: first},
		{id: "refund-window", repeat: 1, want: second},
		{id: "refund-window", repeat: 2, code: CodeNoAnswer, says: "in epoch 3"},
		{id: "other", query: "How long do customers have?", repeat: 1, want: second},
		{id: "7", want: parts},
		{id: "other", query: "Who pays for returns?", want: parts},
		{id: "7", repeat: 1, code: CodeEmpty, says: `inspect.json:27 ($.samples[3]): no answer is recorded for question "7": the sample has no output`},
		{id: "broken", code: CodeEmpty, says: `the sample failed: "ConnectionError('no luck')"`},
		{id: "broken", repeat: 1, code: CodeNoAnswer},
		{id: "filtered", code: CodeEmpty, says: "filtered"},
		{id: "other", query: "Two?", code: CodeNoAnswer},
	} {
		c.check(t, r)
	}
	if r.Repeats() != 2 || r.Count() != 6 {
		t.Errorf("got %d repeats of %d answers", r.Repeats(), r.Count())
	}
}

func TestInspectLogsAreRefusedWithThePlace(t *testing.T) {
	sample := `{"id":"a","epoch":1,"output":{"completion":"x","choices":[{"stop_reason":"stop"}]}}`
	for name, c := range map[string]struct{ text, says string }{
		"no samples":            {`{"eval":{},"status":"success"}`, `log.json:1: key "samples" is missing`},
		"samples twice":         {`{"eval":{},"status":"success","samples":[],"samples":[]}`, `duplicate key "samples"`},
		"samples that are not":  {`{"eval":{},"status":"success","samples":{}}`, `'{' where '[' is wanted`},
		"none":                  {`{"eval":{},"status":"success","samples":[]}`, "holds no answers"},
		"an epoch twice":        {`{"eval":{},"status":"success","samples":[` + sample + ",\n" + sample + `]}`, `log.json:2: $.samples[1]: id "a" stands at $.samples[0] already`},
		"no id":                 {`{"eval":{},"status":"success","samples":[{"output":{}}]}`, "$.samples[0]: the sample has no id"},
		"an id of another kind": {`{"eval":{},"status":"success","samples":[{"id":[]}]}`, "id is neither"},
		"an attachment not there": {`{"eval":{},"status":"success","samples":[{"id":"a","output":{"completion":"attachment://00"}}]}`,
			`attachment "00" is missing`},
		"a cut file":        {`{"eval":{},"status":"success","samples":[` + sample, "log.json:1: the file ends in the middle"},
		"a cut sample":      {`{"eval":{},"status":"success","samples":[{"id":`, "the file ends in the middle"},
		"text after it":     {`{"eval":{},"status":"success","samples":[` + sample + `]} x`, "text after the JSON value"},
		"NaN for the epoch": {`{"eval":{},"status":"success","samples":[{"id":"a","epoch":"NaN"}]}`, "epoch is not what"},
		"a large epoch":     {`{"eval":{},"status":"success","samples":[{"id":"a","epoch":70000}]}`, "epoch is 70000"},
		"a ZIP archive":     {"PK\x03\x04\x14", `inspect log dump`},
	} {
		_, err := OpenRecordedAs(writeFile(t, "log.json", c.text), Format{Name: suites.FormatInspect})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", name, err, c.says)
		}
	}
}
