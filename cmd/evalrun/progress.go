package main

import (
	"cmp"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// How often progress is shown. On a terminal the line moves with the eye;
// elsewhere every line stays in a log for ever.
const (
	redrawTime = 200 * time.Millisecond
	quietTime  = 30 * time.Second
)

// usualWidth is that of a terminal that does not tell its own.
const usualWidth = 80

// progressLine shows how far a run is: one line rewritten on a terminal, a
// plain line every half minute elsewhere. It draws by the clock and not by
// the record, so that a run which hangs is seen to hang and the run never
// waits for the terminal.
type progressLine struct {
	out      io.Writer
	terminal bool
	width    int // 0: as long as it takes
	now      func() time.Time

	stop    chan struct{}
	drawing sync.WaitGroup
	drawn   bool

	mu    sync.Mutex
	state progressState
}

// watch starts to show the progress of a run. Its end must be called.
func (e *evaluation) watch(info results.RunInfo) *progressLine {
	p := &progressLine{
		out: e.host.stderr, terminal: e.host.isTerminal, now: e.host.now,
		stop: make(chan struct{}), state: newProgressState(info, e.host.now()),
	}
	every := quietTime
	if p.terminal {
		every, p.width = redrawTime, cmp.Or(e.host.width, usualWidth)
	}
	if !e.opt.quiet {
		p.drawing.Go(func() { p.draw(every) })
	}
	return p
}

// resumed counts what a continued run has on record from before.
func (p *progressLine) resumed(kept map[results.Verdict]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.resume(kept)
}

// update takes in a record.
func (p *progressLine) update(ev runner.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.add(ev)
}

func (p *progressLine) draw(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ticker.C:
			p.show()
		}
	}
}

func (p *progressLine) show() {
	p.mu.Lock()
	text := p.state.line(p.now(), p.width)
	p.mu.Unlock()
	p.drawn = true
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// end clears the line for the report that follows.
func (p *progressLine) end() {
	close(p.stop)
	p.drawing.Wait()
	if p.terminal && p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
