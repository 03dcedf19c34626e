package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/fleet"
)

// TestAtMostFiveWorkersAMinuteTakeThePlaceOfOthers: a worker that dies as soon
// as it starts would keep the machine busy with nothing else.
func TestAtMostFiveWorkersAMinuteTakeThePlaceOfOthers(t *testing.T) {
	var c crew
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var starts []time.Time
	for range 40 {
		now = now.Add(c.pause(now))
		starts = append(starts, now)
	}
	for i := mostRestarts; i < len(starts); i++ {
		if within := starts[i].Sub(starts[i-mostRestarts]); within < restartWithin {
			t.Errorf("start %d comes %v after the one five before", i, within)
		}
	}
	if first := starts[mostRestarts-1].Sub(starts[0]); first > 2*time.Second {
		t.Errorf("the first five take %v", first)
	}
	if wait := c.pause(now.Add(time.Hour)); wait != restartPause {
		t.Errorf("an hour later one waits %v", wait)
	}
}

// TestSeveralWorkersThatDieAtOnceWaitEachForItsTurn.
func TestSeveralWorkersThatDieAtOnceWaitEachForItsTurn(t *testing.T) {
	var c crew
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var waits []time.Duration
	for range 12 {
		waits = append(waits, c.pause(now))
	}
	want := slices.Concat(slices.Repeat([]time.Duration{restartPause}, 5), slices.Repeat([]time.Duration{restartPause + restartWithin}, 5),
		slices.Repeat([]time.Duration{restartPause + 2*restartWithin}, 2))
	if diff := cmp.Diff(want, waits); diff != "" {
		t.Error(diff)
	}
}

func TestWhatAWorkerSaysHasItsName(t *testing.T) {
	var out strings.Builder
	r := &relay{host: host{stderr: &out}, name: "worker-1"}
	for _, piece := range []string{"evalrun: connec", "tion lost\nhint: wait\npan", "ic: \x1b[31m\n", strings.Repeat("x", maxRelayed+1)} {
		if n, err := r.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Errorf("wrote %d, %v", n, err)
		}
	}
	lines := strings.Split(out.String(), "\n")
	want := []string{"evalrun: worker-1: connection lost", "hint: worker-1: wait"}
	if len(lines) != 5 || !slices.Equal(lines[:2], want) || !strings.HasPrefix(lines[2], "evalrun: worker-1: panic: ") || strings.Contains(lines[2], "\x1b") {
		t.Errorf("said %d lines, first %q", len(lines), lines[:min(len(lines), 3)])
	}
}

// TestTheFleetsAddressReplacesThatOfTheEnvironment and stands nowhere else.
func TestTheFleetsAddressReplacesThatOfTheEnvironment(t *testing.T) {
	got := environmentOf([]string{"A=1", fleetVariable + "=nats://old", "B=2"}, fleet.Address{URL: "nats://u:p@h:1"})
	if diff := cmp.Diff([]string{"A=1", "B=2", fleetVariable + "=nats://u:p@h:1"}, got); diff != "" {
		t.Error(diff)
	}
}
