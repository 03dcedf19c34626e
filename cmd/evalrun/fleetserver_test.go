package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Where a server that is a process of its own finds its store and its port.
const (
	serverStore = "EVALRUN_TEST_SERVER_STORE"
	serverPort  = "EVALRUN_TEST_SERVER_PORT"
)

const (
	serverUser     = "fleet"
	serverPassword = "only-of-this-test"
	serverReady    = "serves at "
)

// TestServesAFleet is what a serverProcess runs: a NATS server that lasts until
// its standard input ends.
func TestServesAFleet(t *testing.T) {
	store := os.Getenv(serverStore)
	if store == "" {
		t.Skip("runs in a process that other tests start")
	}
	port, err := strconv.Atoi(os.Getenv(serverPort))
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "apart", Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
		Username: serverUser, Password: serverPassword, JetStream: true, StoreDir: store,
		AuthTimeout: 60, // seconds; a busy machine may let a client wait between two words
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatalf("port %d cannot be served", port)
	}
	fmt.Println(serverReady + s.Addr().String())
	_, _ = io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	s.WaitForShutdown()
}

// serverProcess is a NATS server that ends and begins again without the
// processes that use it, on the same port, with the same store and user.
type serverProcess struct {
	*process
	dir  string // with the store, and what the process leaves behind
	host string // and port
}

// serveApart starts the server of the fleet as a process of its own.
func (p *processes) serveApart(t *testing.T) *serverProcess {
	t.Helper()
	s := &serverProcess{dir: t.TempDir()}
	s.begin(t, server.RANDOM_PORT)
	p.at.URL = fmt.Sprintf("nats://%s:%s@%s", serverUser, serverPassword, s.host)
	return s
}

func (s *serverProcess) begin(t *testing.T, port int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestServesAFleet$")
	cmd.Env = append(os.Environ(), "TMPDIR="+s.dir, serverStore+"="+s.dir, serverPort+"="+strconv.Itoa(port))
	s.process = launch(t, cmd)
	_, s.host, _ = strings.Cut(s.awaitSaid(t, serverReady), serverReady)
}

// restart ends the server, in whichever way, and starts it again after a while.
func (s *serverProcess) restart(t *testing.T, end func(*process), after time.Duration) {
	t.Helper()
	end(s.process)
	time.Sleep(after)
	_, port, _ := strings.Cut(s.host, ":")
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	s.begin(t, n)
}

// serverGone is how long the server is away.
const serverGone = 2 * time.Second

// TestARunGoesOnAfterItsServerRestarts: it is killed, which has it lose what it
// has not told anybody, and later it is stopped; coordinator and workers live
// on. While it was away it may have forgotten who was at what, so that each
// place of a worker may make the call that it was at once more.
func TestARunGoesOnAfterItsServerRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	p := startProcesses(t, fleetQuestions, fleetPlaces, fleetLatency)
	want := p.alone(t)
	s := p.serveApart(t)
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, quickWait)
	moment := p.called.hold(fleetQuestions / 2)
	for range fleetWorkers {
		p.hire(t)
	}
	ends := []func(*process){(*process).kill, (*process).leave}
	for _, end := range ends {
		p.await(t, run, moment)
		s.restart(t, end, serverGone)
		moment = p.called.hold(fleetQuestions / 2)
	}
	p.endLike(t, run, want)
	p.check(t, len(ends)*fleetWorkers*fleetPlaces)
}
