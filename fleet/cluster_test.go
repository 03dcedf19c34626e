//go:build soak

package fleet

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/evalrun/evalrun/runner"
)

// testCluster is three servers that keep what is stored together.
func testCluster(t *testing.T) (servers []*server.Server, at Address) {
	t.Helper()
	var listeners []net.Listener
	var routes []string
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners, routes = append(listeners, l), append(routes, "nats://"+l.Addr().String())
	}
	var urls []string
	for i, l := range listeners {
		port := l.Addr().(*net.TCPAddr).Port
		_ = l.Close()
		opt := server.Options{
			ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "evals", Host: "127.0.0.1", Port: port},
		}
		for _, r := range routes {
			u, _ := url.Parse(r)
			opt.Routes = append(opt.Routes, u)
		}
		s, err := server.NewServer(&opt)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		stop := sync.OnceFunc(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		t.Cleanup(stop)
		servers, urls = append(servers, s), append(urls, "nats://"+s.Addr().String())
	}
	return servers, Address{URL: strings.Join(urls, ",")}
}

// TestSoakAClusterMayLoseAServer: what it had of the run the others have too.
func TestSoakAClusterMayLoseAServer(t *testing.T) {
	servers, at := testCluster(t)
	dial := func(name string) *Conn {
		var conn *Conn
		eventually(t, "the cluster is formed", func() (ok bool) {
			var err error
			conn, err = Dial(t.Context(), at, name, nil)
			return err == nil
		})
		t.Cleanup(conn.Close)
		return conn
	}
	c := testCoordinate(t, dial("coordinator"), testJob("run"))
	if n := c.store.results.CachedInfo().Config.Replicas; n != clusterReplicas {
		t.Errorf("%d servers keep the results, want %d", n, clusterReplicas)
	}
	var times atomic.Int32
	startWorker(t, testWorker(dial("worker"), "ada", counting(&times)))
	var tasks []runner.Task
	for seq := range 40 {
		tasks = append(tasks, testTask(seq))
	}
	measureAll(t, c, tasks[:20]...)
	lead := c.store.results.CachedInfo().Cluster.Leader
	for _, s := range servers {
		if s.Name() == lead {
			s.Shutdown()
		}
	}
	for i, m := range measureAll(t, c, tasks[20:]...) {
		if m.Record == nil || m.Record.Error != nil {
			t.Errorf("question %d: got %+v", i, m.Record)
		}
	}
	if n := times.Load(); n > 40+4 {
		t.Errorf("%d questions were measured, want at most those in flight again", n)
	}
}
