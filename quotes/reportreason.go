package quotes

import (
	"fmt"
	"strings"
)

// Reason says in a line why a citation has its status.
func (c Citation) Reason() string {
	switch c.Status {
	case StatusMissing:
		return c.missingReason()
	case StatusError:
		return "not judged" + c.judgeWords()
	case StatusTooShort:
		return "the quote is too short to prove anything"
	case StatusNotFound:
		return fmt.Sprintf("the quote is not in the source (closest place %.0f %% alike)", 100*c.TextMatch.Similarity)
	case StatusWrongSource:
		return fmt.Sprintf("the quote is from source %d", c.FoundIn)
	case StatusAltered:
		return "the quote is altered: " + alterationList(c.TextMatch.Alterations)
	case StatusWeak:
		return c.weakReason()
	}
	return string(c.TextMatch.Method) + c.judgeWords()
}

func (c Citation) missingReason() string {
	if strings.TrimSpace(c.Quote) == "" {
		return "cited without a quote"
	}
	reason := "no such source"
	if c.FoundIn > 0 {
		reason += fmt.Sprintf("; the quote is from source %d", c.FoundIn)
	}
	return reason
}

func (c Citation) weakReason() string {
	if c.Entailment != nil {
		return "the quote does not carry the claim" + c.judgeWords()
	}
	return fmt.Sprintf("the quote only resembles the source (%s, %.2f)", c.TextMatch.Method, c.TextMatch.Score)
}

// judgeWords are the judge's class and first reason.
func (c Citation) judgeWords() string {
	if c.Entailment == nil {
		return ""
	}
	words := ", " + string(c.Entailment.Class)
	if len(c.Entailment.Reasons) > 0 {
		words += ": " + shortened(c.Entailment.Reasons[0])
	}
	return words
}

func alterationList(list []Alteration) string {
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = fmt.Sprintf("%s %q, source %q", a.Kind, shortened(a.Quote), shortened(a.Source))
	}
	return strings.Join(parts, "; ")
}
