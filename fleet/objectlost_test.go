package fleet

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestAnObjectIsAskedForAgainWhenTheConnectionIsMadeAnew: what was under way
// is lost, and nobody will answer it.
func TestAnObjectIsAskedForAgainWhenTheConnectionIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	there := testObjects(t, testDial(t, s, nil))
	large := bytes.Repeat([]byte("thirty days "), 100_000)
	hash, err := there.put(t.Context(), large)
	if err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func(context.Context, *objects) error{
		"put": func(ctx context.Context, o *objects) error {
			_, err := o.put(ctx, []byte("another one"))
			return err
		},
		"get": func(ctx context.Context, o *objects) error {
			data, err := o.get(ctx, hash)
			if err == nil && !bytes.Equal(data, large) {
				t.Error("it is another one")
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, at := testLink(t, s)
			conn, err := Dial(t.Context(), at, "test", nil)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			o := testObjects(t, conn)
			l.held.Lock()
			sent := conn.nc.Stats().OutMsgs
			got := make(chan error, 1)
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				got <- use(ctx, o)
			}()
			eventually(t, "it is asked for", func() bool { return conn.nc.Stats().OutMsgs > sent })
			if err := conn.nc.ForceReconnect(); err != nil {
				t.Error(err)
			}
			l.held.Unlock()
			if err := <-got; err != nil {
				t.Error(err)
			}
		})
	}
}

func testObjects(t *testing.T, c *Conn) *objects {
	t.Helper()
	o, err := makeObjects(t.Context(), c, "run")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestAnObjectThatMayNotBeAskedForEndsSoon: only what is transferred may take
// as long as it is large.
func TestAnObjectThatMayNotBeAskedForEndsSoon(t *testing.T) {
	t.Parallel()
	at := natsServer(t, server.Options{JetStream: true, Users: []*server.User{{
		Username: "u", Password: "p", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.API.DIRECT.GET.>"}}},
	}}})
	conn, err := dialDenied(t, Address{URL: "nats://u:p@" + at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := testObjects(t, conn).put(ctx, bytes.Repeat([]byte("x"), maxObject/2)); !errors.Is(err, ErrDenied) {
		t.Errorf("got %v", err)
	}
}

// TestAnObjectIsWaitedForWhereAReplicaMayLagBehind: a message that names it is
// there before it is.
func TestAnObjectIsWaitedForWhereAReplicaMayLagBehind(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	behind, ahead := testObjects(t, testDial(t, s, nil)), testObjects(t, testDial(t, s, nil))
	behind.lag = patience
	value := []byte("confirmed elsewhere")
	got := make(chan error, 1)
	go func() {
		_, err := behind.get(t.Context(), hashBytes(value))
		got <- err
	}()
	select {
	case err := <-got:
		t.Fatalf("it is given up at once: %v", err)
	case <-time.After(2 * firstPause):
	}
	if _, err := ahead.put(t.Context(), value); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Error(err)
	}
}

// TestResultsAreReadAtTheirLeader: any replica could answer a direct read, also
// one that has not got the answer yet that a worker looks for.
func TestResultsAreReadAtTheirLeader(t *testing.T) {
	s := testServer(t, serverOptions{})
	store, err := makeStore(t.Context(), testDial(t, s, nil), "run", DefaultAckWait)
	if err != nil {
		t.Fatal(err)
	}
	if store.results.CachedInfo().Config.AllowDirect {
		t.Error("any replica answers")
	}
}

// TestAValueThatManyHaveIsSentOnce: the questions over the same passages are
// handed out at once.
func TestAValueThatManyHaveIsSentOnce(t *testing.T) {
	s := testServer(t, serverOptions{})
	o := testObjects(t, testDial(t, s, nil))
	value := bytes.Repeat([]byte("x"), 2*objectChunk)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, err := o.put(t.Context(), value); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	stream, err := o.conn.js.Stream(t.Context(), objectStream("run"))
	if err != nil {
		t.Fatal(err)
	}
	if sent := stream.CachedInfo().State.LastSeq; sent != 3 {
		t.Errorf("%d messages were sent, want two parts and what is said of them", sent)
	}
	// The form is that of NATS: its own reader takes it, and the digest is right.
	if data, err := o.store.GetBytes(t.Context(), hashBytes(value)); err != nil || !bytes.Equal(data, value) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
