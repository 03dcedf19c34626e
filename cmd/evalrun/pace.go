package main

import (
	"fmt"
	"time"
)

// The pace is that of the last minute: a limit that was hit, or a cache that
// ran out, shows soon. A mark a second is enough for it.
const (
	paceWindow = time.Minute
	markTime   = time.Second
)

// pace measures how quickly records come. It is asked now and then, which is
// also when it takes its marks.
type pace struct{ marks []mark }

type mark struct {
	at   time.Time
	done int
}

func newPace(now time.Time) pace { return pace{marks: []mark{{at: now}}} }

// skip leaves out what was done before the start.
func (p *pace) skip(done int) { p.marks[0].done = done }

// at is the records per second; it is not known in the first second.
func (p *pace) at(now time.Time, done int) (float64, bool) {
	for len(p.marks) > 1 && now.Sub(p.marks[1].at) >= paceWindow {
		p.marks = p.marks[1:]
	}
	oldest, newest := p.marks[0], p.marks[len(p.marks)-1]
	if now.Sub(newest.at) >= markTime {
		p.marks = append(p.marks, mark{now, done})
	}
	span := now.Sub(oldest.at)
	if span < markTime {
		return 0, false
	}
	return float64(done-oldest.done) / span.Seconds(), true
}

// clock prints seconds as a person reads a wait: 42s, 3m05s, 2h10m.
func clock(seconds float64) string {
	const most = 100 * 3600
	if seconds >= most {
		return "over 99h"
	}
	s := int(seconds + 0.5)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}
	return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
}

// short prints a count in three figures or so: 950, 12.3k, 4.5M.
func short(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_950:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}
