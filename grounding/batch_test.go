package grounding

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// told is what a line of output says.
type told struct {
	Schema  string
	ID      json.RawMessage
	Line    int
	Error   string
	Verdict string
	Support json.RawMessage
}

func runBatch(t *testing.T, in string, opt BatchOptions) ([]told, BatchSummary, error) {
	t.Helper()
	var out bytes.Buffer
	if opt.Rules == (Rules{}) {
		opt.Rules = DefaultRules()
	}
	s, err := Batch(t.Context(), strings.NewReader(in), &out, opt)
	var lines []told
	scanner := bufio.NewScanner(&out)
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		var l told
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			t.Fatalf("%v in %s", err, scanner.Bytes())
		}
		if l.Schema != ReportSchema {
			t.Errorf("schema %q", l.Schema)
		}
		lines = append(lines, l)
	}
	return lines, s, err
}

func TestBatchKeepsOrderAndIDs(t *testing.T) {
	var in strings.Builder
	const n = 500
	for i := range n {
		words := strings.Repeat("scanner ", 1+(i*7919)%300) // of uneven length, to overtake one another
		fmt.Fprintf(&in, `{"id":%d,"response":"%s","context":"scanner %d"}`+"\n", i, words, i%20)
	}
	got, s, err := runBatch(t, in.String(), BatchOptions{Workers: 4})
	if err != nil || s != (BatchSummary{Pass: n}) {
		t.Fatalf("%+v, %v", s, err)
	}
	for i, l := range got {
		if string(l.ID) != fmt.Sprint(i) {
			t.Fatalf("line %d has id %s", i, l.ID)
		}
	}
}

func TestBatchLine(t *testing.T) {
	for _, c := range []struct {
		name, line     string
		verdict, error string
	}{
		{"a context", `{"id":"a","response":"scanner","context":"scanner"}`, "pass", ""},
		{"sources", `{"id":1,"response":"scanner","sources":[{"id":"s","title":"t","text":"scanner"}]}`, "pass", ""},
		{"no id", `{"response":"scanner","context":"scanner"}`, "pass", ""},
		{"keys of others are left alone", `{"id":"a","response":"scanner","context":"scanner","model":"m"}`, "pass", ""},
		{"no vocabulary in common", `{"id":"a","response":"penguin","context":"scanner"}`, "fail", ""},
		{"an empty response", `{"id":"a","response":"","context":"scanner"}`, "inconclusive", ""},
		{"no source at all", `{"id":"a","response":"scanner","sources":[]}`, "inconclusive", ""},
		{"a source without text", `{"id":"a","response":"scanner","sources":[{"id":"s","title":"scanner"}]}`, "inconclusive", ""},
		{"not JSON", `{"id":"a"`, "", "unexpected end of JSON input"},
		{"a list", `[]`, "", "the line is a list, want an object"},
		{"no response", `{"id":"a","context":"scanner"}`, "", "response is missing"},
		{"a null response", `{"id":"a","response":null,"context":"scanner"}`, "", "response is missing"},
		{"a number for a response", `{"id":"a","response":3,"context":"scanner"}`, "", "response is a number, want a string"},
		{"neither context nor sources", `{"id":"a","response":"scanner"}`, "", `neither "context" nor "sources" is given`},
		{"both", `{"id":"a","response":"scanner","context":"x","sources":[]}`, "", `both "context" and "sources" are given; keep one`},
		{"a context of another type", `{"id":"a","response":"scanner","context":["x"]}`, "", "context is a list, want a string"},
		{"sources of another type", `{"id":"a","response":"scanner","sources":"x"}`, "", "sources is a string, want a list"},
		{"a source of another type", `{"id":"a","response":"scanner","sources":[{"text":["x"]}]}`, "", "sources.text is a list, want a string"},
		{"text for a source", `{"id":"a","response":"scanner","sources":["x"]}`, "", "sources holds a string, want objects"},
		{"a source's key in another letter case", `{"id":"a","response":"scanner","sources":[{"text":"x","Text":"y"}]}`, "", `unknown key "Text" in sources[0], did you mean "text"`},
		{"a source's key twice", `{"id":"a","response":"scanner","sources":[{"text":"x","text":"y"}]}`, "", `duplicate key "text" in sources.[0]`},
		{"keys of others in a source are left alone", `{"id":"a","response":"scanner","sources":[{"text":"scanner","meta":{"Text":1}}]}`, "pass", ""},
		{"an id of another type", `{"id":[],"response":"scanner","context":"x"}`, "", "id is not a string or a number"},
		{"a duplicate key", `{"id":"a","response":"scanner","response":"x","context":"x"}`, "", `duplicate key "response"`},
		{"a known key in another letter case", `{"id":"a","Response":"scanner","context":"x"}`, "", `unknown key "Response", did you mean "response"`},
		{"bytes that are no UTF-8", "{\"id\":\"a\",\"response\":\"\xff\",\"context\":\"x\"}", "", "not valid UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var bad []int
			got, s, err := runBatch(t, "\n"+c.line+"\n", BatchOptions{Bad: func(line int, _ error) { bad = append(bad, line) }})
			if err != nil || len(got) != 1 {
				t.Fatalf("%d lines, %v", len(got), err)
			}
			if got[0].Verdict != c.verdict || got[0].Error != c.error {
				t.Errorf("%+v", got[0])
			}
			if broken := c.error != ""; broken != (s.Bad == 1) || broken != cmp.Equal(bad, []int{2}) || broken != (got[0].Line == 2) {
				t.Errorf("%+v, bad lines %v, %+v", s, bad, got[0])
			}
		})
	}
}

