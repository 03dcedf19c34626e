package quotes

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// askAll puts to the judge what needs judgement. The error is that of a
// context that ended.
func (v *verification) askAll(ctx context.Context) error {
	asked, items := v.judgeable()
	if len(items) > 0 || v.opt.Profile == Compat {
		results, err := v.ask(ctx, items)
		if err != nil {
			return err
		}
		for i, c := range asked {
			v.entail(c, results[i])
		}
	}
	if v.opt.Profile == Compat {
		return nil
	}
	return v.askTogether(ctx)
}

// judgeable lists the citations to ask about. A quote whose text has already
// failed is decided, and asking about it would be paid for nothing; the
// reference asks about all.
func (v *verification) judgeable() (asked []*Citation, items []JudgeItem) {
	repeated := map[pair]int{}
	for i := range v.citations {
		c := &v.citations[i]
		if v.opt.Profile == Default && c.Status != StatusVerified {
			continue
		}
		if c.ClaimText == "" {
			key := pair{c.ClaimID, c.SourceIndex}
			v.warnings = append(v.warnings, pairWarning(NoClaimText, key, "claim %s (source %d) has no text to judge"))
			continue
		}
		if c.Quote == "" {
			continue
		}
		key := pair{c.ClaimID, c.SourceIndex}
		repeated[key]++
		asked = append(asked, c)
		items = append(items, JudgeItem{
			ID: itemID(key, repeated[key]), Claim: c.ClaimText, Quote: c.Quote, Context: v.context(*c),
		})
	}
	return asked, items
}

// itemID is claim|source, with a number for every further quote of the pair.
func itemID(p pair, nth int) string {
	id := p.claim + "|" + strconv.Itoa(p.source)
	if nth > 1 {
		id += "|" + strconv.Itoa(nth)
	}
	return id
}

// context is the text around a quote, from the field that it was found in.
func (v *verification) context(c Citation) string {
	if v.opt.Profile == Compat {
		return compatContext(v.sources[c.SourceIndex-1].Text, c.TextMatch, v.opt.ContextChars)
	}
	return v.prepared[c.SourceIndex-1].Around(c.TextMatch, v.opt.ContextChars)
}

// compatContext always reads the main text, in UTF-16 units: around a hit
// there, else from its beginning.
func compatContext(text string, m Match, room int) string {
	units := utf16.Encode([]rune(text))
	from, to := 0, 2*room
	if m.Start != nil && m.Field == "text" {
		from = unitsIn(text[:*m.Start], UTF16) - room
		to = unitsIn(text[:*m.End], UTF16) + room
	}
	return string(utf16.Decode(units[max(0, from):min(len(units), to)]))
}

// ask calls the judge and returns one result per item, whatever came back.
func (v *verification) ask(ctx context.Context, items []JudgeItem) ([]Entailment, error) {
	results, err := v.opt.Judge(ctx, items)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("ask the judge: %w", ctx.Err())
	}
	if err != nil {
		return failures(len(items), "judge_failed: "+strings.Join(strings.Fields(err.Error()), " ")), nil
	}
	if len(results) != len(items) {
		v.warnings = append(v.warnings, Warning{
			Code:    ShortJudgeList,
			Message: fmt.Sprintf("the judge returned %d results for %d citations; those without one are errors", len(results), len(items)),
		})
	}
	return append(slices.Clone(results[:min(len(results), len(items))]),
		failures(len(items)-len(results), "missing_item")...), nil
}

func failures(n int, reason string) []Entailment {
	out := make([]Entailment, max(0, n))
	for i := range out {
		out[i] = Entailment{Class: ClassError, Reasons: []string{reason}}
	}
	return out
}

// entail adds a judge's result to a citation.
func (v *verification) entail(c *Citation, e Entailment) {
	if v.opt.Profile == Default {
		e = accepted(e)
	}
	e.Reasons = listed(e.Reasons)
	c.Entailment, c.Score = &e, nil
	if e.Class != ClassError && e.Confidence != nil {
		score := min(c.TextMatch.Score, *e.Confidence)
		c.Score = &score
	}
	c.Status = statusOf(*c, v.opt.MinScore)
}

// accepted turns a result that no judge may give into an error: a function
// of someone else's making is trusted no more than a model.
func accepted(e Entailment) Entailment {
	switch {
	case e.Class == ClassError:
		e.Confidence = nil
	case !e.Valid():
		return failures(1, "invalid_result")[0]
	}
	return e
}
