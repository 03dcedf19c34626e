package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// pull takes at most as many tasks as there are places and begins them. It
// returns how many there were.
func (m *member) pull(places int) (got int) {
	if !m.due() {
		return 0
	}
	asked := m.crew.moment()
	batch, err := m.queue.FetchNoWait(places)
	if err == nil {
		for msg := range batch.Messages() {
			got++
			m.flight.Go(func() { m.handle(msg, asked) })
		}
		err = batch.Error()
	}
	if err != nil {
		m.fetching.failing(err)
	} else {
		m.fetching.over()
	}
	m.landed(got == places)
	return got
}

// mostUnfetched is for a link or a server that comes back, of which others
// tell.
const mostUnfetched = 5

// due reports whether the queue is worth a look: there was more the last time,
// its coordinator has told of something, or that may have been missed; and the
// coordinator is there. What is due is in flight until landed.
func (m *member) due() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.closing || m.ctx.Err() != nil || !m.crew.Conn.nc.IsConnected() || m.idle && now.Before(m.again) || !m.attended(now) {
		return false
	}
	m.idle, m.again = true, now.Add(m.crew.times.look/2)
	m.flight.Add(1)
	return true
}

func (m *member) landed(more bool) {
	m.mu.Lock()
	m.idle = m.idle && !more
	m.mu.Unlock()
	m.flight.Done()
}

// rouse has it look at the queue again, as its coordinator says.
func (m *member) rouse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = false
	m.presence.there, m.presence.heard = true, time.Now()
}

func (m *member) handle(msg jetstream.Msg, asked moment) {
	s := m.crew.occupy()
	defer s.free()
	key, err := parseKey(msg.Subject())
	if err != nil {
		m.crew.Say(fmt.Sprintf("a task is refused: %v", err))
		_ = msg.Term() // there is nobody to tell
		return
	}
	if m.crew.isDraining() {
		_ = msg.Nak()
		return
	}
	ctx, giveUp := context.WithCancel(m.ctx)
	defer giveUp()
	c := newClaim(msg, asked, m.ackWait, m.crew.moment, giveUp)
	// After a connection was lost for long the server may give a worker what it
	// is at.
	if here := m.enter(key, c); here != nil {
		if !here.again(msg, asked) {
			_ = msg.NakWithDelay(m.ackWait / 10)
		}
		return
	}
	defer m.exit(key)
	d := delivery{m: m, msg: msg, key: key, claim: c, slot: s}
	d.run(ctx)
}

// enter takes a task in, unless it is in flight here: then it returns the
// claim on it.
func (m *member) enter(key taskKey, c *claim) (here *claim) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if here = m.at[key]; here == nil {
		m.at[key] = c
	}
	return here
}

func (m *member) exit(key taskKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.at, key)
}

// claimOn is the claim on a task that is in flight here.
func (m *member) claimOn(key taskKey) *claim {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at[key]
}
