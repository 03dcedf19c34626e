package quotes

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// statement is a claim with several proved quotes, none of which entails it
// alone: whether they do together must be asked.
type statement struct {
	claim   string
	cites   []*Citation // the proved ones
	joint   Entailment
	without map[*Citation]Entailment // what the others say without one
}

// omission is a statement with one of its citations left out.
type omission struct {
	from *statement
	at   int
}

// askTogether asks about several quotes at once where the answer does not
// follow from what each says alone: a set that holds an entailing quote
// entails too, and of two quotes each is the other's rest.
func (v *verification) askTogether(ctx context.Context) error {
	v.joint = v.statements()
	items := make([]JudgeItem, len(v.joint))
	for i, s := range v.joint {
		items[i] = v.jointItem(s.cites)
	}
	results, err := v.askAccepted(ctx, items)
	if err != nil {
		return err
	}
	for i, s := range v.joint {
		s.joint = results[i]
	}
	return v.askWithout(ctx)
}

// askWithout asks, for claims of three and more quotes, what is left without
// each of them.
func (v *verification) askWithout(ctx context.Context) error {
	var omissions []omission
	var items []JudgeItem
	for _, s := range v.joint {
		if len(s.cites) < 3 || !supports(s.joint, true) {
			continue
		}
		for i := range s.cites {
			item := v.jointItem(slices.Delete(slices.Clone(s.cites), i, i+1))
			item.ID += "-" + strconv.Itoa(i+1)
			items, omissions = append(items, item), append(omissions, omission{s, i})
		}
	}
	results, err := v.askAccepted(ctx, items)
	if err != nil {
		return err
	}
	for i, o := range omissions {
		o.from.without[o.from.cites[o.at]] = results[i]
	}
	return nil
}

func (v *verification) askAccepted(ctx context.Context, items []JudgeItem) ([]Entailment, error) {
	if len(items) == 0 {
		return nil, nil
	}
	results, err := v.ask(ctx, items)
	for i := range results {
		results[i] = accepted(results[i])
	}
	return results, err
}

// statements lists the claims whose citations must be judged together. One
// whose judge failed on a citation is left out: it has no decision anyway.
func (v *verification) statements() []*statement {
	var out []*statement
	for _, claim := range v.parsed.Claims {
		s := &statement{claim: claim.ID, without: map[*Citation]Entailment{}}
		open := true
		for i := range v.citations {
			c := &v.citations[i]
			if c.ClaimID != claim.ID || c.Entailment == nil {
				continue
			}
			open = open && c.Entailment.Class != ClassError && !supports(*c.Entailment, false)
			s.cites = append(s.cites, c)
		}
		if open && len(s.cites) > 1 {
			out = append(out, s)
		}
	}
	return out
}

// jointItem shows several quotes, each behind the number of its source.
func (v *verification) jointItem(cites []*Citation) JudgeItem {
	item := JudgeItem{ID: cites[0].ClaimID, Claim: cites[0].ClaimText}
	var quotes, contexts []string
	for _, c := range cites {
		mark := "[" + strconv.Itoa(c.SourceIndex) + "] "
		quotes = append(quotes, mark+c.Quote)
		contexts = append(contexts, mark+v.prepared[c.SourceIndex-1].Around(c.TextMatch, v.opt.ContextChars/len(cites)))
	}
	item.Quote, item.Context = strings.Join(quotes, "\n"), strings.Join(contexts, "\n")
	return item
}
