// Command bareloop makes n chat calls with go-openai in an errgroup and
// nothing else: the reference that evalrun's own cost is measured against.
// It prints one line of JSON: wall and CPU seconds and peak memory.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
	"golang.org/x/sync/errgroup"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bareloop:", err)
		os.Exit(1)
	}
}

// measured is the printed line. CPU and memory are 0 where the system does
// not tell them.
type measured struct {
	Calls       int     `json:"calls"`
	Concurrency int     `json:"concurrency"`
	Keep        string  `json:"keep"`
	WallSeconds float64 `json:"wallSeconds"`
	CPUSeconds  float64 `json:"cpuSeconds"`
	PeakRSSMB   float64 `json:"peakRssMb"`
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bareloop", flag.ContinueOnError)
	flags.SetOutput(stderr)
	address := flags.String("url", "", "base address of the endpoint")
	n := flags.Int("n", 1000, "calls")
	c := flags.Int("c", 20, "calls at once")
	keep := flags.String("keep", "none", "none, or jsonl: append each reply to a file, as a journal would")
	if err := flags.Parse(args); err != nil {
		return err
	}
	sink, done, err := openSink(*keep)
	if err != nil {
		return err
	}
	defer done()
	began := time.Now()
	if err := loop(client(*address, *c), *n, *c, sink); err != nil {
		return err
	}
	m := measured{Calls: *n, Concurrency: *c, Keep: *keep, WallSeconds: time.Since(began).Seconds()}
	m.CPUSeconds, m.PeakRSSMB = usage()
	return json.NewEncoder(stdout).Encode(m)
}

func client(address string, conns int) *openai.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = conns, conns
	cfg := openai.DefaultConfig("none")
	cfg.BaseURL = address
	cfg.HTTPClient = &http.Client{Transport: transport}
	return openai.NewClientWithConfig(cfg)
}

func loop(api *openai.Client, n, c int, sink func(line) error) error {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(c)
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			user := userText(i)
			reply, err := api.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
				Model: "bare", Messages: []openai.ChatCompletionMessage{
					{Role: openai.ChatMessageRoleSystem, Content: system}, {Role: openai.ChatMessageRoleUser, Content: user},
				},
			})
			if err != nil {
				return err
			}
			l := line{ID: fmt.Sprintf("q%06d", i), Answer: user, Raw: reply.Choices[0].Message.Content}
			if err := json.Unmarshal([]byte(l.Raw), &l); err != nil {
				return err
			}
			return sink(l)
		})
	}
	return group.Wait()
}

// line is what a reply leaves behind.
type line struct {
	ID, Answer, Raw string
	Scores          map[string]float64
	Reasoning       map[string]string
}

// openSink returns where lines go. jsonl flushes each line, because a journal
// that loses its tail on a crash is no journal.
func openSink(keep string) (sink func(line) error, done func(), err error) {
	if keep == "none" {
		return func(line) error { return nil }, func() {}, nil
	}
	if keep != "jsonl" {
		return nil, nil, fmt.Errorf("-keep %q: want none or jsonl", keep)
	}
	f, err := os.CreateTemp("", "bareloop-*.jsonl")
	if err != nil {
		return nil, nil, err
	}
	var mu sync.Mutex
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	sink = func(l line) error {
		mu.Lock()
		defer mu.Unlock()
		if err := enc.Encode(l); err != nil {
			return err
		}
		return w.Flush()
	}
	return sink, func() { _ = f.Close(); _ = os.Remove(f.Name()) }, nil
}

// The texts are about as long as those of a judge with three passages.
var system = "Score grounding, relevance, calibration, citations and tone from 1 to 5, with one line of reasoning each.\n" +
	strings.Repeat("Anchors: one is the worst case, five the best, three lies between them. ", 20) +
	`Return only JSON: {"scores":{"grounding":N},"reasoning":{"grounding":"..."}}`

func userText(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Question\nWhat is the deadline for request %d?\nAnswer\nIt is %d days [S1].\nPassages\n", i, i%9)
	for k := range 3 {
		passage := fmt.Sprintf("item %d.%d is answered within %d working days; ", i, k, i%9)
		fmt.Fprintf(&b, "[S%d] handbook\n%s\n", k+1, strings.Repeat(passage, 14))
	}
	return b.String()
}
