package targets

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/evalrun/evalrun/answers"
)

// maxSample is the largest sample of an Inspect log, in bytes. A sample holds
// its whole conversation and every event of it, so that it is far larger than
// the answer in it.
const maxSample = 64 << 20

// inspectLayout reads the samples of an Inspect log. The epochs of a sample
// are the repeats of a question.
func inspectLayout() layout {
	read := func(run []byte) (recording, error) {
		var s inspectSample
		if err := foreign(withoutNaN(run), &s); err != nil {
			return recording{}, err
		}
		return s.recording()
	}
	return layout{
		answers: elements(maxSample, "samples"), cut: cutFromList,
		decode: read, again: read, path: elementPath("$.samples"), closed: true,
	}
}

type inspectSample struct {
	ID          json.RawMessage   `json:"id"`
	Epoch       int               `json:"epoch"`
	Input       json.RawMessage   `json:"input"`
	Output      inspectOutput     `json:"output"`
	Attachments map[string]string `json:"attachments"`
	Error       *struct {
		Message string `json:"message"`
	} `json:"error"`
}

type inspectOutput struct {
	Model      string  `json:"model"`
	Completion *string `json:"completion"`
	Choices    []struct {
		Message    inspectMessage `json:"message"`
		StopReason string         `json:"stop_reason"`
	} `json:"choices"`
	Usage *struct {
		Input  *int `json:"input_tokens"`
		Output *int `json:"output_tokens"`
	} `json:"usage"`
	Seconds *float64 `json:"time"`
	Error   *string  `json:"error"`
}

func (s inspectSample) recording() (recording, error) {
	id, err := sampleID(s.ID)
	if err != nil {
		return recording{}, err
	}
	if s.Epoch < 0 || s.Epoch > math.MaxUint16 {
		return recording{}, fmt.Errorf("epoch is %d", s.Epoch)
	}
	out := recording{epoch: max(s.Epoch, 1), Answer: answers.Answer{ID: id, Model: s.Output.Model}}
	if out.Query, err = s.query(); err != nil {
		return recording{}, err
	}
	if why := s.failed(); why != "" {
		return out, noAnswer{why}
	}
	if out.Text, err = s.text(); err != nil {
		return recording{}, err
	}
	if u := s.Output.Usage; u != nil {
		out.Usage = &answers.Usage{PromptTokens: u.Input, CompletionTokens: u.Output}
	}
	if t := s.Output.Seconds; t != nil && *t >= 0 {
		ms := *t * 1000
		out.LatencyMs = &ms
	}
	return out, nil
}

// failed says why a sample has no answer, "" when it has one. A sample that
// broke has an output all the same, an empty one, which would pass for a
// decline.
func (s inspectSample) failed() string {
	switch {
	case s.Error != nil:
		return "the sample failed: " + shown(s.Error.Message)
	case s.Output.Error != nil:
		return "the model failed: " + shown(*s.Output.Error)
	case len(s.Output.Choices) == 0 && (s.Output.Completion == nil || *s.Output.Completion == ""):
		return "the sample has no output"
	case len(s.Output.Choices) > 0 && s.Output.Choices[0].StopReason == "content_filter":
		return "the reply was filtered"
	}
	return ""
}

func (s inspectSample) text() (string, error) {
	if s.Output.Completion != nil {
		return s.resolved(*s.Output.Completion)
	}
	return s.content(s.Output.Choices[0].Message)
}

func sampleID(raw json.RawMessage) (string, error) {
	var text string
	var number json.Number
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", errors.New("the sample has no id")
	case json.Unmarshal(raw, &text) == nil:
		return text, nil
	case raw[0] != '"' && json.Unmarshal(raw, &number) == nil:
		return number.String(), nil
	}
	return "", errors.New("id is neither a text nor a number")
}

// attachment begins a text that was put aside into the sample's attachments.
const attachment = "attachment://"

func (s inspectSample) resolved(text string) (string, error) {
	name, aside := strings.CutPrefix(text, attachment)
	if !aside {
		return text, nil
	}
	full, ok := s.Attachments[name]
	if !ok {
		return "", fmt.Errorf("attachment %q is missing", name)
	}
	return full, nil
}
