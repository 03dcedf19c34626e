package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// hardOf finds what fails a release without statistics: a rare crash moves no
// mean. Only what the base did right can be newly wrong.
func hardOf(counted []pair) []Hard {
	out := []Hard{}
	for _, p := range counted {
		if p.critical() && p.base.Verdict == results.Pass && p.head.Verdict == results.Fail {
			out = append(out, Hard{Question: p.head.ID, Kind: HardCritical, Message: "passed and fails now, and is critical", Judged: !failsCheck(p.head)})
		}
		out = append(out, forbidden(p)...)
		out = append(out, citations(p)...)
	}
	return out
}

func failsCheck(q *Question) bool {
	return slices.ContainsFunc(q.Checks, func(c Check) bool { return c.Status == results.FindingFail })
}

// forbidden finds phrases that the base's answer did not have. A phrase of
// which the base's report says nothing was not checked there.
func forbidden(p pair) []Hard {
	was := map[string]results.FindingStatus{}
	for _, c := range p.base.Checks {
		if c.Check == results.CheckMustNotMention {
			was[c.Phrase] = c.Status
		}
	}
	var out []Hard
	for _, c := range p.head.Checks {
		if c.Check == results.CheckMustNotMention && c.Status == results.FindingFail && was[c.Phrase] == results.FindingPass {
			out = append(out, Hard{Question: p.head.ID, Kind: HardForbidden, Message: fmt.Sprintf("says %q, which is forbidden; it did not", c.Phrase)})
		}
	}
	return out
}

// citations finds quotes that name a passage which is not there. It looks only
// where quotes are checked in both runs and all of the base's resolved: answers
// are worded anew each time, so no citation of one is that of the other.
func citations(p pair) []Hard {
	if p.base.Quotes == nil || p.head.Quotes == nil || unresolved(p.base.Quotes) != nil {
		return nil
	}
	if c := unresolved(p.head.Quotes); c != nil {
		return []Hard{{Question: p.head.ID, Kind: HardCitation, Message: fmt.Sprintf("cites %q, and no passage has this id; all citations resolved before", c.Passage)}}
	}
	return nil
}

// unresolved is the first citation with a quote from a passage that does not
// exist. One without a quote is a fault of another kind.
func unresolved(q *Quotes) *Citation {
	for i := range q.Citations {
		if c := &q.Citations[i]; c.Status == results.QuoteMissing && c.Quote != "" {
			return c
		}
	}
	return nil
}
