package main

import (
	"fmt"
	"io"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// Elsewhere than on a terminal a line is due after a tenth of the questions
// and this much time, so that neither a quick nor a long run fills a CI log.
const quietTime = 30 * time.Second

// progressLine shows how far a run is: one line rewritten on a terminal,
// plain lines now and then elsewhere. It is told of one record at a time.
type progressLine struct {
	out      io.Writer
	name     string
	terminal bool
	now      func() time.Time
	shown    time.Time
	tenth    int
	counts   map[results.Verdict]int
}

func (e *evaluation) progress(name string) *progressLine {
	p := &progressLine{out: e.host.stderr, name: name, terminal: e.host.isTerminal, now: e.host.now,
		shown: e.host.now(), counts: map[results.Verdict]int{}}
	if e.opt.quiet {
		p.out = io.Discard
	}
	return p
}

func (p *progressLine) update(ev runner.Event) {
	p.counts[ev.Verdict]++
	now := p.now()
	if p.terminal {
		if now.Sub(p.shown) >= 100*time.Millisecond || ev.Done == ev.Planned {
			p.shown = now
			fmt.Fprintf(p.out, "\r\x1b[K%s", p.text(ev))
		}
		return
	}
	if tenth := ev.Done * 10 / ev.Planned; tenth > p.tenth && now.Sub(p.shown) >= quietTime {
		p.tenth, p.shown = tenth, now
		fmt.Fprintln(p.out, p.text(ev))
	}
}

func (p *progressLine) text(ev runner.Event) string {
	return fmt.Sprintf("%s: %d/%d, %d passed, %d failed, %d errors", p.name, ev.Done, ev.Planned,
		p.counts[results.Pass], p.counts[results.Fail], p.counts[results.Error])
}

// end clears the line for the report that follows.
func (p *progressLine) end() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
