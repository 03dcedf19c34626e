package main

import (
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestWhoMayNotCoordinateLeavesNoFolder: the user of a worker may use all that
// is there already, and learns that it may not do more before anything is left
// behind.
func TestWhoMayNotCoordinateLeavesNoFolder(t *testing.T) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
		AuthTimeout: 60, // seconds, on a busy machine
		Users: []*server.User{{Username: "worker", Password: "only-of-this-test", Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: []string{"evalrun.>", "$JS.API.INFO", "$JS.API.STREAM.INFO.*"}},
			Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	writeQuestions(t, ".", 3)
	var stderr speech // the connection may say something at any time
	h := host{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, getenv: os.Getenv, environ: os.Environ, now: time.Now, random: rand.Reader}
	at := "nats://worker:only-of-this-test@" + s.Addr().String()
	if code := run(t.Context(), []string{"run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "none", "--fleet", at}, h); code != 4 {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"nothing was begun: ", "lacks a permission", "hint: the permissions that coordinators and workers need are in docs/scale.md\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q is not said in %q", want, stderr.String())
		}
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "runs", "*")); len(found) != 0 {
		t.Errorf("it leaves %q", found)
	}
}
