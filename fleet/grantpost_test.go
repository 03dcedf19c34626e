package fleet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// post carries the messages between desks and a ledger without a network: as
// late, as often and in such an order as its chances have it.
type post struct {
	t       *testing.T
	slowest time.Duration
	lose    float64 // of renewals never two in a row, so that no lease runs out by chance
	double  float64
	listen  time.Duration // before a coordinator gives leave

	mu     sync.Mutex
	opened int // coordinators so far
	chance *rand.Rand
	ledger *ledger          // nil: no coordinator is there
	desks  map[string]*desk // by session; a killed worker has none
	lost   map[string]bool  // the last renewal of a session
	quit   chan struct{}
	ticks  sync.WaitGroup
}

func newPost(t *testing.T, seed uint64) *post {
	return &post{t: t, chance: rand.New(rand.NewPCG(seed, 0)), desks: map[string]*desk{}, lost: map[string]bool{}, quit: make(chan struct{})}
}

// roll decides how often a message arrives and how late each time.
func (p *post) roll(session string, renewal bool) (delays []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	lost := p.chance.Float64() < p.lose
	if renewal {
		lost = lost && !p.lost[session]
		p.lost[session] = lost
	}
	if lost {
		return nil
	}
	copies := 1
	for p.chance.Float64() < p.double {
		copies++
	}
	for range copies {
		delays = append(delays, time.Duration(p.chance.Float64()*float64(p.slowest)))
	}
	return delays
}

func (p *post) carry(session string, renewal bool, deliver func()) {
	for _, d := range p.roll(session, renewal) {
		go func() {
			time.Sleep(d)
			deliver()
		}()
	}
}

func (p *post) losing(share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = share
}

func (p *post) coordinator() *ledger {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ledger
}

func (p *post) desk(session string) *desk {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.desks[session]
}

// open starts a coordinator; the one before it is dead, however it was.
func (p *post) open(governors Governors) *ledger {
	var l *ledger
	p.mu.Lock()
	p.opened++
	session := fmt.Sprint("c", p.opened)
	p.mu.Unlock()
	l = newLedger(session, governors, defaultTimes, p.listen, time.Now, func(reply string, a answer) { p.tell(l, reply, a) })
	p.mu.Lock()
	p.ledger = l
	p.mu.Unlock()
	p.every(defaultTimes.Renew/2, func() {
		if p.coordinator() == l {
			l.sweep()
		}
	})
	return l
}

// die takes the coordinator away as a kill does.
func (p *post) die() {
	p.mu.Lock()
	l := p.ledger
	p.ledger = nil
	p.mu.Unlock()
	l.stop()
}

func (p *post) tell(l *ledger, reply string, a answer) {
	if p.coordinator() != l {
		return
	}
	session, id, _ := strings.Cut(reply, "/")
	a.Schema, a.Run, a.By = answerSchema, "r", l.session
	data := a.encode()
	p.carry(session, a.State == stateRenewed, func() {
		got, err := decodeAnswer(data, "r")
		if err != nil {
			p.t.Errorf("%s: %v", data, err)
			return
		}
		if d := p.desk(session); d != nil {
			d.told(id, got)
		}
	})
}

// hire gives a worker a desk. What it says goes to the say given.
func (p *post) hire(session string, say func(string)) *desk {
	d := &desk{run: "r", worker: "worker " + session, session: session, times: defaultTimes, now: time.Now, say: say, open: map[string]*request{}}
	d.ask = func(a ask) {
		data := a.encode()
		p.up(session, false, func(l *ledger) {
			got, err := decodeAsk(data, "r")
			if err != nil {
				p.t.Errorf("%s: %v", data, err)
				return
			}
			l.asked(session+"/"+got.ID, got)
		})
	}
	d.renew = func(r renewal) {
		p.up(session, true, func(l *ledger) { l.renew(session+"/renewal", r) })
	}
	p.mu.Lock()
	p.desks[session] = d
	p.mu.Unlock()
	p.every(defaultTimes.Renew, func() {
		if p.desk(session) == d {
			d.tick()
		}
	})
	return d
}

// up carries a message of a living worker to the coordinator of the time.
func (p *post) up(session string, renewal bool, deliver func(l *ledger)) {
	if p.desk(session) == nil {
		return
	}
	p.carry(session, renewal, func() {
		if l := p.coordinator(); l != nil {
			deliver(l)
		}
	})
}

// kill takes a worker away.
func (p *post) kill(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.desks, session)
}

func (p *post) every(d time.Duration, do func()) {
	p.ticks.Go(func() {
		ticker := time.NewTicker(d)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				do()
			case <-p.quit:
				return
			}
		}
	})
}

func (p *post) close() {
	close(p.quit)
	p.ticks.Wait()
}

// watched are governors that see to it that every pass ends once.
type watched struct {
	t    *testing.T
	of   func(role, endpoint, model string) (llm.Governor, error)
	open atomic.Int64
	// charged learns of each end that a budget is charged for; may be nil.
	charged func(llm.End)
}

func (w *watched) Governor(role, endpoint, model string) (llm.Governor, error) {
	g, err := w.of(role, endpoint, model)
	return watchedGovernor{w, g}, err
}

type watchedGovernor struct {
	*watched
	llm.Governor
}

func (g watchedGovernor) Enter(ctx context.Context, tokens int) (llm.Pass, error) {
	p, err := g.Governor.Enter(ctx, tokens)
	if err != nil {
		return nil, err
	}
	g.open.Add(1)
	return &watchedPass{watched: g.watched, Pass: p}, nil
}

// Adopt implements llm.Adopter.
func (g watchedGovernor) Adopt(tokens int) llm.Pass {
	g.open.Add(1)
	return &watchedPass{watched: g.watched, Pass: llm.Adopt(g.Governor, tokens)}
}

type watchedPass struct {
	*watched
	llm.Pass
	ended atomic.Bool
}

func (p *watchedPass) Done(e llm.End) {
	if p.ended.Swap(true) {
		p.t.Error("a pass has ended twice")
		return
	}
	p.open.Add(-1)
	if p.charged != nil && e.Sent {
		p.charged(e)
	}
	p.Pass.Done(e)
}
