package fleet

import (
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
	batch, err := m.queue.FetchNoWait(places)
	if err != nil {
		m.landed(false)
		return 0
	}
	for msg := range batch.Messages() {
		got++
		m.flight.Go(func() { m.handle(msg) })
	}
	m.landed(got == places)
	return got
}

// due reports whether the queue is worth a look: there was more the last time,
// its coordinator has told of something, or that may have been missed. What is
// due is in flight until landed.
func (m *member) due() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.closing || m.ctx.Err() != nil || !m.crew.Conn.nc.IsConnected() || m.idle && now.Before(m.again) {
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

// rouse has it look at the queue again.
func (m *member) rouse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = false
}

func (m *member) handle(msg jetstream.Msg) {
	free := m.crew.begun()
	defer free()
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
	// After a connection was lost for long the server gives a worker what it is
	// at. Once it has a result that is found.
	if !m.enter(key) {
		_ = msg.NakWithDelay(m.ackWait / 3)
		return
	}
	defer m.exit(key)
	d := delivery{m: m, msg: msg, key: key}
	d.run(m.ctx)
}

func (m *member) enter(key taskKey) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at[key] {
		return false
	}
	m.at[key] = true
	return true
}

func (m *member) exit(key taskKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.at, key)
}
