package fleet

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestAHeartbeatThatIsRefusedIsToldOfOnce: it comes every few seconds.
func TestAHeartbeatThatIsRefusedIsToldOfOnce(t *testing.T) {
	var told spoken
	conn := testDial(t, testServer(t, serverOptions{}), told.say)
	people, err := conn.makeBucket(t.Context(), workersBucket)
	if err != nil {
		t.Fatal(err)
	}
	look := func(text string) {
		t.Helper()
		for _, key := range []string{"newer", "hostile"} {
			if _, err := people.PutString(t.Context(), key, text); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			if workers, err := conn.present(t.Context(), people); err != nil || len(workers) != 0 {
				t.Errorf("present are %+v (%v)", workers, err)
			}
		}
	}
	look(`{"schema":"evalrun.fleet.worker/2"}`)
	look(`{"schema":"evalrun.fleet.worker/3"}`)
	var lines []string
	for _, l := range told.all() {
		if strings.Contains(l, "is refused") {
			lines = append(lines, l)
		}
	}
	if len(lines) != 4 || !strings.Contains(lines[0], "worker hostile") || !strings.Contains(lines[3], "worker newer") || !strings.Contains(lines[3], "worker/3") {
		t.Errorf("it was told:\n%s", strings.Join(lines, "\n"))
	}
}

// said is a heartbeat, but for a change.
func said(change func(*WorkerStatus)) string {
	w := WorkerStatus{Name: "ada", Tool: "v1", Places: 4, Done: 3, PerMinute: 2, Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	change(&w)
	return string(mustEncode(heartbeat{Schema: heartbeatSchema, WorkerStatus: w}))
}

// TestAHeartbeatIsHeldToWhatAWorkerCanSay: its texts stand in the lines that
// people read.
func TestAHeartbeatIsHeldToWhatAWorkerCanSay(t *testing.T) {
	if _, err := decodeHeartbeat([]byte(said(func(*WorkerStatus) {}))); err != nil {
		t.Errorf("the heartbeat that the others are made of is refused: %v", err)
	}
	for name, change := range map[string]func(*WorkerStatus){
		"no name":                   func(w *WorkerStatus) { w.Name = "" },
		"a name of two lines":       func(w *WorkerStatus) { w.Name = "ada\nrun x fails" },
		"a name that colours":       func(w *WorkerStatus) { w.Name = "\x1b[31mada" },
		"a long name":               func(w *WorkerStatus) { w.Name = strings.Repeat("a", 65) },
		"a long version":            func(w *WorkerStatus) { w.Tool = strings.Repeat("v", 201) },
		"no place":                  func(w *WorkerStatus) { w.Places = 0 },
		"places without end":        func(w *WorkerStatus) { w.Places = maxPlaces + 1 },
		"less than nothing at work": func(w *WorkerStatus) { w.InFlight = -1 },
		"less than nothing done":    func(w *WorkerStatus) { w.Done = -1 },
		"faster than it did":        func(w *WorkerStatus) { w.PerMinute = 1e300 },
		"slower than nothing":       func(w *WorkerStatus) { w.PerMinute = -1 },
		"more than can be read":     func(w *WorkerStatus) { w.Runs = []string{strings.Repeat("r", maxHeartbeat)} },
	} {
		if _, err := decodeHeartbeat([]byte(said(change))); err == nil || len(err.Error()) > 2*maxShown {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestALineNamesAFewWorkers: there may be a thousand, each with much to say.
func TestALineNamesAFewWorkers(t *testing.T) {
	var workers []WorkerStatus
	for range mostWorkers {
		workers = append(workers, WorkerStatus{Name: "ada", Lacks: map[string][]string{"run": {strings.Repeat("x", maxHeartbeat)}}})
	}
	line := nobody("run", workers)
	if len(line) > mostNamed*(maxLine+100) || !strings.HasSuffix(line, "; and 980 others") {
		t.Errorf("%d bytes, ending in %q", len(line), line[len(line)-40:])
	}
}

// entry is one of a bucket as a watch tells it.
type entry struct {
	jetstream.KeyValueEntry
	key, text string
	at        time.Time
	gone      bool
}

func (e entry) Key() string        { return e.key }
func (e entry) Value() []byte      { return []byte(e.text) }
func (e entry) Created() time.Time { return e.at }

func (e entry) Operation() jetstream.KeyValueOp {
	if e.gone {
		return jetstream.KeyValueDelete
	}
	return jetstream.KeyValuePut
}

// TestWhoWasHeardOfLongAgoIsNotThere: a bucket without a TTL keeps it.
func TestWhoWasHeardOfLongAgoIsNotThere(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		now, at time.Time
		want    int
	}{
		"just now":                 {now, now, 1},
		"at a server that is late": {now, now.Add(time.Minute), 1},
		"within the time":          {now, now.Add(-heartbeatTTL), 1},
		"long ago":                 {now, now.Add(-heartbeatTTL - 1), 0},
		"who knows when":           {time.Time{}, now, 1},
	} {
		r := newRollCall(c.now)
		r.take(entry{key: "k", text: said(func(*WorkerStatus) {}), at: c.at})
		r.take(entry{key: "broken", text: "{", at: c.at})
		if len(r.workers) != c.want || len(r.refused) != c.want {
			t.Errorf("%s: %d workers, %d refused", name, len(r.workers), len(r.refused))
		}
	}
}

// TestTheServerSaysWhatTimeItIs: who asks may have another clock.
func TestTheServerSaysWhatTimeItIs(t *testing.T) {
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	people, err := conn.makeBucket(t.Context(), workersBucket)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := bucketInfo(t.Context(), people); err != nil || info.TimeStamp.IsZero() {
		t.Errorf("got %+v, %v", info, err)
	}
}

// TestSoManyWorkersAreKnown and no more, of which one line tells.
func TestSoManyWorkersAreKnown(t *testing.T) {
	r := newRollCall(time.Time{})
	for i := range mostWorkers + 10 {
		r.take(entry{key: fmt.Sprint(i), text: said(func(*WorkerStatus) {})})
		r.take(entry{key: fmt.Sprint("broken", i), text: "{"})
	}
	if len(r.workers) != mostWorkers || len(r.refused) > mostTold+1 || !strings.Contains(r.refused[""], "more than 1000 workers") {
		t.Errorf("%d workers, %d refused", len(r.workers), len(r.refused))
	}
}

// TestOthersAreToldOnlyWhatIsMeantForThem of why a run could not be opened.
func TestOthersAreToldOnlyWhatIsMeantForThem(t *testing.T) {
	secret := errors.New("ask https://u:marked-password-xyz@host: no such host")
	if got := publicLack(secret); strings.Contains(got, "marked") || got == "" {
		t.Errorf("got %q", got)
	}
	if got := publicLack(fmt.Errorf("marked: %w", Lack("environment variable KEY"))); got != "environment variable KEY" {
		t.Errorf("got %q", got)
	}
}
