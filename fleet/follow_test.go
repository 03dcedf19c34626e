package fleet

import (
	"testing"

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
