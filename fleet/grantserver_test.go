package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/evalrun/evalrun/llm"
)

// grantTimes are short enough for tests that wait for them, and long enough for
// a machine that is busy with others.
var grantTimes = leaseTimes{Lease: 4 * time.Second, Renew: 500 * time.Millisecond, Remember: time.Minute}

// plainServer is a server without a store, which grants do not need.
func plainServer(t testing.TB, port int) *natsserver.Server {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func plainConn(t testing.TB, s *natsserver.Server) *Conn {
	t.Helper()
	nc, err := nats.Connect(s.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return &Conn{nc: nc, warn: func(string) {}}
}

func grants(t testing.TB, s *natsserver.Server, times leaseTimes, g Governors) (*grantServer, *Conn) {
	t.Helper()
	conn := plainConn(t, s)
	served, err := serveGrantsTimed(conn, "run.1", g, times, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.nc.Flush(); err != nil { // the server knows who listens
		t.Fatal(err)
	}
	return served, conn
}

func grantedTo(t testing.TB, s *natsserver.Server, times leaseTimes, worker string, say func(string)) (llm.Governor, *Conn) {
	t.Helper()
	conn := plainConn(t, s)
	r, err := newRemoteTimed(conn, "run.1", worker, say, times)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		r.close(ctx)
	})
	g, err := r.Governor("judge", "https://host/v1", "m")
	if err != nil {
		t.Fatal(err)
	}
	return g, conn
}

func silent(string) {}

func passOf(t testing.TB, g llm.Governor) llm.Pass {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		p, err := g.Enter(ctx, 100)
		if errors.Is(err, errAway) {
			continue // a busy machine took longer than a lease
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func closed(s *grantServer) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s.close(ctx)
}

func TestManyWorkersPassNoBound(t *testing.T) {
	const perMinute, places, calls = 24_000, 12, 600
	server := plainServer(t, -1)
	budget := llm.NewBudget(llm.BudgetOptions{MaxCalls: calls})
	served, _ := grants(t, server, defaultTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{Concurrency: places, RPM: perMinute}), budget))
	var provider endpointSeen
	var all sync.WaitGroup
	start := time.Now()
	for i := range 50 {
		g, _ := grantedTo(t, server, defaultTimes, fmt.Sprint("w", i), silent)
		for range 20 {
			all.Go(func() {
				pass, err := g.Enter(t.Context(), 100)
				if errors.Is(err, llm.ErrBudget) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				provider.begin()
				time.Sleep(5 * time.Millisecond)
				provider.end()
				pass.Done(goodEnd)
			})
		}
	}
	all.Wait()
	took := time.Since(start)
	closed(served)
	if provider.sent != calls || provider.peak > places {
		t.Errorf("%d calls of %d, %d at once of %d", provider.sent, calls, provider.peak, places)
	}
	if least := (calls - 1) * time.Minute / perMinute; took < least {
		t.Errorf("%d calls left within %v, %d a minute need %v", provider.sent, took, perMinute, least)
	}
	if spent := budget.Spent(); spent.Calls != calls || spent.PromptTokens != 30*calls || spent.Estimated != 0 {
		t.Errorf("spent %+v", spent)
	}
}

func TestAWorkerThatIsGoneFreesItsPlaces(t *testing.T) {
	t.Parallel()
	server := plainServer(t, -1)
	budget := llm.NewBudget(llm.BudgetOptions{})
	served, conn := grants(t, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{Concurrency: 1}), budget))
	warned := make(chan string, 1)
	conn.warn = func(s string) { warned <- s }
	dead, deadConn := grantedTo(t, server, grantTimes, "dead", silent)
	alive, _ := grantedTo(t, server, grantTimes, "alive", silent)
	passOf(t, dead)
	deadConn.nc.Close()
	passOf(t, alive).Done(goodEnd)
	closed(served)
	if s := budget.Spent(); s.Calls != 2 || s.Estimated != 1 {
		t.Errorf("spent %+v", s)
	}
	if got := <-warned; got != "worker dead is silent; calls that count as made: 1" {
		t.Errorf("warned %q", got)
	}
}

