package main

import (
	"os"
	"os/signal"
	"syscall"
)

// outliveReaders keeps a run going whose output nobody reads any more: what a
// program such as head leaves behind is an error of that write, and does not
// end a process that has answers in flight. A signal that is caught and not
// ignored keeps its default in the programs that a run starts.
func outliveReaders() (stop func()) {
	gone := make(chan os.Signal, 1)
	signal.Notify(gone, syscall.SIGPIPE)
	return func() { signal.Stop(gone) }
}
