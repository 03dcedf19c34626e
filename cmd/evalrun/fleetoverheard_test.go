package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// overhear listens at the fleet's server as somebody who has no part in the
// run.
func (p *processes) overhear(t *testing.T, subjects ...string) (*nats.Conn, <-chan *nats.Msg) {
	t.Helper()
	nc, err := nats.Connect(p.at.URL, nats.NoEcho(), nats.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	heard := make(chan *nats.Msg, 1<<16) // more than a run has
	for _, subject := range subjects {
		if _, err := nc.ChanSubscribe(subject, heard); err != nil {
			t.Fatal(err)
		}
	}
	if err := nc.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
	return nc, heard
}

// aboutTask is what kind of message it is, such as work or result, and of which
// task.
func aboutTask(msg *nats.Msg) (kind, task string) {
	parts := strings.SplitN(msg.Subject, ".", 4)
	return parts[2], parts[3]
}

// beginning is a worker that begins a task.
type beginning struct{ task, worker string }

// beginningOf reads a word about a task; ok is false where it is another one.
func beginningOf(t *testing.T, msg *nats.Msg) (b beginning, ok bool) {
	t.Helper()
	var note struct{ Worker, Event string }
	if err := json.Unmarshal(msg.Data, &note); err != nil {
		t.Fatal(err)
	}
	_, task := aboutTask(msg)
	return beginning{task: task, worker: note.Worker}, note.Event == "began"
}

// loseWhoBegan kills the worker that began the next time. It said so before it
// asked.
func (p *processes) loseWhoBegan(t *testing.T, heard <-chan *nats.Msg) (name string) {
	t.Helper()
	for {
		select {
		case msg := <-heard:
			b, ok := beginningOf(t, msg)
			if !ok {
				continue
			}
			i := slices.IndexFunc(p.workers, func(w *process) bool { return w.name == b.worker })
			if i < 0 {
				continue // lost before: who begins what was begun before says so twice, as the server refuses the first word
			}
			p.lose(t, p.workers[i])
			return b.worker
		case <-time.After(2 * time.Minute):
			t.Fatal("nobody began the question that is asked")
		}
	}
}
