package fleet

import (
	"context"
	"net"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestARequestIsMadeAgainWhenTheConnectionIsMadeAnew, however long it may take:
// nobody answers the one that was lost.
func TestARequestIsMadeAgainWhenTheConnectionIsMadeAnew(t *testing.T) {
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	made := 0
	err := conn.persistFor(ctx, 2*patience, func(ctx context.Context) error {
		if made++; made > 1 {
			return nil
		}
		if err := conn.nc.ForceReconnect(); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if err != nil || made != 2 {
		t.Errorf("made %d times: %v", made, err)
	}
}

// breaking dials connections of which the next large write fails, where one is
// to.
type breaking struct{ next atomic.Bool }

func (b *breaking) Dial(network, at string) (net.Conn, error) {
	conn, err := net.Dial(network, at)
	return broken{conn, b}, err
}

// large is more than the client keeps until others come to be sent with it.
const large = 128 << 10

type broken struct {
	net.Conn
	b *breaking
}

func (c broken) Write(p []byte) (int, error) {
	if len(p) > large && c.b.next.CompareAndSwap(true, false) {
		return 0, &net.OpError{Op: "write", Net: "tcp", Err: syscall.EPIPE}
	}
	return c.Conn.Write(p)
}

// TestAWriteThatFailsIsMadeAgain: the connection is lost in the moment in which
// a message is sent that fills the client's buffer.
func TestAWriteThatFailsIsMadeAgain(t *testing.T) {
	t.Parallel()
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	if _, err := makeStore(t.Context(), conn, "run", DefaultAckWait); err != nil {
		t.Fatal(err)
	}
	var b breaking
	conn.nc.Opts.CustomDialer = &b
	before := conn.untilBack()
	if err := conn.nc.ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	<-before.Done()
	b.next.Store(true)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := conn.publish(ctx, &nats.Msg{Subject: workSubject("run", taskKey{}), Data: make([]byte, 2*large)}); err != nil || b.next.Load() {
		t.Errorf("%v; a write failed: %t", err, !b.next.Load())
	}
}

// TestAWriteThatStandsStillKeepsNobodyLong: the client holds its lock meanwhile,
// and cannot even find that the link is cut.
func TestAWriteThatStandsStillKeepsNobodyLong(t *testing.T) {
	opt := testDial(t, testServer(t, serverOptions{}), nil).nc.Opts
	if most := opt.PingInterval * time.Duration(opt.MaxPingsOut+1); opt.FlusherTimeout > most {
		t.Errorf("a write may take %s, a link without a word %s", opt.FlusherTimeout, most)
	}
}
