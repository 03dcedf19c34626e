package compare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// decide holds the newest night to its charts. Only falls fail: a rise is
// read and accepted, not punished. A signal that nobody accepted is not passed
// over because a new segment began, whatever cannot tell is mapped to.
func (t *trend) decide(inconclusive string) {
	falls, pending, unclear := t.active(Signal.fails), t.pending(), t.unclear()
	if t.newest() >= 0 {
		unclear = append(pending, unclear...)
	}
	gate := Gate{Verdict: results.Pass, Reasons: append(falls, unclear...), Rules: []Rule{}}
	switch {
	case len(falls) > 0:
		gate.Verdict = results.Fail
	case len(unclear) > 0:
		gate.Verdict = results.Inconclusive
	}
	gate.ExitCode = exitCode(gate.Verdict, inconclusive)
	if gate.ExitCode == 0 && len(pending) > 0 {
		gate.ExitCode = 2
	}
	t.doc.Gate = gate
}

// fails: downwards, of the assistant, and nothing says that it may be the
// judge.
func (s Signal) fails() bool { return !s.Anchors && s.Direction == Fall && s.Doubt == "" }

// active is what the lasting signals of a kind say: the first in full, the
// others of the same kind in one line. The pass rate comes first.
func (t *trend) active(kind func(Signal) bool) []string {
	says := []string{}
	signals := t.those(func(s Signal) bool { return s.Active && kind(s) })
	if len(signals) == 0 {
		return says
	}
	says = append(says, signals[0].Says)
	if more := t.alsoSays(signals[1:]); more != "" {
		says = append(says, more)
	}
	return says
}

// those are the signals of a kind in the order to read them.
func (t *trend) those(kind func(Signal) bool) (found []Signal) {
	for _, s := range t.doc.Signals {
		if kind(s) {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b Signal) int { return cmp.Compare(passRateFirst(a), passRateFirst(b)) })
	return found
}

func passRateFirst(s Signal) int {
	if s.Series == PassRate {
		return 0
	}
	return 1
}

// pending says which segments before this one ended in a fall that nobody
// accepted, the newest first.
func (t *trend) pending() (says []string) {
	for i := range slices.Backward(t.doc.Segments) {
		falls := t.those(func(s Signal) bool { return s.Pending && t.doc.Nights[s.First].Segment == i })
		if len(falls) > 0 {
			says = append(says, t.pendingSays(i, falls))
		}
	}
	return says
}

// unclear is why the newest night tells nothing, or not all.
func (t *trend) unclear() []string {
	newest := t.newest()
	if newest < 0 {
		return []string{"there is no run to chart"}
	}
	if why := t.doc.Nights[newest].Left; why != "" {
		return []string{fmt.Sprintf("the newest run %s is on no chart: %s", t.nights[newest].Run, why)}
	}
	reasons := append(t.active(func(s Signal) bool { return s.Anchors }),
		t.active(func(s Signal) bool { return !s.Anchors && s.Direction == Fall && s.Doubt != "" })...)
	young := 0
	for _, s := range t.doc.Series {
		at := slices.IndexFunc(s.Points, func(p TrendPoint) bool { return p.Night == newest })
		switch {
		case at < 0:
		case s.Points[at].Hollow:
			reasons = append(reasons, fmt.Sprintf("%s was not charted: %s", s.label(), s.Points[at].Reason))
		case s.Points[at].Statistic == nil && !s.Anchors:
			young++ // anchors that came later have nothing to say yet, and stop nobody
		}
	}
	if young > 0 {
		reasons = append(reasons, t.tooYoung(young))
	}
	return reasons
}

// newest is the last night that was meant to be one; -1 for none. A run of a
// few questions, or of another run's answers, says nothing of tonight.
func (t *trend) newest() int {
	for i, n := range slices.Backward(t.nights) {
		if aside(n) == "" {
			return i
		}
	}
	return -1
}

// exitCode is that of a verdict; the setting for inconclusive runs maps 2.
func exitCode(v results.Verdict, inconclusive string) int {
	switch {
	case v == results.Pass, v == results.Inconclusive && inconclusive == string(results.Pass):
		return 0
	case v == results.Fail, v == results.Inconclusive && inconclusive == string(results.Fail):
		return 1
	}
	return 2
}
