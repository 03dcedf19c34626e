package targets

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/suites"
)

func streamSpec(t testing.TB, args ...string) suites.CommandSpec {
	t.Helper()
	spec := program(t, "stream", args...)
	spec.Mode = suites.ModeStream
	return spec
}

// asked asks in the background; the answer's text or the error comes when it
// is called for.
func asked(c *Command, id, query string) (wait func() (string, error)) {
	type end struct {
		text string
		err  error
	}
	ended := make(chan end, 1)
	go func() {
		a, err := c.Answer(context.Background(), question(id, query))
		ended <- end{a.Text, err}
	}()
	return func() (string, error) {
		e := <-ended
		return e.text, e.err
	}
}

// held waits until so many questions have reached the program and hang there.
func held(t *testing.T, c *Command, n int) {
	t.Helper()
	for {
		c.stream.mu.Lock()
		now := c.stream.now
		c.stream.mu.Unlock()
		waiting := 0
		if now != nil {
			now.mu.Lock()
			for _, w := range now.waiting {
				waiting += len(w)
			}
			now.mu.Unlock()
		}
		if waiting == n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func TestStreamMatchesAnswersByIDInAnyOrder(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	const n = 50
	var waits []func() (string, error)
	for i := range n {
		waits = append(waits, asked(c, fmt.Sprint("q", i), "hold"))
	}
	held(t, c, n)
	if _, err := asked(c, "last", "release")(); err != nil {
		t.Fatal(err)
	}
	for i, wait := range waits {
		if got, err := wait(); err != nil || got != fmt.Sprint("held q", i) {
			t.Errorf("q%d: got %q, %v", i, got, err)
		}
	}
}

func TestStreamIsOneProgramForAllQuestions(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	processes := map[string]bool{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			a, err := c.Answer(context.Background(), question(fmt.Sprint("q", i), "who"))
			mu.Lock()
			defer mu.Unlock()
			if processes[a.Text] = true; err != nil {
				t.Error(err)
			}
		})
	}
	if all.Wait(); len(processes) != 1 {
		t.Errorf("%d processes answered, want 1", len(processes))
	}
}

