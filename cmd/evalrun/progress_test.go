package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// pricedRun has a judge and a live target, both with a price.
func pricedRun() results.RunInfo {
	price := &results.Price{Input: 1, Output: 10}
	return results.RunInfo{
		ID: "r1", Suite: results.SuiteRef{Name: "suite"}, Planned: 500,
		Judge:  results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1"},
		Target: results.TargetRef{Type: "openai", Model: "bot-1"},
		Prices: &results.Prices{Judge: price, Target: price},
	}
}

// measured took 1000 tokens of the judge and 1000 of the target.
func measured(verdict results.Verdict) *results.Record {
	return &results.Record{
		ID: "q", Verdict: verdict, Final: true, Target: &results.TargetCall{},
		Answer: &answers.Answer{Usage: &answers.Usage{PromptTokens: new(900), CompletionTokens: new(100)}},
		Judge:  &results.JudgeCall{Attempts: []results.Attempt{{PromptTokens: 900, CompletionTokens: 100}}},
	}
}

// progressOf plays 500 records, a pause apart, and gives what was shown.
func progressOf(t *testing.T, set func(*host), info results.RunInfo, pause time.Duration, record func(i int) *results.Record) string {
	t.Helper()
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		h := host{stderr: &out, now: time.Now}
		set(&h)
		e := &evaluation{host: h}
		line := e.watch(info)
		for i := range 500 {
			time.Sleep(pause)
			r := record(i)
			line.update(runner.Event{Done: i + 1, Planned: 500, ID: r.ID, Verdict: r.Verdict, Record: r})
		}
		line.end()
	})
	return out.String()
}

func onTerminal(h *host)          { h.isTerminal = true }
func elsewhere(*host)             {}
func passing(int) *results.Record { return measured(results.Pass) }

func TestProgressOfAPipeIsAFewPlainLines(t *testing.T) {
	for pause, want := range map[time.Duration]int{
		time.Millisecond: 0, 59 * time.Millisecond: 0, 61 * time.Millisecond: 1, time.Second + time.Millisecond: 16,
	} {
		got := progressOf(t, elsewhere, pricedRun(), pause, passing)
		if strings.ContainsAny(got, "\r\x1b") {
			t.Errorf("a record every %v: progress acts on a terminal: %q", pause, got)
		}
		if n := strings.Count(got, "\n"); n != want {
			t.Errorf("a record every %v: %d lines, want %d", pause, n, want)
		}
	}
}

func TestAPlainLineTellsAll(t *testing.T) {
	got := progressOf(t, elsewhere, pricedRun(), time.Second+time.Millisecond, func(i int) *results.Record {
		return measured([]results.Verdict{results.Pass, results.Fail, results.Error, results.Inconclusive}[i%4])
	})
	want := "suite: 29/500, 8 passed, 7 failed, 7 errors, 7 inconclusive, 1.0/s, 8m07s left, 58.0k tokens, $0.1102\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got  %q\nwant %q", got[:strings.Index(got, "\n")+1], want)
	}
}

// A run that hangs is seen to hang: lines go on, the pace falls to nothing,
// and no time is promised.
func TestAHangingRunKeepsItsPlainLine(t *testing.T) {
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		e := &evaluation{host: host{stderr: &out, now: time.Now}}
		line := e.watch(pricedRun())
		line.update(runner.Event{Done: 1, Planned: 500, Verdict: results.Pass})
		time.Sleep(5*time.Minute + time.Second)
		line.end()
	})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 10 || !strings.Contains(lines[9], "0.0/s") || strings.Contains(lines[9], "left") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestProgressOnATerminalRewritesOneLine(t *testing.T) {
	const clear = "\r\x1b[K"
	for _, width := range []int{0, 20, 60, 80, 200} {
		got := progressOf(t, func(h *host) { h.isTerminal, h.width = true, width }, pricedRun(), 1001*time.Millisecond, passing)
		if strings.Contains(got, "\n") || !strings.HasSuffix(got, clear) {
			t.Errorf("width %d: ends with %q", width, got[max(0, len(got)-40):])
		}
		shown := strings.Split(got, clear)
		if len(shown) < 1000 {
			t.Errorf("width %d: drawn %d times in 500 s", width, len(shown))
		}
		room := width - 1
		if width == 0 {
			room = 79
		}
		for _, line := range shown {
			if len(line) > room || strings.ContainsAny(line, "\r\x1b") {
				t.Fatalf("width %d: %d columns in %q", width, len(line), line)
			}
		}
		if last := shown[len(shown)-2]; width == 80 && !strings.HasPrefix(last, "suite: 499/500, 499 passed, 0 failed, 0 errors, 1.0/s, 1s left") {
			t.Errorf("the last line is %q", last)
		}
	}
}

