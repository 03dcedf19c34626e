package targets

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
)

// promptfooLayout reads the rows of a promptfoo results file, one for each
// test, prompt and provider. They carry no id of their own: a question is
// found by the variable that holds it.
func promptfooLayout(queryVar string) layout {
	read := func(run []byte) (recording, error) {
		var row promptfooRow
		if err := foreign(run, &row); err != nil {
			return recording{}, err
		}
		a, err := row.answer(queryVar)
		return recording{Answer: a}, err
	}
	return layout{
		answers: elements(answers.MaxLine, "results", "results"), cut: cutFromList,
		decode: read, again: read, path: elementPath("$.results.results"), closed: true,
	}
}

// foreign decodes an object of another tool's file. Keys that nobody here
// knows are left alone; one that stands twice is refused, as everywhere.
func foreign(run []byte, v any) error {
	if !utf8.Valid(run) {
		return errors.New("not valid UTF-8")
	}
	err := strictjson.Unmarshal(run, v, nil)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s is not what this format has there, but a %s", cmp.Or(wrong.Field, "it"), wrong.Value)
	}
	return err
}

type promptfooRow struct {
	Vars     map[string]json.RawMessage `json:"vars"`
	Provider json.RawMessage            `json:"provider"`
	Response *struct {
		Output     json.RawMessage `json:"output"`
		Error      *string         `json:"error"`
		Cached     bool            `json:"cached"`
		TokenUsage *struct {
			Prompt     *int `json:"prompt"`
			Completion *int `json:"completion"`
		} `json:"tokenUsage"`
	} `json:"response"`
	Error     *string  `json:"error"`
	LatencyMs *float64 `json:"latencyMs"`
}

func (r promptfooRow) answer(queryVar string) (answers.Answer, error) {
	query, err := r.query(queryVar)
	if err != nil {
		return answers.Answer{}, err
	}
	a, err := r.output()
	a.ID, a.Query = "", query
	if err != nil {
		return a, err
	}
	if a.Model == "" {
		a.Model = r.provider()
	}
	if a.Usage == nil && r.Response.TokenUsage != nil {
		a.Usage = &answers.Usage{PromptTokens: r.Response.TokenUsage.Prompt, CompletionTokens: r.Response.TokenUsage.Completion}
	}
	// The time of a reply from promptfoo's cache is not the application's.
	if a.LatencyMs == nil && !r.Response.Cached && r.LatencyMs != nil && *r.LatencyMs >= 0 {
		a.LatencyMs = r.LatencyMs
	}
	return a, nil
}

// query takes the named variable, or the one that holds the question by
// custom or for want of another.
func (r promptfooRow) query(queryVar string) (string, error) {
	names := []string{queryVar}
	if queryVar == "" {
		names = []string{"query", "question"}
		if len(r.Vars) == 1 {
			for only := range r.Vars {
				names = append(names, only)
			}
		}
	}
	for _, name := range names {
		raw, ok := r.Vars[name]
		if !ok {
			continue
		}
		var text string
		if err := json.Unmarshal(raw, &text); err != nil || strings.TrimSpace(text) == "" {
			return "", fmt.Errorf("vars.%s is no text that could be a question", name)
		}
		return text, nil
	}
	return "", fmt.Errorf("vars has no %s", strings.Join(names, " or "))
}

// output is the text the provider gave, or an answer envelope where the test
// makes it give one. What is neither was never an answer.
func (r promptfooRow) output() (answers.Answer, error) {
	if r.Response == nil || len(r.Response.Output) == 0 || string(r.Response.Output) == "null" {
		return answers.Answer{}, noAnswer{r.why()}
	}
	switch r.Response.Output[0] {
	case '"':
		var text string
		err := json.Unmarshal(r.Response.Output, &text)
		return answers.Answer{Text: text}, err
	case '{':
		a, err := answers.Decode(r.Response.Output)
		if err != nil && !errors.Is(err, answers.ErrNoAnswer) {
			err = fmt.Errorf("response.output: %w", err)
		}
		return a, err
	}
	return answers.Answer{}, errors.New("response.output is neither text nor an answer envelope")
}

func (r promptfooRow) why() string {
	if r.Response != nil && r.Response.Error != nil {
		return "the provider failed: " + shown(*r.Response.Error)
	}
	if r.Error != nil {
		return "the test failed: " + shown(*r.Error)
	}
	return "the row has no response.output"
}

// provider is an object with an id, in older files a text. It is only told,
// so that any other value is as good as none.
func (r promptfooRow) provider() (id string) {
	var named struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(r.Provider, &named) == nil {
		return named.ID
	}
	_ = json.Unmarshal(r.Provider, &id)
	return id
}
