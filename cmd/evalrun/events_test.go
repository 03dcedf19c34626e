package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

func streamTo(t *testing.T, scrub func([]byte) []byte) (*eventStream, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	h := host{stdout: &out, now: func() time.Time { return time.Date(2026, 4, 12, 2, 15, 0, 5e8, time.UTC) }}
	s, err := h.openEvents("-", scrub)
	if err != nil {
		t.Fatal(err)
	}
	return s, &out
}

// TestEventsOfARun holds the documented keys in their order.
func TestEventsOfARun(t *testing.T) {
	s, out := streamTo(t, nil)
	info := pricedRun()
	s.started(info, "runs/r1", map[results.Verdict]int{results.Pass: 3, results.Error: 1})
	failed := measured(results.Error)
	failed.Seq, failed.Repeat, failed.Generation, failed.Category = 4, 1, 2, results.Positive
	failed.Error = &results.ErrorInfo{Code: "judge_timeout", Message: "no reply"}
	failed.Times = results.Times{Started: time.Unix(1, 0), Ended: time.Unix(2, 5e8)}
	s.question(info, runner.Event{Done: 5, Planned: 500, ID: "q", Verdict: results.Error, Record: failed})
	s.stopped("r1", &results.Stop{Kind: results.StopBudget, Message: "100 calls are made"})
	s.stopped("r1", nil)
	info.Status = results.RunPartial
	s.ended(results.ReportDoc{
		Run: info, Gate: results.GateResult{Verdict: results.Inconclusive, ExitCode: 5},
		Totals:  results.Totals{Planned: 500, Error: 5, Skipped: 495},
		Judge:   results.JudgeSummary{Fresh: 5, Calls: 7, CostReason: "unknown price for judge-1"},
		Repeats: &results.RepeatSummary{Flaky: 2},
	})
	const head = `{"schema":"evalrun.events/1","event":"`
	const at = `","time":"2026-04-12T02:15:00.5Z","run":"r1",`
	want := head + "run_started" + at + `"folder":"runs/r1","suite":"suite","target":"openai","targetModel":"bot-1","judge":"model","judgeModel":"judge-1","planned":500,"done":4,"repeats":1,"judgeRepeats":1,"resumed":false}
` + head + "question_done" + at + `"id":"q","seq":4,"repeat":1,"generation":2,"category":"positive","verdict":"error","code":"judge_timeout","ms":1500,"done":5,"planned":500,"judge":{"fresh":1,"reused":0,"calls":1,"promptTokens":900,"completionTokens":100,"cost":0.0019},"target":{"fresh":1,"reused":0,"calls":1,"promptTokens":900,"completionTokens":100,"cost":0.0019}}
` + head + "stopped" + at + `"kind":"budget","message":"100 calls are made"}
` + head + "run_ended" + at + `"status":"partial","gate":"inconclusive","exitCode":5,"totals":{"planned":500,"pass":0,"fail":0,"error":5,"inconclusive":0,"skipped":495},"passRate":null,"flaky":2,"judge":{"fresh":5,"reused":0,"calls":7,"promptTokens":0,"completionTokens":0,"cost":null,"costReason":"unknown price for judge-1"}}
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(out.String(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

func TestEventsHoldNoTextOfAnswersAndNoSecret(t *testing.T) {
	s, out := streamTo(t, func(line []byte) []byte { return bytes.ReplaceAll(line, []byte("sk-été"), []byte("[secret]")) })
	r := measured(results.Error)
	r.Query, r.Answer.Text = "what is asked", "what is answered"
	r.Error = &results.ErrorInfo{Code: "judge_auth", Message: "sk-été was refused"}
	s.question(pricedRun(), runner.Event{ID: "sk-été", Verdict: results.Error, Record: r})
	s.stopped("r1", &results.Stop{Kind: results.StopFatal, Message: "sk-été was refused"})
	for _, leak := range []string{"what is", "sk-", "t\\u00e9"} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("%q in %s", leak, out)
		}
	}
}

// FuzzEventLines: whatever a name holds, an event stays one line of ASCII
// without a character that acts, and gives the name back.
func FuzzEventLines(f *testing.F) {
	for _, name := range []string{"plain", "a\nb\r\x1b[2J", "\u202e\u2028\u0085\x7f", "🍸é", "\xff\xfe", `"\`} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, out := streamTo(t, nil)
		s.stopped(name, &results.Stop{Kind: results.StopFatal, Message: name})
		line, whole := strings.CutSuffix(out.String(), "\n")
		if !whole {
			t.Fatalf("%q does not end its line", out)
		}
		for _, c := range []byte(line) {
			if c < 0x20 || c >= 0x7f {
				t.Fatalf("byte %#x in %q", c, line)
			}
		}
		var got struct{ Run, Message string }
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(name, ""); strings.ReplaceAll(got.Run, "\ufffd", "") != strings.ReplaceAll(want, "\ufffd", "") || got.Message != got.Run {
			t.Fatalf("%q came back as %q", name, got.Run)
		}
	})
}

func TestNoNameIsNoStream(t *testing.T) {
	s, err := host{}.openEvents("", nil)
	if s != nil || err != nil {
		t.Fatal(s, err)
	}
	s.started(pricedRun(), "", nil)
	s.question(pricedRun(), runner.Event{})
	s.stopped("r", &results.Stop{})
	s.ended(results.ReportDoc{})
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

func TestEventsGoToAFileWholeLineByWholeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.ndjson")
	s, err := host{now: time.Now}.openEvents(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		s.stopped("r", &results.Stop{Kind: results.StopInterrupt})
		data, err := os.ReadFile(path)
		if err != nil || bytes.Count(data, []byte("\n")) != n || !bytes.HasSuffix(data, []byte("\n")) {
			t.Errorf("after %d events: %q, %v", n, data, err)
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if _, err := (host{}).openEvents(filepath.Join(path, "no"), nil); err == nil || !strings.Contains(err.Error(), "--events") {
		t.Errorf("error %v", err)
	}
}

type brokenPipe struct{ written int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.written++; b.written > 1 {
		return 0, errors.New("nobody reads")
	}
	return len(p), nil
}

func TestABrokenStreamEndsAndSaysSo(t *testing.T) {
	out := &brokenPipe{}
	s, err := host{stdout: out, now: time.Now}.openEvents("-", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		s.stopped("r", &results.Stop{})
	}
	if err := s.close(); err == nil || !strings.Contains(err.Error(), "write --events: nobody reads") {
		t.Errorf("error %v", err)
	}
	if out.written != 2 {
		t.Errorf("%d writes after one had failed", out.written-2)
	}
}

func TestStdoutHoldsOneResult(t *testing.T) {
	for _, c := range []struct {
		name   string
		json   bool
		refuse bool
	}{{"-", true, true}, {"-", false, false}, {"events.ndjson", true, false}, {"", true, false}} {
		if err := checkEvents(c.name, c.json); (err != nil) != c.refuse {
			t.Errorf("--events %q, --json %v: %v", c.name, c.json, err)
		}
	}
}