func TestBatchGoesOnAfterABadLine(t *testing.T) {
	got, s, err := runBatch(t, `{"id":"a","response":"x y scanner","context":"scanner"}
{"id":"b","response":5}
{"id":"c","response":"scanner","context":"scanner"}`, BatchOptions{})
	if err != nil || len(got) != 3 || s.Bad != 1 {
		t.Fatalf("%+v, %+v, %v", got, s, err)
	}
	if string(got[1].ID) != `"b"` || got[1].Line != 2 || string(got[2].ID) != `"c"` {
		t.Errorf("%+v", got)
	}
}

func TestBatchStopsAtALineOverTheLimitAndSaysSo(t *testing.T) {
	long := `{"id":"b","response":"` + strings.Repeat("x", 11<<20) + `"}`
	good := `{"id":"a","response":"scanner","context":"scanner"}`
	got, s, err := runBatch(t, good+"\n"+long+"\n"+good, BatchOptions{})
	if err == nil || !strings.Contains(err.Error(), "line 2: over") {
		t.Errorf("%v", err)
	}
	if len(got) != 2 || got[1].Error == "" || s != (BatchSummary{Pass: 1, Bad: 1}) {
		t.Errorf("%d lines, %+v", len(got), s)
	}
}

func TestBatchScoresSupportOfSources(t *testing.T) {
	in := `{"response":"Scanners redact tokens.","sources":[{"text":"Scanners redact tokens."}]}
{"response":"Scanners redact tokens.","context":"Scanners redact tokens."}`
	got, _, err := runBatch(t, in, BatchOptions{})
	if err != nil || string(got[0].Support) == "null" || string(got[1].Support) != "null" {
		t.Errorf("%s and %s, %v", got[0].Support, got[1].Support, err)
	}
	rules := DefaultRules()
	rules.Support = true
	got, _, err = runBatch(t, in, BatchOptions{Rules: rules})
	if err != nil || string(got[1].Support) == "null" {
		t.Errorf("%s, %v", got[1].Support, err)
	}
}

func TestBatchFallsBackOnItsOwnContext(t *testing.T) {
	got, _, err := runBatch(t, `{"response":"scanner"}`, BatchOptions{Context: Prepare("scanner", Source{Path: "c.md"})})
	if err != nil || got[0].Verdict != "pass" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSharedContextIsPreparedOnce(t *testing.T) {
	r := &recentContexts{}
	prepared := 0
	prepare := func([]byte) (*Context, error) { prepared++; return nil, nil }
	for range 3 {
		for i := range keptContexts {
			_, _ = r.get(fmt.Append(nil, i), prepare)
		}
	}
	if prepared != keptContexts {
		t.Errorf("prepared %d", prepared)
	}
	_, _ = r.get([]byte("new"), prepare)
	if len(r.queue) != keptContexts || r.queue[0].raw != "1" {
		t.Errorf("%d kept, the oldest %s", len(r.queue), r.queue[0].raw)
	}
}

func TestLargeContextsAreSoonForgotten(t *testing.T) {
	r := &recentContexts{}
	for i := range keptContexts {
		raw := bytes.Repeat([]byte{byte('a' + i)}, keptBytes/2)
		_, _ = r.get(raw, func([]byte) (*Context, error) { return nil, nil })
	}
	if len(r.queue) != 3 {
		t.Errorf("%d kept", len(r.queue))
	}
}

// A slow reader of the output keeps the batch from reading ahead without end.
func TestBatchReadsOnlyALittleAhead(t *testing.T) {
	in, feed := io.Pipe()
	from, out := io.Pipe()
	fed := make(chan int)
	go func() {
		n := 0
		for ; n < 10_000; n++ {
			if _, err := fmt.Fprintf(feed, `{"id":%d,"response":"scanner","context":"%s"}`+"\n", n, strings.Repeat("scanner ", 1000)); err != nil {
				break
			}
		}
		fed <- n
	}()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := Batch(ctx, in, out, BatchOptions{Rules: DefaultRules(), Workers: 2})
		done <- err
	}()
	if _, err := bufio.NewReader(from).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	cancel()
	from.Close()
	if err := <-done; err == nil {
		t.Error("no error of a batch that was cut off")
	}
	in.Close()
	if n := <-fed; n > 1000 {
		t.Errorf("read %d lines ahead of the writer", n)
	}
}

func TestBatchEndsWhenItIsCancelled(t *testing.T) {
	in, feed := io.Pipe()
	defer feed.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Batch(ctx, in, io.Discard, BatchOptions{Rules: DefaultRules()}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func FuzzBatch(f *testing.F) {
	f.Add("{\"id\":1,\"response\":\"`f(x)`\",\"context\":\"f\"}\n{}\n\n[1]")
	f.Add(`{"response":"a","sources":[{"id":{},"text":"\ud800"}]}`)
	f.Fuzz(func(t *testing.T, in string) {
		got, s, err := runBatch(t, in, BatchOptions{Workers: 2})
		if n := s.Pass + s.Fail + s.Inconclusive + s.Bad; err != nil || n != len(got) {
			t.Errorf("%d lines, %+v, %v", len(got), s, err)
		}
		for _, l := range got {
			if (l.Error == "") == (l.Verdict == "") {
				t.Errorf("%+v", l)
			}
		}
	})
}