// Repeats of one question are in flight under one id; each takes one answer.
func TestStreamAnswersEveryRepeat(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	one, two := asked(c, "q", "hold"), asked(c, "q", "hold")
	held(t, c, 2)
	if _, err := asked(c, "r", "release")(); err != nil {
		t.Fatal(err)
	}
	for _, wait := range []func() (string, error){one, two} {
		if got, err := wait(); err != nil || got != "held q" {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestStreamProgramThatBreaksIsStartedAgain(t *testing.T) {
	spec := streamSpec(t)
	spec.Env = append(spec.Env, "APP_KEY")
	c := newCommand(t, spec)
	first, err := asked(c, "a", "who")()
	if err != nil {
		t.Fatal(err)
	}
	waiting := asked(c, "b", "hold")
	held(t, c, 1)
	crash := asked(c, "c", "crash")
	for name, wait := range map[string]func() (string, error){"the one it broke on": crash, "the one beside it": waiting} {
		_, err := wait()
		failed := wantError(t, err, CodeCommand, "exit status 7", "crashed on c", "[secret]")
		noSecretIn(t, failed.Message)
		if failed.Fatal() {
			t.Errorf("%s: the run must go on", name)
		}
	}
	if second, err := asked(c, "d", "who")(); err != nil || second == first {
		t.Errorf("got %q, %v; want another process than %s", second, err, first)
	}
}

// TestStreamThatCannotBeWrittenToSaysHowItEnded: a question larger than the
// pipe is still being written when the program ends.
func TestStreamThatCannotBeWrittenToSaysHowItEnded(t *testing.T) {
	c := newCommand(t, streamSpec(t, "deaf"))
	_, err := asked(c, "q", strings.Repeat("long ", 1<<18))()
	wantError(t, err, CodeCommand, "ended with exit status 9")
}

func TestStreamProgramThatNeverAnswersStopsTheRun(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	for range maxSilentEnds {
		_, err := asked(c, "q", "crash")()
		if wantError(t, err, CodeCommand, "exit status 7").Fatal() {
			t.Error("stopped too early")
		}
	}
	_, err := asked(c, "q", "who")()
	if !wantError(t, err, CodeCommand, "started 3 times and answered nothing", "exit status 7").Fatal() {
		t.Error("want a fatal error")
	}
}

func TestStreamProgramThatHangsIsKilledAndStartedAgain(t *testing.T) {
	spec := streamSpec(t)
	spec.Timeout = 300 * time.Millisecond
	c := newCommand(t, spec)
	_, err := asked(c, "a", "hold")()
	wantError(t, err, "target_timeout", "within 300ms")
	c.timeout = time.Minute
	if _, err := asked(c, "b", "who")(); err != nil {
		t.Fatal(err)
	}
	// The held question went down with the first program: nothing is released.
	if _, err := asked(c, "c", "release")(); err != nil {
		t.Fatal(err)
	}
}

// A program that is slow with one question keeps the others; what it says of
// that one later is nobody's and no breach.
func TestStreamTimeoutOfOneQuestionLeavesTheProgramAlone(t *testing.T) {
	spec := streamSpec(t)
	c := newCommand(t, spec)
	process, err := asked(c, "a", "who")()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	slow := make(chan error, 1)
	go func() {
		_, err := c.Answer(ctx, question("slow", "hold"))
		slow <- err
	}()
	held(t, c, 1)
	if _, err := asked(c, "b", "who")(); err != nil {
		t.Fatal(err)
	}
	cancel(errTimeout) // as its own timer would, without the wait for it
	wantError(t, <-slow, "target_timeout")
	for range 2 { // the second is answered after the late answer was read
		if _, err := asked(c, "c", "release")(); err != nil {
			t.Fatal(err)
		}
	}
	if same, err := asked(c, "d", "who")(); err != nil || same != process {
		t.Errorf("got %q, %v; want process %s still", same, err, process)
	}
}

func TestStreamProgramThatBreaksTheProtocolIsEnded(t *testing.T) {
	for name, c := range map[string]struct{ line, code, says string }{
		"a log line":           {"loading model…", CodeMapping, "line 1 of its output is no answer envelope"},
		"no id":                {`{"answer":"a"}`, CodeMapping, "has no id"},
		"a question not asked": {`{"id":"other","answer":"a"}`, CodeMapping, `answers question "other"`},
		"an id of its own":     {`{"id":{},"answer":"a"}`, CodeMapping, "no answer envelope"},
		"a list":               {`[]`, CodeMapping, "no answer envelope"},
		"a line without end":   {strings.Repeat("x", 3000), "target_too_large", "over 2000 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := streamSpec(t)
			spec.MaxBytes = 2000
			command := newCommand(t, spec)
			_, err := asked(command, "q", "print "+c.line)()
			wantError(t, err, c.code, c.says)
			if _, err := asked(command, "r", "who")(); err != nil {
				t.Errorf("the next question: %v", err)
			}
		})
	}
}

// An envelope that is broken inside costs its own question only.
func TestStreamBrokenEnvelopeIsItsOwnQuestionsError(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	other := asked(c, "other", "hold")
	held(t, c, 1)
	_, err := asked(c, "q", `print {"id":"q","answer":5}`)()
	wantError(t, err, CodeMapping, "answer is a number")
	_, err = asked(c, "p", `print {"id":"p","model":"m"}`)()
	wantError(t, err, CodeEmpty)
	if a, err := asked(c, "7", `print {"id":7,"answer":"number"}`)(); err != nil || a != "number" {
		t.Errorf("got %q, %v; want a number read as an id", a, err)
	}
	if _, err := asked(c, "r", "release")(); err != nil {
		t.Fatal(err)
	}
	if _, err := other(); err != nil {
		t.Error(err)
	}
}

func TestStreamEndsWithTheRun(t *testing.T) {
	for name, args := range map[string][]string{"by the end of its input": nil, "by force": {"stay"}} {
		t.Run(name, func(t *testing.T) {
			forced := make(chan struct{}, 1)
			c, err := NewCommand(streamSpec(t, args...), Options{Getenv: testEnv, Sleep: func(ctx context.Context, _ time.Duration) error {
				if args == nil {
					<-ctx.Done()
					return ctx.Err()
				}
				forced <- struct{}{}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := asked(c, "q", "who")(); err != nil {
				t.Fatal(err)
			}
			process := c.stream.now
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			<-process.done
			if (len(forced) > 0) != (args != nil) {
				t.Error("the program was ended in the other way")
			}
			if err := c.Close(); err != nil {
				t.Error("closed twice:", err)
			}
			_, err = asked(c, "q", "who")()
			wantError(t, err, CodeCommand, "is closed")
		})
	}
}

func TestStreamLeavesWhenTheRunEnds(t *testing.T) {
	c := newCommand(t, streamSpec(t))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		_, err := c.Answer(ctx, question("q", "hold"))
		ended <- err
	}()
	held(t, c, 1)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
}
