package targets

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func TestPromptfooResultsAreAnswersByTheirQuery(t *testing.T) {
	r := openFile(t, "testdata/promptfoo.json", Format{})
	const model = "openai:gpt-4.1-mini"
	for _, c := range []recordedCase{
		{query: "How long do customers have?", want: answers.Answer{Query: "How long do customers have?", Text: "Within 30 days [1].", Model: model,
			Usage: &answers.Usage{PromptTokens: ptr(20), CompletionTokens: ptr(10)}, LatencyMs: ptr(812.0)}},
		// An assertion that failed is promptfoo's verdict and not a missing
		// answer; a time out of its cache is nobody's latency.
		{query: "Who pays for returns?", want: answers.Answer{Query: "Who pays for returns?", Text: "The shop.", Confidence: "high", Model: model,
			Retrieved: []answers.Passage{{ID: "P1", Text: "The shop pays."}}}},
		{query: "What does it cost?", code: CodeEmpty, says: `promptfoo.json:26 ($.results.results[2]): no answer is recorded for question "": the provider failed: "API error: 429 \x1b[31mToo Many Requests"`},
		{query: "What does a worker earn?", want: answers.Answer{Query: "What does a worker earn?", Model: "exec:./bot.sh", LatencyMs: ptr(12.5)}},
		{query: "Never asked?", code: CodeNoAnswer},
	} {
		c.check(t, r)
	}
	if r.Count() != 4 || r.Repeats() != 0 {
		t.Errorf("got %d answers, %d repeats", r.Count(), r.Repeats())
	}
	place, raw, err := r.Raw(question("x", "What does a worker earn?"))
	if err != nil || !strings.HasSuffix(place, "promptfoo.json:34 ($.results.results[3])") || !strings.HasPrefix(string(raw), "{\n") || !strings.HasSuffix(string(raw), "}") {
		t.Errorf("got %s at %s, %v", raw, place, err)
	}
}

func TestPromptfooQueryVariable(t *testing.T) {
	row := func(vars, more string) string {
		return fmt.Sprintf(`{"results":{"results":[{"vars":%s,"response":{"output":"a"}}%s]},"config":{}}`, vars, more)
	}
	for name, c := range map[string]struct {
		vars, queryVar string
		want           string // the query that finds it
		says           string // or the problem
	}{
		"query before question":  {`{"question":"no","query":"yes"}`, "", "yes", ""},
		"question":               {`{"question":"yes","context":"c"}`, "", "yes", ""},
		"the only one":           {`{"frage":"yes"}`, "", "yes", ""},
		"none of several":        {`{"frage":"a","text":"b"}`, "", "", "$.results.results[0]: vars has no query or question"},
		"the named one":          {`{"query":"no","frage":"yes"}`, "frage", "yes", ""},
		"the named one is not":   {`{"query":"no"}`, "frage", "", "vars has no frage"},
		"a number":               {`{"query":5}`, "", "", "vars.query is no text"},
		"blank":                  {`{"query":" "}`, "", "", "vars.query is no text"},
		"of other letters' case": {`{"Query":"a","x":"b"}`, "", "", "vars has no query"},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, "out.json", row(c.vars, ""))
			r, err := OpenRecordedAs(path, Format{Name: suites.FormatPromptfoo, QueryVar: c.queryVar})
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v, want %q", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			recordedCase{query: c.want, want: answers.Answer{Query: c.want, Text: "a"}}.check(t, r)
		})
	}
	two := writeFile(t, "two.json", row(`{"query":"Q?"}`, `,{"vars":{"query":"Q?"},"response":{"output":"b"}}`))
	if _, err := OpenRecorded(two); err == nil || !strings.Contains(err.Error(), `$.results.results[1]: query "Q?" stands at $.results.results[0] already`) {
		t.Errorf("two answers for one query: %v", err)
	}
}

func TestPromptfooOutputIsTextOrAnEnvelope(t *testing.T) {
	for name, c := range map[string]struct{ row, says string }{
		"a number":                 {`{"vars":{"query":"Q"},"response":{"output":5}}`, "response.output is neither"},
		"a list":                   {`{"vars":{"query":"Q"},"response":{"output":["a"]}}`, "response.output is neither"},
		"an object of other shape": {`{"vars":{"query":"Q"},"response":{"output":{"answer":5}}}`, "response.output: answer is a number"},
		"a key twice":              {`{"vars":{"query":"Q"},"response":{"output":"a","output":"b"}}`, `duplicate key "output"`},
		"a row that is no object":  {`"text"`, "$.results.results[0]: it is not what"},
		"vars that are a list":     {`{"vars":[],"response":{"output":"a"}}`, "vars is not what"},
	} {
		_, err := OpenRecorded(writeFile(t, "out.json", `{"evalId":"e","results":{"results":[`+c.row+`]}}`))
		var problems Problems
		if !errors.As(err, &problems) || !strings.Contains(problems.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", name, err, c.says)
		}
	}
}