func TestCallsWaitForTheNextCoordinator(t *testing.T) {
	t.Parallel()
	server := plainServer(t, -1)
	governors := governorsOf(llm.NewLimiter(llm.LimiterOptions{}), llm.NewBudget(llm.BudgetOptions{}))
	first, conn := grants(t, server, grantTimes, governors)
	said := make(chan string, 10)
	g, _ := grantedTo(t, server, grantTimes, "w", func(s string) { said <- s })
	before := passOf(t, g)
	conn.nc.Close()
	got := make(chan llm.Pass)
	go func() { got <- passOf(t, g) }()
	if text := <-said; !strings.Contains(text, "run.1 does not answer; calls waiting for leave: 1") {
		t.Errorf("said %q", text)
	}
	before.Done(goodEnd)
	served, _ := grants(t, server, grantTimes, governors)
	(<-got).Done(goodEnd)
	if text := <-said; !strings.Contains(text, "answers again") {
		t.Errorf("said %q", text)
	}
	closed(served)
	closed(first)
}

func TestCallsOutliveTheServer(t *testing.T) {
	t.Parallel()
	server := plainServer(t, -1)
	budget := llm.NewBudget(llm.BudgetOptions{})
	served, conn := grants(t, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{Concurrency: 1}), budget))
	g, _ := grantedTo(t, server, grantTimes, "w", silent)
	before := passOf(t, g)
	got := make(chan llm.Pass)
	go func() { got <- passOf(t, g) }()
	port := server.Addr().(*net.TCPAddr).Port
	server.Shutdown()
	server.WaitForShutdown()
	before.Done(goodEnd)
	time.Sleep(2 * grantTimes.Lease) // as long as no coordinator can hear anybody
	plainServer(t, port)
	(<-got).Done(goodEnd)
	closed(served)
	if s := budget.Spent(); s.Calls != 2 || s.Estimated != 0 {
		t.Errorf("spent %+v; connected %v", s, conn.nc.IsConnected())
	}
}

func TestHostileGrantMessages(t *testing.T) {
	server := plainServer(t, -1)
	budget := llm.NewBudget(llm.BudgetOptions{MaxCalls: 1})
	served, _ := grants(t, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{}), budget))
	defer closed(served)
	nc := plainConn(t, server).nc
	for name, tc := range map[string]struct{ subject, data, want string }{
		"a newer worker": {grantSubject("run.1"), strings.Replace(goodEnter, "ask/1", "ask/2", 1), `evalrun.run_d1.grant: schema "evalrun.fleet.ask/2"`},
		"another run":    {leaseSubject("run.1"), goodRenewal, `evalrun.run_d1.lease: it is of run "r"`},
		"nothing":        {grantSubject("run.1"), "", "evalrun.run_d1.grant: "},
	} {
		t.Run(name, func(t *testing.T) {
			msg, err := nc.Request(tc.subject, []byte(tc.data), 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			a, err := decodeAnswer(msg.Data, "run.1")
			if err != nil || a.State != stateRefused || !strings.Contains(a.Refusal.Message, tc.want) {
				t.Errorf("answer %s, want %q: %v", msg.Data, tc.want, err)
			}
		})
	}
}

func TestTheCoordinatorAnswersInboxesOnly(t *testing.T) {
	server := plainServer(t, -1)
	served, _ := grants(t, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{}), llm.NewBudget(llm.BudgetOptions{})))
	defer closed(served)
	nc := plainConn(t, server).nc
	heard, err := nc.SubscribeSync("evalrun.>")
	if err != nil {
		t.Fatal(err)
	}
	enter := strings.Replace(goodEnter, `"run":"r"`, `"run":"run.1"`, 1)
	for _, data := range []string{enter, "{}"} {
		if err := nc.PublishRequest(grantSubject("run.1"), workSubject("run.1", taskKey{}), []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	// What asks after them is answered after them.
	if _, err := nc.Request(grantSubject("run.1"), []byte("{}"), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	for n := 3; n > 0; n-- {
		msg, err := heard.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if msg.Subject != grantSubject("run.1") {
			t.Errorf("the coordinator published to %s", msg.Subject)
		}
	}
	if n, _, _ := heard.Pending(); n != 0 {
		t.Errorf("%d more messages", n)
	}
}
