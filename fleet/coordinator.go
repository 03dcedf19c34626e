package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Coordinator hands the tasks of one run to workers and takes in what becomes
// of them.
type Coordinator struct {
	conn   *Conn
	job    Job
	run    string
	id     string // of this coordinator among those that the run has one after the other
	runs   jetstream.KeyValue
	people jetstream.KeyValue // the workers
	store  *runStore
	grants *grantServer
	alive  *nats.Subscription

	revision atomic.Uint64 // of the run's entry as it was read or written last, 0 where there was none

	stop   context.CancelFunc // of what goes on beside Measure
	beside sync.WaitGroup
	closed bool

	mu        sync.Mutex
	waiters   map[taskKey]*waiter
	withdrawn bool
	failed    error     // ends every Measure
	handed    bool      // something was handed out since the last hint
	last      time.Time // when a worker was heard of
	idle      string    // why nobody takes the run's work; see Idle
	taken     int       // results from before; see Taken
	untaken   int       // tasks that could not be taken back
	why       error     // of the last of them
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
	c := &Coordinator{conn: conn, job: job, run: job.Info.ID, id: nuid.Next(), waiters: map[taskKey]*waiter{}}
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
	// First what stands there: one that begins at the same time is heard, or
	// writes the entry over what this one knows of.
	stands, _, err := c.standing(ctx)
	if err != nil {
		return err
	}
	c.revision.Store(stands)
	if c.conn.coordinated(ctx, c.run) {
		return errOtherCoordinator
	}
	if c.store, err = makeStore(ctx, c.conn, c.run, c.job.AckWait); err != nil {
		return err
	}
	serve := serveGrants
	if !c.store.fresh { // calls of the coordinator before this one may be under way
		serve = resumeGrants
	}
	if c.grants, err = serve(c.conn, c.run, governors); err != nil {
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
	news := c.store.follower(c.conn, c.heard, subject(c.run, "start", ">"), subject(c.run, "result", ">"))
	c.beside.Go(func() { news.run(beside) })
	c.beside.Go(func() { c.hint(beside) })
	c.beside.Go(func() { c.watchWorkers(beside) })
	c.beside.Go(func() { c.watchCrowd(beside) })
	c.beside.Go(func() { c.watchStore(beside) })
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
	defer c.mu.Unlock()
	c.withdrawn = true
	for _, w := range c.waiters {
		if !w.begun {
			w.release()
		}
	}
}

// Halt withdraws, and no call starts any more: what is begun ends at its next
// one, not measured.
func (c *Coordinator) Halt() {
	c.Withdraw()
	c.grants.halt()
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
	c.sayQueued()
	c.rest() // nobody else writes the entry any more
	err := c.sayClosed(ctx)
	c.leave(ctx)
	if err == nil && !keep {
		err = remove(ctx, c.conn, c.runs, c.run)
	}
	if err != nil {
		return fmt.Errorf("close run %s: %w", c.run, err)
	}
	return nil
}

// sayClosed has the workers leave the run, and its entry be there: not of a run
// of which nothing else is.
func (c *Coordinator) sayClosed(ctx context.Context) error {
	if c.missing(ctx, resultStream(c.run)) {
		return errRemoved
	}
	if _, err := c.conn.makeBucket(ctx, runsBucket); err != nil { // nobody mends it any more
		return err
	}
	return c.announce(ctx, jobClosed)
}

// lastWords is for workers to say how the calls of the last results ended.
// Other calls are of workers that are lost, which say nothing.
const lastWords = time.Second

// leave ends what open began.
func (c *Coordinator) leave(ctx context.Context) {
	c.rest()
	if c.grants != nil {
		within, cancel := context.WithTimeout(ctx, lastWords)
		defer cancel()
		c.grants.close(within)
	}
	if c.alive != nil {
		_ = c.alive.Unsubscribe() // without a connection there is none
	}
}

// rest ends what begin started.
func (c *Coordinator) rest() {
	if c.stop != nil {
		c.stop()
	}
	c.beside.Wait()
}
