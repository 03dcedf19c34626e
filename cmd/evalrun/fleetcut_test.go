//go:build soak && linux

package main

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestSoakACutLink has all workers of a run in another network and cuts the
// link to it for 20 s. What was in flight then is measured once more at most.
func TestSoakACutLink(t *testing.T) {
	link := layLink(t)
	p := startProcesses(t, soakQuestions, fleetPlaces, fleetLatency)
	p.serve(t)
	p.url = across(t, p.url)
	p.at.URL = across(t, p.at.URL)
	p.far = []string{"ip", "netns", "exec", link.far}
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, soakWait)
	for range fleetWorkers {
		p.hire(t)
	}
	p.await(t, run, p.called.moment(soakQuestions))
	link.set(t, "down")
	time.Sleep(20 * time.Second)
	link.set(t, "up")
	p.endWell(t, run)
	p.check(t, fleetWorkers*fleetPlaces)
}

// link joins this network with one that has nothing else.
type link struct{ near, far string }

const nearAddress, farAddress = "10.231.77.1", "10.231.77.2"

func layLink(t *testing.T) link {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("skipped: only root can lay a link between two networks")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("skipped: no program ip")
	}
	l := link{near: fmt.Sprintf("ev%d", os.Getpid()), far: fmt.Sprintf("evalrun%d", os.Getpid())}
	if out, err := exec.Command("ip", "netns", "add", l.far).CombinedOutput(); err != nil {
		t.Skipf("skipped: no second network can be made: %v: %s", err, out)
	}
	// The link goes with it.
	t.Cleanup(func() { ip(t, "netns delete "+l.far) })
	ip(t, "link add "+l.near+" type veth peer name far netns "+l.far)
	ip(t, "addr add "+nearAddress+"/30 dev "+l.near)
	ip(t, "-n "+l.far+" addr add "+farAddress+"/30 dev far")
	ip(t, "-n "+l.far+" link set far up")
	l.set(t, "up")
	return l
}

func (l link) set(t *testing.T, state string) {
	t.Helper()
	ip(t, "link set "+l.near+" "+state)
}

func ip(t *testing.T, args string) {
	t.Helper()
	if out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput(); err != nil {
		t.Fatalf("ip %s: %v: %s", args, err, out)
	}
}

// across is an address at the near end of the link that leads to a server of
// the loopback interface.
func across(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	near, err := net.Listen("tcp", nearAddress+":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = near.Close() })
	server := u.Host
	go func() {
		for {
			from, err := near.Accept()
			if err != nil {
				return
			}
			go pass(from, server)
		}
	}()
	u.Host = near.Addr().String()
	return u.String()
}

// pass carries bytes both ways until one of the two ends.
func pass(from net.Conn, server string) {
	defer from.Close()
	to, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	go func() {
		defer to.Close()
		_, _ = io.Copy(to, from)
	}()
	_, _ = io.Copy(from, to)
}