func TestQuietShowsNoProgress(t *testing.T) {
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		e := &evaluation{host: host{stderr: &out, now: time.Now, isTerminal: true}, opt: runOptions{quiet: true}}
		line := e.watch(pricedRun())
		time.Sleep(time.Hour)
		line.end()
	})
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}

func TestANameFromASuiteCannotActOnTheTerminal(t *testing.T) {
	info := pricedRun()
	info.Suite.Name = "a\x1b[2J\r\n\u202eb" + strings.Repeat("c", 300)
	got := progressOf(t, onTerminal, info, time.Second, passing)
	for _, line := range strings.Split(got, "\r\x1b[K") {
		if strings.ContainsAny(line, "\r\n\x1b\u202e") || len(line) > 79 {
			t.Fatalf("%q", line)
		}
	}
}

func TestAnUnknownCostIsNotASum(t *testing.T) {
	unpriced, unmetered := pricedRun(), measured(results.Pass)
	unpriced.Prices = &results.Prices{Judge: unpriced.Prices.Judge}
	unmetered.Judge.Attempts[0] = results.Attempt{Status: 200}
	for name, c := range map[string]struct {
		info   results.RunInfo
		record *results.Record
	}{
		"no price for the target": {unpriced, measured(results.Pass)},
		"no price at all":         {results.RunInfo{Judge: results.JudgeRef{Kind: results.JudgeModel}}, measured(results.Pass)},
		"a reply without a count": {pricedRun(), func() *results.Record {
			r := *unmetered
			r.Answer = nil
			r.JudgeAgain = []results.JudgeCall{*measured("").Judge}
			return &r
		}()},
	} {
		s := newProgressState(c.info, time.Unix(0, 0))
		s.add(runner.Event{Record: c.record})
		if got := strings.Join(s.spent(), ", "); !strings.HasSuffix(got, "k tokens, cost unknown") || strings.Contains(got, "$") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAContinuedRunCountsOnButPacesAnew(t *testing.T) {
	start := time.Unix(0, 0)
	s := newProgressState(pricedRun(), start)
	s.resume(map[results.Verdict]int{results.Pass: 300, results.Fail: 100})
	if got := s.line(start, 0); got != "suite: 400/500, 300 passed, 100 failed, 0 errors" {
		t.Errorf("at the start: %q", got)
	}
	for i := range 20 {
		s.add(runner.Event{Done: 401 + i, Planned: 500, Verdict: results.Pass})
	}
	if got := s.line(start.Add(10*time.Second), 0); got != "suite: 420/500, 320 passed, 100 failed, 0 errors, 2.0/s, 40s left" {
		t.Errorf("after 10 s: %q", got)
	}
}

func TestPaceIsThatOfTheLastMinute(t *testing.T) {
	start := time.Unix(0, 0)
	p := newPace(start)
	done := 0
	for second := range 600 {
		if second < 300 {
			done += 100
		} else {
			done++
		}
		p.at(start.Add(time.Duration(second)*time.Second), done)
	}
	got, known := p.at(start.Add(600*time.Second), done)
	if !known || got < 0.9 || got > 1.1 {
		t.Errorf("%v, want the 1/s of the last five minutes", got)
	}
	if len(p.marks) > 62 {
		t.Errorf("%d marks are kept", len(p.marks))
	}
}

func TestFiguresOfTheLineAreShort(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.2: "0s", 59.4: "59s", 59.6: "1m00s", 185: "3m05s", 3599.6: "1h00m", 7800: "2h10m", 1e12: "over 99h",
	} {
		if got := clock(seconds); got != want {
			t.Errorf("%v seconds: %s, want %s", seconds, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 12_345: "12.3k", 999_949: "999.9k", 999_950: "1.0M", 4_500_000: "4.5M"} {
		if got := short(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// The line is cut by what is least needed, never within a figure.
func TestALineLosesItsEndFirst(t *testing.T) {
	s := newProgressState(pricedRun(), time.Unix(0, 0))
	s.add(runner.Event{Done: 100, Planned: 500, Verdict: results.Pass, Record: measured(results.Pass)})
	whole := s.line(time.Unix(10, 0), 0)
	parts := strings.Split(whole, ", ")
	for width := 15; width < 120; width++ {
		got := s.line(time.Unix(10, 0), width)
		if !strings.HasPrefix(whole, got) || reports.Fit(got, width-1) != got {
			t.Errorf("width %d: %q of %q", width, got, whole)
		}
		if last := got[strings.LastIndex(", "+got, ", "):]; !slices.Contains(parts, last) {
			t.Errorf("width %d ends within a figure: %q", width, got)
		}
	}
}
