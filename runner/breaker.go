package runner

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// maxBreaker errors in a row are no accident in a run of any size; minBreaker
// keeps a run of a few questions from ending over one of them.
const (
	maxBreaker   = 20
	minBreaker   = 3
	breakerShare = 30 // percent of what is planned
)

func breakerLimit(set, planned int) int {
	if set > 0 {
		return set
	}
	return min(max((planned*breakerShare+99)/100, minBreaker), maxBreaker)
}

// breaker counts, in the order in which records are written, the errors of the
// way to the target and to the judge since each of them last gave a reply. A
// record that asked neither, or that no worker brought to its end, says nothing
// of them.
type breaker struct {
	limit         int
	target, judge int
}

// add counts one record and returns the stop when the limit is reached.
func (b *breaker) add(rec results.Record) *results.Stop {
	if rec.Error != nil && summary.Lost(rec.Error.Code) {
		return nil
	}
	count, who := &b.target, "the target"
	if rec.Judge != nil {
		b.target = 0
		if cachedOnly(rec) {
			return nil
		}
		count, who = &b.judge, "the judge"
	}
	why := noReply(rec)
	if why == "" {
		*count = 0
		return nil
	}
	if *count++; *count < b.limit {
		return nil
	}
	return &results.Stop{Kind: results.StopBreaker, Message: fmt.Sprintf(
		"%d questions in a row got no reply from %s, the last with %s", *count, who, why)}
}

// cachedOnly reports whether no judge was asked.
func cachedOnly(rec results.Record) bool {
	for call := range summary.JudgeCalls(&rec) {
		if !call.Cached {
			return false
		}
	}
	return true
}

// noReply says how a record ended without a reply, "" where there was one. A
// panel that lacks its quorum has none when that is what each missing vote
// ended with: the other members would be paid for and decide nothing.
func noReply(rec results.Record) string {
	if rec.Error != nil {
		if rec.Error.Reused || !unreached(rec.Error.Code) {
			return ""
		}
		return rec.Error.Code + ": " + rec.Error.Message
	}
	var missing []string
	for _, v := range votesBelowQuorum(rec) {
		switch {
		case v.Score != nil:
		case !unreached(v.Code):
			return ""
		default:
			missing = append(missing, v.Model+" ("+v.Code+")")
		}
	}
	if missing == nil {
		return ""
	}
	return "too few votes of the panel: none of " + strings.Join(missing, ", ")
}

// votesBelowQuorum are the votes of a panel that had too few, nil where that
// was not so. A member replies to all dimensions or to none, so one will do.
func votesBelowQuorum(rec results.Record) []results.Vote {
	for _, cell := range rec.Cells {
		if cell.Code == verdict.CodeQuorum {
			return cell.Votes
		}
	}
	return nil
}

// unreached leaves out what a target that works says of one question.
func unreached(code string) bool {
	return verdict.Unreached(code) && code != targets.CodeNoAnswer && code != targets.CodeEmpty
}
