package targets

import (
	"context"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
)

// enter waits for the leave to ask once. How many tokens a program will use
// is not known before it says so.
func (c *Command) enter(ctx context.Context) (llm.Pass, error) {
	if c.opt.Governor == nil {
		return freePass{}, nil
	}
	return c.opt.Governor.Enter(ctx, 0)
}

type freePass struct{}

func (freePass) Done(llm.End) {}

// end tells limits and budgets how one question ended.
func (c *Command) end(a answers.Answer, err error) llm.End {
	end := llm.End{Sent: true}
	if failed, ok := err.(*Error); ok {
		end.Code = llm.Code(strings.TrimPrefix(failed.Code, codePrefix))
	}
	if u := a.Usage; u != nil {
		end.PromptTokens, end.CompletionTokens = number(u.PromptTokens), number(u.CompletionTokens)
	}
	return end
}

func number(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
