package fleet

import (
	"context"
	"errors"
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

	flight sync.WaitGroup

	mu      sync.Mutex
	closing bool
	idle    bool               // its queue was empty
	again   time.Time          // when that is looked at all the same
	at      map[taskKey]*claim // on the tasks that are in flight here
}

// openMember fetches what a run is measured with and has it opened.
func openMember(ctx context.Context, c *crew, entry jobEntry) (*member, error) {
	m := &member{crew: c, entry: entry, at: map[taskKey]*claim{}}
	m.ctx, m.cut = context.WithCancel(ctx)
	plan, err := m.fetch(m.ctx)
	if err == nil {
		m.remote, err = newRemote(c.Conn, entry.Run, c.Name, c.Say)
	}
	if err == nil {
		m.info = plan.Info
		m.measuring, err = c.Open(m.ctx, Opening{Info: plan.Info, Setup: plan.Setup, Governors: m.remote, Keep: m.keep})
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *member) fetch(ctx context.Context) (plan jobPlan, err error) {
	run, js := m.entry.Run, m.crew.Conn.js
	var store jetstream.ObjectStore
	err = m.crew.Conn.persist(ctx, func(ctx context.Context) error {
		if m.queue, err = js.Consumer(ctx, workStream(run), workConsumer); err != nil {
			return err
		}
		if m.results, err = js.Stream(ctx, resultStream(run)); err != nil {
			return err
		}
		store, err = js.ObjectStore(ctx, objectBucket(run))
		return err
	})
	if err != nil {
		return jobPlan{}, fmt.Errorf("find its streams: %w", err)
	}
	m.ackWait = m.queue.CachedInfo().Config.AckWait
	m.objects = newObjects(m.crew.Conn, store)
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

// keep is Opening.Keep. An answer that another worker had first is as good.
func (m *member) keep(a results.KeptAnswer) error {
	data, err := encode(keptMessage{Schema: keptSchema, Run: m.entry.Run, Worker: m.crew.Name, Kept: a})
	if err != nil {
		return err
	}
	err = m.store(m.ctx, answerSubject(m.entry.Run, keyOfAnswer(a)), data)
	if err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// store publishes what only the first one of may stand: who comes second has
// nothing to add.
func (m *member) store(ctx context.Context, subject string, data []byte) error {
	msg, err := m.objects.pack(ctx, subject, m.measuring.Scrub(data))
	if err != nil {
		return err
	}
	err = m.crew.Conn.publish(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
	if taken(err) {
		return nil
	}
	return err
}
