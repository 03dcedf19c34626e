package loopback

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseFaults(t *testing.T) {
	got, err := ParseFaults(" http429=0.05, cut=1 ,")
	if diff := cmp.Diff(map[string]float64{"http429": 0.05, "cut": 1}, got); err != nil || diff != "" {
		t.Errorf("error %v, (-want +got):\n%s", err, diff)
	}
	for _, bad := range []string{"cut", "cut=", "cut=x"} {
		if _, err := ParseFaults(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestFaultsAreDrawnByBodyAndAttempt(t *testing.T) {
	const bodies = 20_000
	p, err := newPlan(map[string]float64{"http429": 0.1, "reset": 0.05}, 1)
	if err != nil {
		t.Fatal(err)
	}
	count, moved := map[string]int{}, 0
	for body := range uint64(bodies) {
		first := p.draw(transportFaults, body, 0)
		count[first]++
		if first != p.draw(transportFaults, body, 0) {
			t.Fatal("the same attempt met another fault")
		}
		if first != "" && p.draw(transportFaults, body, 1) == "" {
			moved++
		}
	}
	for name, rate := range p.rates {
		if got := float64(count[name]) / bodies; got < rate*0.9 || got > rate*1.1 {
			t.Errorf("%s came at rate %.4f, want %.2f", name, got, rate)
		}
	}
	if failed := bodies - count[""]; moved < failed*3/4 {
		t.Errorf("%d of %d failed bodies got through at the second attempt", moved, failed)
	}
}

func only(fault string) Options {
	return Options{Faults: map[string]float64{fault: 1}, HangFor: 10 * time.Millisecond, SlowFor: 10 * time.Millisecond}
}

func TestTransportFaults(t *testing.T) {
	for fault, want := range map[string]struct {
		status int
		header string
		body   string
		err    error
	}{
		"http429":   {429, "Retry-After", "rate limit", nil},
		"http429ms": {429, "Retry-After-Ms", "rate limit", nil},
		"http500":   {500, "", "error", nil},
		"http503":   {503, "", "error", nil},
		"http400":   {400, "", "context length", nil},
		"htmlerror": {502, "", "<html>", nil},
		"nochoices": {200, "", `"choices":[]`, nil},
		"slowbody":  {200, "", `scores`, nil},
		"truncate":  {200, "", `"choices"`, io.ErrUnexpectedEOF},
		"hang":      {0, "", "", syscall.ECONNRESET},
		"reset":     {0, "", "", syscall.ECONNRESET},
	} {
		t.Run(fault, func(t *testing.T) {
			s := start(t, only(fault))
			status, header, text, err := post(t, s, ask("q", "tone"))
			if status != want.status || !errors.Is(err, want.err) || !strings.Contains(string(text), want.body) {
				t.Errorf("status %d, error %v, body %s", status, err, text)
			}
			if want.header != "" && header.Get(want.header) == "" {
				t.Errorf("no %s in %v", want.header, header)
			}
			if got := s.Stats().Injected; got[fault] != 1 {
				t.Errorf("injected %v", got)
			}
		})
	}
}

func TestContentFaults(t *testing.T) {
	whole := func(text string) bool { return json.Valid([]byte(text)) }
	for fault, wrong := range map[string]func(text string) bool{
		"empty":       func(s string) bool { return s == "" },
		"badjson":     func(s string) bool { return !whole(s) && strings.Contains(s, "'") },
		"cut":         func(s string) bool { return !whole(s) && strings.HasPrefix(s, `{"scores"`) },
		"fence":       func(s string) bool { return strings.HasPrefix(s, "```json\n{") },
		"prose":       func(s string) bool { return strings.HasPrefix(s, "Here") && strings.Contains(s, `{"scores"`) },
		"think":       func(s string) bool { return strings.HasPrefix(s, "<think>") && strings.HasSuffix(s, "}") },
		"missingdim":  func(s string) bool { return whole(s) && strings.Count(s, `"tone"`) == 0 },
		"extradim":    func(s string) bool { return whole(s) && strings.Contains(s, "helpfulness") },
		"outofrange":  func(s string) bool { return whole(s) && !inRange(s) },
		"fraction":    func(s string) bool { return whole(s) && strings.Contains(s, ".5") && inRange(s) },
		"stringscore": func(s string) bool { return whole(s) && strings.HasPrefix(s, `{"scores":{"tone":"`) },
		"noreason":    func(s string) bool { return whole(s) && strings.Contains(s, `"reasoning":{}`) },
		"emptyreason": func(s string) bool { return whole(s) && strings.Contains(s, `"tone":"  "`) },
		"dupkey":      func(s string) bool { return whole(s) && strings.Contains(s, `{"tone":1,"tone":`) },
		"nullscore":   func(s string) bool { return whole(s) && strings.Contains(s, `"tone":null`) },
		"refusal":     func(s string) bool { return strings.HasPrefix(s, "I'm sorry") },
	} {
		t.Run(fault, func(t *testing.T) {
			text, finish := content(t, start(t, only(fault)), ask("q", "tone"))
			if !wrong(text) {
				t.Errorf("reply %s", text)
			}
			if (finish == "length") != (fault == "cut") {
				t.Errorf("finish reason %q", finish)
			}
		})
	}
}

func inRange(text string) bool {
	var j judged
	if json.Unmarshal([]byte(text), &j) != nil {
		return false
	}
	return j.Scores["tone"] >= 1 && j.Scores["tone"] <= 5
}

func TestOtherPathsAreNotFound(t *testing.T) {
	s := start(t, Options{})
	resp, err := http.Post(s.URL()+"/embeddings", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", resp.StatusCode)
	}
}
