package judge

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

// finishLength is the finish reason of a reply that hit the token limit.
const finishLength = "length"

// codePrefix goes before the codes of the chat client and of the reply parser.
const (
	codePrefix    = "judge_"
	codeTruncated = codePrefix + "truncated"
	codeNetwork   = codePrefix + string(llm.CodeNetwork)
	codeNotJSON   = codePrefix + "not_json"
)

// fault is why one ask gave no judgement.
type fault struct {
	code    string
	message string // names question and category
	// correction is appended to the prompt on the next ask; a fault without
	// one would come back, so that asking again is pointless.
	correction string
	fatal      string // why the run cannot go on, "" when it can
}

// read turns what came back into a judgement or a fault. The reply is parsed
// before its finish reason is looked at: one that is complete and valid was
// not harmed by the limit.
func (s *sitting) read(reply llm.Reply, err error) (results.Judgement, *fault) {
	if err != nil {
		return results.Judgement{}, s.chatFault(err)
	}
	judgement, err := judgeprompt.ParseReply(reply.Text, s.prompt.Spec)
	switch {
	case err == nil:
		return judgement, nil
	case reply.FinishReason == finishLength:
		return results.Judgement{}, s.cutFault(reply)
	}
	return results.Judgement{}, s.replyFault(err)
}

// replyFault is a reply that scored something else than it was asked to.
func (s *sitting) replyFault(err error) *fault {
	var e *judgeprompt.ReplyError
	if !errors.As(err, &e) {
		return &fault{code: codeNotJSON, message: s.about(err.Error())}
	}
	return &fault{code: codePrefix + e.Code, message: e.Message, correction: e.Correction()}
}

// cutFault says how the limit was spent: a limit used up with little to show
// points at hidden thinking. A second cut, at the raised limit, is the last.
func (s *sitting) cutFault(reply llm.Reply) *fault {
	used := "tokens used not reported"
	if reply.CompletionTokens > 0 {
		used = fmt.Sprintf("%d tokens used", reply.CompletionTokens)
	}
	f := &fault{code: codeTruncated, message: s.about(fmt.Sprintf(
		"the reply was cut: finish_reason %s, limit %d tokens, %s", finishLength, s.maxTokens, used))}
	if !s.raised {
		f.correction = correctCut
	}
	return f
}

// chatFault maps an error of the chat client. A refusal, an empty reply and a
// filtered reply may turn out differently when asked again; anything else the
// client has already retried as far as that is worth.
func (s *sitting) chatFault(err error) *fault {
	var e *llm.Error
	if !errors.As(err, &e) {
		return &fault{code: codeNetwork, message: s.about(err.Error())}
	}
	f := &fault{code: codePrefix + string(e.Code), message: s.about(e.Message)}
	switch {
	case e.Fatal:
		f.fatal = e.Message
	case e.Code == llm.CodeRefused:
		f.correction = correctRefused
	case e.Code == llm.CodeEmpty:
		f.correction = correctEmpty
	case e.Code == llm.CodeFiltered && e.Status == http.StatusOK:
		// It was the reply that was filtered; a filtered prompt, which has
		// another status, would be filtered again.
		f.correction = correctRefused
	}
	return f
}

func (s *sitting) about(what string) string {
	spec := s.prompt.Spec
	return fmt.Sprintf("judge on question %q (%s): %s", spec.QuestionID, spec.Category, what)
}

// What is wrong with a reply that held nothing to parse.
const (
	correctCut = "A previous reply could not be used: it was cut off at the token limit. " +
		"Judge again and return JSON only, with one short sentence of reasoning for each dimension.\n"
	correctRefused = "A previous reply could not be used: it was a refusal. Nothing has to be answered, " +
		"endorsed or repeated; the task is to score the answer. Judge again and return JSON only.\n"
	correctEmpty = "A previous reply could not be used: it was empty. Judge again and return JSON only.\n"
)
