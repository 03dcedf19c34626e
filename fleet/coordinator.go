package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Coordinator hands the tasks of one run to workers and takes in what becomes
// of them.
type Coordinator struct {
	conn   *Conn
	job    Job
	run    string
	runs   jetstream.KeyValue
	people jetstream.KeyValue // the workers
	store  *runStore
	grants *grantServer
	alive  *nats.Subscription

	stop   context.CancelFunc // of what goes on beside Measure
	beside sync.WaitGroup
	closed bool

	mu        sync.Mutex
	waiters   map[taskKey]*waiter
	withdrawn bool
	handed    bool // something was handed out since the last hint
}

// Coordinate makes the run's streams, or takes them up as a coordinator before
// this one left them, and lets workers take part. One run has one coordinator:
// a second one is refused.
func Coordinate(ctx context.Context, conn *Conn, job Job, governors Governors) (*Coordinator, error) {
	if job.Info.ID == "" {
		return nil, errors.New("the run has no id")
	}
	if job.Now == nil {
		job.Now = time.Now
	}
	job.AckWait, job.times = cmp.Or(job.AckWait, DefaultAckWait), job.times.orDefault()
	c := &Coordinator{conn: conn, job: job, run: job.Info.ID, waiters: map[taskKey]*waiter{}}
	if conn.coordinated(ctx, c.run) {
		return nil, fmt.Errorf("run %s has a coordinator already", c.run)
	}
	if err := c.open(ctx, governors); err != nil {
		c.leave(ctx)
		return nil, fmt.Errorf("coordinate run %s: %w", c.run, err)
	}
	return c, nil
}

// open makes everything before the entry that brings the workers.
func (c *Coordinator) open(ctx context.Context, governors Governors) (err error) {
	if c.runs, err = c.conn.makeBucket(ctx, runsBucket); err != nil {
		return err
	}
	if c.people, err = c.conn.makeBucket(ctx, workersBucket); err != nil {
		return err
	}
	if c.store, err = makeStore(ctx, c.conn, c.run, c.job.AckWait); err != nil {
		return err
	}
	if c.grants, err = serveGrants(c.conn, c.run, governors); err != nil {
		return err
	}
	c.alive, err = c.conn.nc.Subscribe(aliveSubject(c.run), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return err
	}
	c.begin(ctx)
	return c.announce(ctx, jobRunning)
}

// begin starts what goes on beside Measure; it ends with stop.
func (c *Coordinator) begin(ctx context.Context) {
	beside, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	news := follower{
		conn: c.conn, stream: c.store.results, next: c.store.last + 1, each: c.heard,
		subjects: []string{subject(c.run, "start", ">"), subject(c.run, "result", ">")},
	}
	c.beside.Go(func() { news.run(beside) })
	c.beside.Go(func() { c.hint(beside) })
	c.beside.Go(func() { c.watchWorkers(beside) })
}

// coordinated reports whether a coordinator of a run answers. One whose link
// is cut does not, and is not waited for.
func (c *Conn) coordinated(ctx context.Context, run string) bool {
	within, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := c.nc.RequestWithContext(within, aliveSubject(run), nil)
	return err == nil
}

// Withdraw takes back what no worker has begun: its Measure returns, not
// measured. What is begun goes on, and nothing is handed out any more.
func (c *Coordinator) Withdraw() {
	c.mu.Lock()
	first := !c.withdrawn
	c.withdrawn = true
	for _, w := range c.waiters {
		if !w.begun {
			w.release()
		}
	}
	c.mu.Unlock()
	if !first {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	_ = c.conn.persist(ctx, func(ctx context.Context) error { return c.store.work.Purge(ctx) })
}

// Close ends the coordinator: call it when no Measure is under way. Unless
// keep, all that the server has of the run is removed; with keep the workers
// leave it, and Coordinate takes it up again.
func (c *Coordinator) Close(ctx context.Context, keep bool) error {
	if c.closed {
		return nil
	}
	c.closed = true
	c.Withdraw()
	err := c.announce(ctx, jobClosed)
	c.leave(ctx)
	if err == nil && !keep {
		err = remove(ctx, c.conn, c.runs, c.run)
	}
	if err != nil {
		return fmt.Errorf("close run %s: %w", c.run, err)
	}
	return nil
}

// lastWords is for workers to say how the calls of the last results ended.
// Other calls are of workers that are lost, which say nothing.
const lastWords = time.Second

// leave ends what open began.
func (c *Coordinator) leave(ctx context.Context) {
	if c.stop != nil {
		c.stop()
	}
	c.beside.Wait()
	if c.grants != nil {
		within, cancel := context.WithTimeout(ctx, lastWords)
		defer cancel()
		c.grants.close(within)
	}
	if c.alive != nil {
		_ = c.alive.Unsubscribe() // without a connection there is none
	}
}
