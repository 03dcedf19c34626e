package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// Limits of a connection. A browser on the same machine needs less of each;
// an import of labels may be long, and a search may take a while.
const (
	reviewHeaderTime = 10 * time.Second
	reviewReadTime   = 5 * time.Minute
	reviewWriteTime  = 5 * time.Minute
	reviewIdleTime   = 2 * time.Minute
	reviewEndTime    = 3 * time.Second // for what is being answered when the server ends
)

// serve answers until the context ends, which is how it should end.
func (o *reviewOptions) serve(cmd *cobra.Command, h host, runs []string) error {
	h.stderr = &oneByOne{to: h.stderr} // requests are answered side by side
	listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", o.listen)
	if err != nil {
		return infrastructure(fmt.Errorf("--listen %s: %w", o.listen, plainListen(err)))
	}
	defer listener.Close()
	at := listener.Addr().(*net.TCPAddr)
	if o.token == "" && !at.IP.IsLoopback() { // localhost is what the system's names make of it
		return o.lacksToken()
	}
	pages, err := o.pages(h, runs, o.answered(at))
	if err != nil {
		return err
	}
	address := o.address(at)
	if len(runs) == 0 && noFolders(o.history.runs) {
		h.say("no run in %s yet", o.history.runs)
	}
	h.say("review on %s (end with Ctrl-C)", address)
	if o.token != "" {
		h.hint("each browser asks once for the token, the value of %s", o.tokenEnv)
	}
	if _, err := fmt.Fprintln(h.stdout, address); err != nil { // last: who waits for it finds the rest said
		return infrastructure(err)
	}
	if o.open {
		h.openBrowser(address)
	}
	return answer(cmd.Context(), h, listener, pages.Handler())
}

// noFolders: the folder of runs is empty or is not there. Either is no
// mistake, but may come of one.
func noFolders(dir string) bool {
	entries, err := os.ReadDir(dir)
	return len(entries) == 0 && (err == nil || errors.Is(err, fs.ErrNotExist))
}

func answer(ctx context.Context, h host, listener net.Listener, pages http.Handler) error {
	server := &http.Server{
		Handler: pages, ReadHeaderTimeout: reviewHeaderTime, ReadTimeout: reviewReadTime,
		WriteTimeout: reviewWriteTime, IdleTimeout: reviewIdleTime, MaxHeaderBytes: 64 << 10,
		ErrorLog: log.New(sayer{h}, "", 0),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return infrastructure(fmt.Errorf("answer requests: %w", err))
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), reviewEndTime)
	defer cancel()
	if server.Shutdown(last) != nil {
		_ = server.Close() // who still waits is not worth waiting for
	}
	<-ended
	return nil
}

// oneByOne keeps lines of several goroutines apart.
type oneByOne struct {
	mu sync.Mutex
	to io.Writer
}

func (w *oneByOne) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(line)
}

// sayer says what the server of requests logs.
type sayer struct{ host }

func (s sayer) Write(line []byte) (int, error) {
	s.say("%s", strings.TrimSpace(string(line)))
	return len(line), nil
}

// plainListen drops the address that a message names already.
func plainListen(err error) error {
	if broken, ok := errors.AsType[*net.OpError](err); ok {
		return broken.Err
	}
	return err
}
