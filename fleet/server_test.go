package fleet

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestAServerOfOnesOwnIsForWhoHasItsAddress, which no message shows in full.
func TestAServerOfOnesOwnIsForWhoHasItsAddress(t *testing.T) {
	s := testServer(t, serverOptions{})
	at, err := url.Parse(s.Address().URL)
	if err != nil {
		t.Fatal(err)
	}
	password, _ := at.User.Password()
	if at.Hostname() != "127.0.0.1" || len(password) < 20 || strings.Contains(s.Address().String(), password) {
		t.Errorf("it is at %s", s.Address().URL)
	}
	at.User = nil
	if conn, err := Dial(t.Context(), Address{URL: at.String()}, "test", nil); err == nil {
		conn.Close()
		t.Error("it lets in who has no password")
	}
}

func TestAServerWithoutAStoreDoesNotStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := StartServer(filepath.Join(file, "store")); err == nil {
		s.Close()
		t.Error("it keeps its store in a file")
	}
}

// TestWhoIsSlowToLogInIsWaitedFor: a machine that is busy lets a process stand
// still for longer than the server's usual two seconds.
func TestWhoIsSlowToLogInIsWaitedFor(t *testing.T) {
	t.Parallel()
	l, at := testLink(t, testServer(t, serverOptions{}))
	l.held.Lock()
	time.AfterFunc(2500*time.Millisecond, l.held.Unlock)
	nc, err := nats.Connect(at.URL, nats.Timeout(patience)) // a client that waits longer than Dial
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
}
