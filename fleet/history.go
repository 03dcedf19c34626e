package fleet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/runner"
)

// maxBegun is how often a task is begun. Who loses a worker by chance does so
// once or twice with the same question; the third time it is the question.
const maxBegun = 3

// history is what became of the deliveries before this one.
func (d *delivery) history(ctx context.Context) ([]note, error) {
	found, err := d.m.crew.Conn.allOf(ctx, d.m.results, startSubject(d.m.entry.Run, d.key), mostNotes)
	if err != nil {
		return nil, err
	}
	var out []note
	for _, s := range found {
		if n, err := decodeNote(s.data, d.m.entry.Run); err == nil {
			out = append(out, n)
		}
	}
	return out, nil
}

// mostNotes is more than a task has: two for each time that it was begun, and
// some for workers that ended.
const mostNotes = 50

// timesBegun counts the times that a task was begun and not given back. A note
// that was stored twice counts once.
func timesBegun(history []note) int {
	type who struct {
		worker   string
		delivery uint64
	}
	begun := map[who]bool{}
	for _, n := range history {
		begun[who{n.Worker, n.Delivery}] = n.Event != noteReturned
	}
	times := 0
	for _, counts := range begun {
		if counts {
			times++
		}
	}
	return times
}

// poison stores the record of a task that its workers do not survive.
func (d *delivery) poison(ctx context.Context, history []note) error {
	message := fmt.Sprintf("begun %d times and never measured%s", timesBegun(history), told(history))
	rec, err := runner.Unreachable(d.m.info, d.task.task(), CodePoison, message, time.Now())
	if err != nil {
		return err
	}
	return d.publish(ctx, runner.Measured{Record: &rec})
}

// told says who began a task and when, and why it failed.
func told(history []note) string {
	var b strings.Builder
	for _, n := range history {
		fmt.Fprintf(&b, "; %s %s by %s", n.At.UTC().Format(time.RFC3339), n.Event, cut(n.Worker, maxShown))
		if n.Message != "" {
			b.WriteString(": " + cut(n.Message, maxShown))
		}
	}
	return b.String()
}
