package targets

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// gate lets questions pass or not and keeps how they ended.
type gate struct {
	refuse error
	ends   []llm.End
}

func (g *gate) Enter(context.Context, int) (llm.Pass, error) { return g, g.refuse }

func (g *gate) Done(e llm.End) { g.ends = append(g.ends, e) }

func TestEveryQuestionPassesTheGovernor(t *testing.T) {
	stream := program(t, "stream")
	stream.Mode = suites.ModeStream
	for name, c := range map[string]struct {
		spec suites.CommandSpec
		want llm.End
	}{
		"an answer with usage": {program(t, "say", `{"answer":"a","usage":{"promptTokens":3,"completionTokens":4}}`), llm.End{Sent: true, PromptTokens: 3, CompletionTokens: 4}},
		"an answer without":    {program(t, "say", "a"), llm.End{Sent: true}},
		"a failure":            {program(t, "leak", ""), llm.End{Sent: true, Code: "command"}},
		"a stream":             {stream, llm.End{Sent: true}},
	} {
		g := &gate{}
		command, err := NewCommand(c.spec, Options{Getenv: testEnv, Governor: g})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = command.Answer(context.Background(), question("q", "Q?"))
		if diff := cmp.Diff([]llm.End{c.want}, g.ends); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		command.Close()
	}
}

func TestSpentBudgetStartsNoProgram(t *testing.T) {
	c, err := NewCommand(program(t, "say", "a"), Options{Getenv: testEnv, Governor: &gate{refuse: llm.ErrBudget}})
	if err != nil {
		t.Fatal(err)
	}
	c.program += ".gone"
	var failed *Error
	if _, err := c.Answer(context.Background(), question("q", "Q?")); !errors.Is(err, llm.ErrBudget) || errors.As(err, &failed) {
		t.Errorf("got %v, want the budget's error", err)
	}
}
