package entail

import (
	"context"
	"errors"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/quotes"
)

// asks is how often an item is asked about: once, and once more where its
// result was missing or invalid. A model that fails an item twice, told why,
// seldom gets it right later.
const asks = 2

// settle asks about a batch until each question has a result.
func (j *Judge) settle(ctx context.Context, batch []*question) {
	var faults map[*question]string
	for range asks {
		reply, code := j.ask(ctx, batch, faults)
		if code != "" {
			fail(batch, func(*question) string { return code })
			return
		}
		batch, faults = j.take(batch, reply)
		if len(batch) == 0 {
			return
		}
	}
	fail(batch, func(q *question) string { return "judge_" + faults[q] })
}

func fail(batch []*question, reason func(*question) string) {
	for _, q := range batch {
		q.settle(quotes.Entailment{Class: quotes.ClassError, Reasons: []string{reason(q)}})
	}
}

// answered is a reply with the ids its items were asked under.
type answered struct {
	ids  map[string]*question
	text string
	cut  bool
}

// ask makes one call. code is why there is no reply to read.
func (j *Judge) ask(ctx context.Context, batch []*question, faults map[*question]string) (answered, string) {
	if ctx.Err() != nil {
		return answered{}, "judge_" + string(llm.CodeCanceled)
	}
	m := newMessage(batch, faults)
	reply, attempts, err := j.chat.Chat(ctx, llm.Request{
		System: systemPrompt, User: m.user,
		Temperature: j.opt.Temperature, Seed: j.opt.Seed, MaxTokens: j.maxTokens(len(batch)),
		Schema: &llm.Schema{Name: schemaName, JSON: replySchema},
	})
	j.opt.Observe(attempts)
	if err != nil && !askedInVain(err) {
		return answered{}, codeOf(err)
	}
	return answered{ids: m.ids, text: reply.Text, cut: reply.FinishReason == "length"}, ""
}

// askedInVain reports an error that another call may not end in: the endpoint
// is well and the model said nothing.
func askedInVain(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Code == llm.CodeEmpty
}

func codeOf(err error) string {
	var e *llm.Error
	if errors.As(err, &e) {
		return "judge_" + string(e.Code)
	}
	return "judge_" + string(llm.CodeNetwork)
}

// An answer to one item is an id, a class, a number and two short reasons:
// about 60 tokens in English, twice that in other scripts.
const (
	tokensPerItem = 150
	tokensBeside  = 300
)

func (j *Judge) maxTokens(items int) int {
	if j.opt.MaxTokens > 0 {
		return j.opt.MaxTokens
	}
	return tokensBeside + items*tokensPerItem
}

// take keeps the valid results of a reply, also of one that is broken
// elsewhere, and returns what is still open with what was wrong.
func (j *Judge) take(batch []*question, reply answered) ([]*question, map[*question]string) {
	read := readReply(reply.text, reply.ids)
	var open []*question
	faults := map[*question]string{}
	for _, q := range batch {
		r, found := read[q]
		switch {
		case !found && reply.cut:
			r.fault = faultTruncated
		case !found:
			r.fault = faultMissing
		}
		if r.fault != "" {
			open = append(open, q)
			faults[q] = r.fault
			continue
		}
		q.settle(r.entailment)
		j.remember(q, r.entailment)
	}
	return open, faults
}
