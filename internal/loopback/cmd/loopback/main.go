// Command loopback runs the test endpoint on its own, for benchmarks. It
// prints its base address on stdout and serves until interrupted; GET /stats
// counts, POST /reset forgets.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/evalrun/evalrun/internal/loopback"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "loopback:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var opt loopback.Options
	flags := flag.NewFlagSet("loopback", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&opt.Addr, "addr", "127.0.0.1:0", "loopback address; port 0 is any free one")
	flags.DurationVar(&opt.Latency, "latency", 0, "time before each reply")
	flags.DurationVar(&opt.HangFor, "hang", 0, "how long the hang fault holds a request (0: two minutes)")
	flags.Uint64Var(&opt.Seed, "seed", 1, "seed of the faults")
	flags.IntVar(&opt.MaxInFlight, "max-in-flight", 0, "answer 429 above this many requests at once (0: no limit)")
	flags.IntVar(&opt.PerMinute, "per-minute", 0, "answer 429 above this many requests in a sliding minute (0: no limit)")
	faults := flags.String("faults", "", "fault rates, name=rate,name=rate")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	var err error
	if opt.Faults, err = loopback.ParseFaults(*faults); err != nil {
		return err
	}
	s, err := loopback.Start(opt)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, s.URL())
	<-ctx.Done()
	return s.Close()
}
