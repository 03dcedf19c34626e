package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// maxEdited is the share of questions that may change within a segment: the
// chart follows the others. Beyond it they are no longer the same suite.
const maxEdited = 0.1

// stretch is a segment in the making: nights whose figures may be compared.
// Its questions are those of its first night's suite; what was added later
// has no past and waits for the next segment. Anchors do not wait: they change
// no figure of the others, and their charts begin when they come.
type stretch struct {
	reason   string
	nights   []int // indexes of all nights
	contents []content
	begin    content
	head     results.Night // the first of its nights
	events   []TrendEvent
}

// stretchesOf splits the nights that have figures into segments, the one with
// the newest night last. A night goes on with any segment that it can be set
// against: one run with another judge, or two judges by turns, would else
// leave no chart enough nights.
func stretchesOf(nights []results.Night, accepted []results.Accepted) []*stretch {
	contents := contentsOf(nights)
	var all, open []*stretch // open ones may still be gone on with, the newest last
	normal := ""
	for i, n := range nights {
		// What was accepted on a night without a chart holds from the next one on.
		if at := slices.IndexFunc(accepted, func(a results.Accepted) bool { return a.Run == n.Run }); at >= 0 {
			normal, open = "accepted as the new normal: "+accepted[at].Reason, nil
		}
		if left(n) != "" {
			continue
		}
		c := contents[contentKey(n)]
		at, reason := goesOn(open, n, c)
		if at < 0 {
			s := &stretch{reason: cmp.Or(normal, reason), begin: maps.Clone(c), head: n}
			all, open, at = append(all, s), append(open, s), len(open)
		} else {
			open[at].notice(i, nights[open[at].newest()], n, c)
			open[at].begin.takeAnchors(c)
		}
		now := open[at]
		now.nights, now.contents = append(now.nights, i), append(now.contents, c)
		open, normal = append(slices.Delete(open, at, at+1), now), ""
	}
	slices.SortFunc(all, func(a, b *stretch) int { return cmp.Compare(a.newest(), b.newest()) })
	return all
}

// newestAccepted is the last night that somebody accepted, -1 for none.
func newestAccepted(nights []results.Night, accepted []results.Accepted) int {
	for i, n := range slices.Backward(nights) {
		if slices.ContainsFunc(accepted, func(a results.Accepted) bool { return a.Run == n.Run }) {
			return i
		}
	}
	return -1
}

// goesOn returns the segment that a night goes on with, or -1 and why it is
// not the newest one.
func goesOn(open []*stretch, n results.Night, c content) (at int, reason string) {
	for i, s := range slices.Backward(open) {
		why := s.breaks(n, c)
		if why == "" {
			return i, ""
		}
		reason = cmp.Or(reason, why)
	}
	return -1, reason
}

// newest is the last night so far.
func (s *stretch) newest() int { return s.nights[len(s.nights)-1] }

// aside says why a run was not meant to be a night of the suite; "" where it
// was. One set of answers that was judged twice would look like evidence, and
// a few questions are no suite.
func aside(n results.Night) string {
	total, selected := n.Selection.Total, n.Selection.Selected
	switch {
	case n.From != "":
		return "it judged the answers of " + n.From + " again"
	case !summary.AtLeast(float64(selected), minCharted*float64(total)):
		return fmt.Sprintf("it was asked for %d of %d questions", selected, total)
	}
	return ""
}

// left says why a run is on no chart; "" where it is.
func left(n results.Night) string {
	switch {
	case aside(n) != "":
		return aside(n)
	case n.Problem != "":
		return n.Problem
	case n.Status == results.RunRunning:
		return "it has not ended"
	case len(n.Questions) == 0:
		return "it has no questions"
	}
	return ""
}

// breaks says why a night cannot go on with the segment; "" where it can.
func (s *stretch) breaks(n results.Night, c content) string {
	changed, of := s.edited(n, c)
	switch {
	case n.JudgeKey != s.head.JudgeKey && n.Judge != s.head.Judge:
		return fmt.Sprintf("another judge: %s instead of %s", n.Judge, s.head.Judge)
	case n.JudgeKey != s.head.JudgeKey:
		return "the judge's prompt or settings changed"
	case n.ScoringKey != s.head.ScoringKey:
		return "the checks, floors or dimensions changed"
	case tries(n) != tries(s.head):
		return fmt.Sprintf("each question asked %d times instead of %d", tries(n), tries(s.head))
	case float64(changed) > maxEdited*float64(of):
		return fmt.Sprintf("%d of %d questions edited, added or removed", changed, of)
	}
	return ""
}

// edited counts the questions of a night's suite that are not those the
// segment began with.
func (s *stretch) edited(n results.Night, c content) (changed, of int) {
	if contentKey(n) == contentKey(s.head) {
		return 0, len(c)
	}
	return s.begin.changed(c)
}

// tries is how often each question was asked: a question that must pass every
// time passes less often the more often it is asked.
func tries(n results.Night) int {
	if n.Selection.Selected == 0 {
		return 1
	}
	return max(1, (n.Totals.Planned+n.Selection.Selected/2)/n.Selection.Selected)
}

// describe adds the segment and its events to a trend.
func (s *stretch) describe(doc *TrendDoc) {
	for _, i := range s.nights {
		doc.Nights[i].Segment = len(doc.Segments)
	}
	doc.Segments = append(doc.Segments, TrendSegment{
		First: s.nights[0], Last: s.newest(), Nights: len(s.nights),
		Judge: s.head.Judge, Reason: s.reason,
	})
	doc.Events = append(doc.Events, s.events...)
}
