package reports

import (
	"cmp"
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// judgeWork says what judging took, in sentences for every surface: what was
// asked anew and what was told before, then tokens and cost.
func judgeWork(run results.RunInfo, j results.JudgeSummary) []string {
	stored := "the cache"
	if run.From != "" {
		stored += " or run " + cut(run.From, maxName)
	}
	out := []string{fmt.Sprintf("%s in %s, %d from %s",
		plural(j.Fresh, "fresh judgement"), requestWords(j.Calls, j.Retries), j.Cached, stored)}
	if run.Judge.Kind != results.JudgeModel {
		return out
	}
	return append(out, tokenWords(j.PromptTokens, j.CompletionTokens, j.Unmetered)+"; cost: "+costWords(j.Cost, j.CostReason))
}

// targetWork says what the answers of a live target took. An application
// that reports no tokens has no cost to speak of.
func targetWork(t *results.TargetSummary) []string {
	lost := 0
	for _, n := range t.Errors {
		lost += n
	}
	asked := fmt.Sprintf("%s in %s", plural(max(t.Asked-lost, 0), "fresh answer"), requestWords(t.Calls, t.Retries))
	if t.Reused > 0 {
		asked += fmt.Sprintf(", %d reused from before the run was resumed", t.Reused)
	}
	out := []string{asked}
	if t.PromptTokens+t.CompletionTokens == 0 {
		return append(out, "no count of tokens came with the answers")
	}
	return append(out, tokenWords(t.PromptTokens, t.CompletionTokens, t.Unmetered)+"; cost: "+costWords(t.Cost, t.CostReason))
}

func requestWords(calls, retries int) string {
	text := plural(calls, "request")
	if retries == 0 {
		return text
	}
	return fmt.Sprintf("%s (%d to retry)", text, retries)
}

func tokenWords(prompt, completion, unmetered int) string {
	text := fmt.Sprintf("%d prompt and %d completion tokens", prompt, completion)
	switch unmetered {
	case 0:
		return text
	case 1:
		return text + ", one reply did not say"
	}
	return fmt.Sprintf("%s, %d replies did not say", text, unmetered)
}

// costWords never prints a cost that is not known as a sum.
func costWords(cost *float64, reason string) string {
	if cost == nil {
		return cut(cmp.Or(reason, "no reason recorded"), maxReason)
	}
	return summary.Dollars(*cost)
}
