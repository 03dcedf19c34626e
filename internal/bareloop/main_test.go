package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
)

func TestEveryCallIsMadeOnce(t *testing.T) {
	for _, keep := range []string{"none", "jsonl"} {
		s, err := loopback.Start(loopback.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var out bytes.Buffer
		if err := run([]string{"-url", s.URL(), "-n", "50", "-c", "5", "-keep", keep}, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		var m measured
		if err := json.Unmarshal(out.Bytes(), &m); err != nil || m.Calls != 50 || m.Keep != keep || m.WallSeconds <= 0 {
			t.Errorf("printed %s, error %v", out.String(), err)
		}
		if got := s.Stats(); got.Answered != 50 || got.Repeated != 0 {
			t.Errorf("stats %+v", got)
		}
	}
}

func TestAFailedCallEndsTheLoop(t *testing.T) {
	s, err := loopback.Start(loopback.Options{Script: func(int, *http.Request, []byte) *loopback.Response {
		return loopback.Failure(500, "no")
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := run([]string{"-url", s.URL(), "-n", "500", "-c", "1"}, io.Discard, io.Discard); err == nil {
		t.Error("no error")
	}
	if got := s.Stats().Requests; got > 2 {
		t.Errorf("%d requests after a failure", got)
	}
}

func TestUnknownKeepIsRefused(t *testing.T) {
	if err := run([]string{"-keep", "memory"}, io.Discard, io.Discard); err == nil {
		t.Error("no error")
	}
}
