package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/results"
)

// member is a worker's part in one run.
type member struct {
	crew      *crew
	entry     jobEntry
	info      results.RunInfo
	ctx       context.Context // of what is in flight
	cut       context.CancelFunc
	queue     jetstream.Consumer
	ackWait   time.Duration
	results   jetstream.Stream
	objects   *objects
	remote    *remote
	measuring Measuring

	flight   sync.WaitGroup
	storing  outage
	fetching outage

	mu       sync.Mutex
	closing  bool
	idle     bool      // its queue was empty
	again    time.Time // when that is looked at all the same
	presence presence
	at       map[taskKey]*claim // on the tasks that are in flight here
}

// openMember fetches what a run is measured with and has it opened.
func openMember(ctx context.Context, c *crew, entry jobEntry) (*member, error) {
	m := &member{
		crew: c, entry: entry, at: map[taskKey]*claim{},
		storing:  outage{say: c.Say, what: "run " + entry.Run + ": the server stores nothing, and what was measured waits here"},
		fetching: outage{say: c.Say, what: "run " + entry.Run + ": its tasks cannot be fetched", most: mostUnfetched},
	}
	m.ctx, m.cut = context.WithCancel(ctx)
	plan, err := m.fetch(m.ctx)
	if err == nil {
		m.remote, err = newRemote(c.Conn, entry.Run, c.Name, c.Say)
	}
	if err == nil {
		m.info = plan.Info
		m.askPresence()
		m.measuring, err = m.open(Opening{Info: plan.Info, Setup: plan.Setup, Governors: m.remote, Keep: m.keep})
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

// open has the worker make the run ready. A panic is a defect, or an entry that
// was made to meet one, which other runs need not suffer from.
func (m *member) open(o Opening) (out Measuring, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return m.crew.Open(m.ctx, o)
}

func (m *member) fetch(ctx context.Context) (plan jobPlan, err error) {
	run, js := m.entry.Run, m.crew.Conn.js
	err = m.crew.Conn.persist(ctx, func(ctx context.Context) error {
		if m.queue, err = js.Consumer(ctx, workStream(run), workConsumer); err != nil {
			return err
		}
		m.results, err = js.Stream(ctx, resultStream(run))
		return err
	})
	if err == nil {
		m.objects, err = openObjects(ctx, m.crew.Conn, run)
	}
	if err != nil {
		return jobPlan{}, fmt.Errorf("find its streams: %w", err)
	}
	m.ackWait = m.queue.CachedInfo().Config.AckWait
	data := []byte(m.entry.Plan)
	if m.entry.Object != "" {
		if data, err = m.objects.get(ctx, m.entry.Object); err != nil {
			return jobPlan{}, err
		}
	}
	return decodePlan(data, run)
}

// close waits for what is in flight.
func (m *member) close() {
	m.mu.Lock()
	m.closing = true
	m.mu.Unlock()
	m.flight.Wait()
	m.cut()
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	if m.remote != nil {
		m.remote.close(ctx)
	}
	if m.measuring != nil {
		if err := m.measuring.Close(); err != nil {
			m.crew.Say(fmt.Sprintf("run %s: %v", m.entry.Run, err))
		}
	}
}
