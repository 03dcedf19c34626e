package fleet

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// place is a message of which only its place is known.
type place struct {
	jetstream.Msg
	stream, consumer uint64
}

func (p place) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: p.stream, Consumer: p.consumer}}, nil
}

// TestAMessageThatIsLostOnTheWayIsReadAgain: a consumer that acknowledges
// nothing sends each message once.
func TestAMessageThatIsLostOnTheWayIsReadAgain(t *testing.T) {
	var got []uint64
	f := follower{next: 5, each: func(m jetstream.Msg) { got = append(got, m.(place).stream) }}
	delivered := uint64(0)
	for _, p := range []place{{stream: 5, consumer: 1}, {stream: 8, consumer: 2}} {
		if err := f.take(p, &delivered); err != nil {
			t.Error(err)
		}
	}
	if err := f.take(place{stream: 11, consumer: 4}, &delivered); err == nil || f.next != 9 || len(got) != 2 {
		t.Errorf("got %v (%v), goes on at %d; want to go on after 8", got, err, f.next)
	}
}

// TestAStreamThatLostMessagesIsReadFromItsBeginning: a sequence beyond its last
// one would be waited for in silence, and one of another stream is of another
// message.
func TestAStreamThatLostMessagesIsReadFromItsBeginning(t *testing.T) {
	made := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		last uint64
		made time.Time
		want uint64
	}{
		"all is there":         {last: 20, made: made, want: 21},
		"more has come":        {last: 40, made: made, want: 21},
		"its end is lost":      {last: 19, made: made, want: 1},
		"all is lost":          {last: 0, made: made, want: 1},
		"another stream":       {last: 3, made: made.Add(time.Second), want: 1},
		"another, longer than": {last: 99, made: made.Add(time.Second), want: 1},
	} {
		t.Run(name, func(t *testing.T) {
			lost := false
			f := follower{next: 21, made: made, lost: func() { lost = true }}
			f.place(&jetstream.StreamInfo{Created: c.made, State: jetstream.StreamState{LastSeq: c.last}})
			if f.next != c.want || lost != (c.want == 1) {
				t.Errorf("it goes on at %d, lost %v; want %d", f.next, lost, c.want)
			}
		})
	}
}

// TestARunGoesOnAfterItsResultsWereLost at the server: what comes afterwards is
// heard of, and not only looked for after AckWait.
func TestARunGoesOnAfterItsResultsWereLost(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.AckWait = 2 * patience
	c := testCoordinate(t, testDial(t, s, nil), job)
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	measureAll(t, c, testTask(0), testTask(1), testTask(2))
	if err := c.conn.js.DeleteStream(t.Context(), resultStream("run")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.conn.js.CreateStream(t.Context(), resultConfig("run")); err != nil {
		t.Fatal(err)
	}
	if m := measureAll(t, c, testTask(3))[0]; m.Record == nil {
		t.Errorf("got %+v", m)
	}
}

// swapped is a stream that somebody makes anew just before a consumer is made.
type swapped struct {
	jetstream.Stream
	swap func()
}

func (s *swapped) CreateConsumer(ctx context.Context, config jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	s.swap()
	return s.Stream.CreateConsumer(ctx, config)
}

// TestAStreamThatIsMadeAnewInThatMomentIsFollowed.
func TestAStreamThatIsMadeAnewInThatMomentIsFollowed(t *testing.T) {
	t.Parallel()
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	store, err := makeStore(t.Context(), conn, "run", DefaultAckWait)
	if err != nil {
		t.Fatal(err)
	}
	to := resultSubject("run", taskKey{})
	if err := conn.publish(t.Context(), messageTo(to)); err != nil {
		t.Fatal(err)
	}
	heard := make(chan struct{}, 9)
	f := store.follower(conn, func(jetstream.Msg) { heard <- struct{}{} }, to)
	f.next = 2
	f.stream = &swapped{store.results, sync.OnceFunc(func() {
		if err := conn.js.DeleteStream(t.Context(), resultStream("run")); err != nil {
			t.Error(err)
		}
		if _, err := conn.js.CreateStream(t.Context(), resultConfig("run")); err != nil {
			t.Error(err)
		}
	})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	defer func() { cancel(); <-ended }()
	go func() { defer close(ended); f.run(ctx) }()
	eventually(t, "the stream is another one", func() bool {
		s, err := conn.js.Stream(t.Context(), resultStream("run"))
		return err == nil && s.CachedInfo().State.LastSeq == 0
	})
	if err := conn.publish(t.Context(), messageTo(to)); err != nil {
		t.Fatal(err)
	}
	arrives(t, "its first message is heard", heard)
}

// TestWhatWasThereBeforeIsForgottenWithTheStream: its sequences are given out
// once more, and objects may be gone as well.
func TestWhatWasThereBeforeIsForgottenWithTheStream(t *testing.T) {
	store := &runStore{last: 5, objects: &objects{known: map[string]bool{"hash": true}}}
	if !store.old(5) || store.old(6) {
		t.Error("the fifth message was there and the sixth was not")
	}
	if store.lose(); store.old(5) || store.objects.has("hash") {
		t.Error("the fifth message may be another one, and the object gone")
	}
}
