package fleet

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/runner"
)

// TestWhatWorkersPullFromIsMadeAnew: a run does not wait for ever as somebody
// deleted its consumer.
func TestWhatWorkersPullFromIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	measureAll(t, c, testTask(0))
	if err := c.store.work.DeleteConsumer(t.Context(), workConsumer); err != nil {
		t.Fatal(err)
	}
	if m := measureAll(t, c, testTask(1))[0]; m.Record == nil || m.Record.Error != nil {
		t.Errorf("got %+v", m.Record)
	}
}

// TestARunWhoseStreamsAreGoneEnds, whichever of them it is and whatever waits
// for it.
func TestARunWhoseStreamsAreGoneEnds(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]string{
		"the questions": workStream("run"), "the results": resultStream("run"), "the objects": objectStream("run"),
	} {
		for worker, there := range map[string]bool{", with a worker": true, ", without one": false} {
			t.Run(name+worker, func(t *testing.T) {
				t.Parallel()
				s := testServer(t, serverOptions{})
				job := testJob("run")
				job.AckWait = 2 * patience // nobody looks before that
				c := testCoordinate(t, testDial(t, s, nil), job)
				got := make(chan error, 1)
				go func() {
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					defer cancel()
					_, err := c.Measure(ctx, testTask(0))
					got <- err
				}()
				eventually(t, "it is handed out", func() bool { return queued(t, c) == 1 })
				if there {
					begun := make(chan runner.Task, 1)
					w := testWorker(testDial(t, s, nil), "ada", hang(begun))
					w.Grace = firstPause
					startWorker(t, w)
					<-begun
				}
				if err := c.conn.js.DeleteStream(t.Context(), stream); err != nil {
					t.Fatal(err)
				}
				if err := <-got; !errors.Is(err, errRemoved) {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

// TestARequestToAStreamThatIsGoneEnds: nobody answers it, as where nobody leads.
func TestARequestToAStreamThatIsGoneEnds(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	store, err := makeStore(t.Context(), conn, "run", DefaultAckWait)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := store.objects.put(t.Context(), []byte("value"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.removeAll(t.Context(), mustBucket(t, conn, runsBucket), "run"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for name, ask := range map[string]func() error{
		"a message to store": func() error { return conn.publish(ctx, messageTo(resultSubject("run", taskKey{}))) },
		"a task to store":    func() error { return conn.publish(ctx, messageTo(workSubject("run", taskKey{}))) },
		"a message to find": func() error {
			_, err := conn.lastOf(ctx, store.results, resultSubject("run", taskKey{}))
			return err
		},
		"all messages to find": func() error {
			_, err := conn.allOf(ctx, store.results, startSubject("run", taskKey{}), 9)
			return err
		},
		"an object to put": func() error {
			_, err := store.objects.put(ctx, []byte("another"))
			return err
		},
		"an object to send": func() error { return store.objects.send(ctx, hash, []byte("value")) },
		"an object to get": func() error {
			_, err := store.objects.get(ctx, hash)
			return err
		},
	} {
		if err := ask(); !errors.Is(err, errRemoved) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestARequestToABucketThatIsGoneEnds: somebody deletes it in the moment in
// which it is looked for.
func TestARequestToABucketThatIsGoneEnds(t *testing.T) {
	t.Parallel()
	c := unmended(t)
	if err := c.conn.js.DeleteKeyValue(t.Context(), runsBucket); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, _, err := c.standing(ctx); !errors.Is(err, jetstream.ErrBucketNotFound) {
		t.Errorf("to find the entry: %v", err)
	}
	if err := c.announce(ctx, jobRunning); !errors.Is(err, jetstream.ErrBucketNotFound) {
		t.Errorf("to write it: %v", err)
	}
	if removed, err := c.conn.removeAll(ctx, c.runs, "run"); err != nil || !removed {
		t.Errorf("to remove the run: %t, %v", removed, err)
	}
}

// TestBucketsThatWereDeletedAreMadeAnew: a worker that knows the run stays, and
// one that was idle meanwhile finds it.
func TestBucketsThatWereDeletedAreMadeAnew(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	c := testCoordinate(t, conn, testJob("run"))
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	measureAll(t, c, testTask(0))
	for _, bucket := range []string{runsBucket, workersBucket} {
		if err := conn.js.DeleteKeyValue(t.Context(), bucket); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the worker is heard of again", func() bool {
		workers, err := conn.present(t.Context(), c.people)
		return err == nil && len(workers) == 1 && len(workers[0].Runs) == 1
	})
	if err := c.Close(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if m := measureAll(t, testCoordinate(t, conn, testJob("next")), testTask(0))[0]; m.Record == nil {
		t.Error("the worker does not find the next run")
	}
}

// TestAnIdleWorkerLooksAtTheBucketThatIsThere: nobody was at work when it was
// deleted and made anew.
func TestAnIdleWorkerLooksAtTheBucketThatIsThere(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	people := mustBucket(t, conn, workersBucket)
	eventually(t, "the worker is there", func() bool {
		workers, err := conn.present(t.Context(), people)
		return err == nil && len(workers) == 1
	})
	if err := conn.js.DeleteKeyValue(t.Context(), runsBucket); err != nil {
		t.Fatal(err)
	}
	if m := measureAll(t, testCoordinate(t, conn, testJob("run")), testTask(0))[0]; m.Record == nil {
		t.Error("no record")
	}
}

func mustBucket(t *testing.T, c *Conn, name string) jetstream.KeyValue {
	t.Helper()
	kv, err := c.makeBucket(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return kv
}

func messageTo(subject string) *nats.Msg {
	return &nats.Msg{Subject: subject, Data: []byte("{}")}
}
