package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

func TestWhatCanBeReachedFromElsewhere(t *testing.T) {
	for address, want := range map[string]struct{ loopback, ok bool }{
		"127.0.0.1:0": {true, true}, "127.9.9.9:80": {true, true}, "[::1]:8080": {true, true}, "localhost:0": {true, true}, "LOCALHOST:1": {true, true},
		"0.0.0.0:0": {false, true}, ":0": {false, true}, "[::]:0": {false, true}, "192.168.1.2:80": {false, true}, "review.example:80": {false, true},
		"localhost.evil.example:80": {false, true}, "127.0.0.1.evil.example:80": {false, true}, "0:80": {false, true}, "2130706433:80": {false, true},
		"127.0.0.1": {false, false}, "127.0.0.1:": {false, false}, "127.0.0.1:-1": {false, false}, "127.0.0.1:65536": {false, false}, "": {false, false}, "::1:80": {false, false},
	} {
		loopback, err := isLoopback(address)
		if loopback != want.loopback || (err == nil) != want.ok {
			t.Errorf("isLoopback(%q) = %v, %v", address, loopback, err)
		}
	}
}

// TestNoTokenOnlyWhereNobodyElseCanCome: what a name stands for is known when
// the server listens, not before.
func TestNoTokenOnlyWhereNobodyElseCanCome(t *testing.T) {
	cmd := reviewCommand(host{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd.SetContext(ctx)
	o := reviewOptions{listen: "0.0.0.0:0"}
	o.history.runs = t.TempDir()
	if err := o.serve(cmd, host{stdout: io.Discard, stderr: io.Discard}, nil); err == nil || !strings.Contains(err.Error(), "needs --token-env") {
		t.Errorf("%v", err)
	}
}

func TestHostsThatAreAnswered(t *testing.T) {
	for _, tc := range []struct {
		name    string
		options reviewOptions
		at      net.TCPAddr
		want    []string
		address string
	}{
		{"this machine alone", reviewOptions{listen: "127.0.0.1:0"}, net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4711},
			[]string{"127.0.0.1:4711", "localhost:4711", "[::1]:4711"}, "http://127.0.0.1:4711/"},
		{"the sixth version", reviewOptions{listen: "[::1]:0"}, net.TCPAddr{IP: net.IPv6loopback, Port: 4711},
			[]string{"127.0.0.1:4711", "localhost:4711", "[::1]:4711"}, "http://[::1]:4711/"},
		{"the usual port is left out", reviewOptions{listen: "127.0.0.1:80"}, net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80},
			[]string{"127.0.0.1", "127.0.0.1:80", "localhost", "localhost:80", "::1", "[::1]:80"}, "http://127.0.0.1:80/"},
		{"everywhere, under a name", reviewOptions{listen: "0.0.0.0:9", hosts: []string{"review.example", "proxy.example:8443"}}, net.TCPAddr{IP: net.IPv4zero, Port: 9},
			[]string{"127.0.0.1:9", "localhost:9", "[::1]:9", "review.example:9", "review.example", "proxy.example:8443"}, "http://review.example:9/"},
		{"everywhere, without one", reviewOptions{listen: ":9"}, net.TCPAddr{IP: net.IPv6unspecified, Port: 9},
			[]string{"127.0.0.1:9", "localhost:9", "[::1]:9"}, "http://127.0.0.1:9/"},
	} {
		got := tc.options.answered(&tc.at)
		slices.Sort(got)
		slices.Sort(tc.want)
		if got = slices.Compact(got); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if got := tc.options.address(&tc.at); got != tc.address {
			t.Errorf("%s: address %s, want %s", tc.name, got, tc.address)
		}
	}
}

func TestRaterIsTheUserUnlessNamed(t *testing.T) {
	env := map[string]string{}
	h := host{getenv: func(name string) string { return env[name] }}
	name := func(args ...string) string {
		cmd := reviewImportCommand(h)
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		flag := cmd.Flags().Lookup("rater")
		rater, err := raterOf(cmd, h, flag.Value.String())
		if err != nil {
			return "refused"
		}
		return rater
	}
	for _, bad := range []string{"", " ", "a\x1b[31m", "a\nb", "\u202eeve", "a\xff"} {
		if got := name("--rater", bad); got != "refused" {
			t.Errorf("--rater %q is taken as %q", bad, got)
		}
	}
	if got := name("--rater", " Zoë B "); got != "Zoë B" {
		t.Errorf("rater %q", got)
	}
	if got := name(); got != "reviewer" {
		t.Errorf("without anything: %q", got)
	}
	env["USERNAME"] = "win"
	if got := name(); got != "win" {
		t.Errorf("USERNAME: %q", got)
	}
	env["USER"] = "ada"
	if got := name(); got != "ada" {
		t.Errorf("USER: %q", got)
	}
	env["USER"] = "a\x07"
	if got := name(); got != "win" {
		t.Errorf("a USER that rings the bell: %q", got)
	}
}

func TestLabelsHoldNoKey(t *testing.T) {
	env := map[string]string{"JUDGE_KEY": "sk-0123456789abcdef", "MEMBER_KEY": "mk-0123456789abcdef"}
	h := host{getenv: func(name string) string { return env[name] }}
	info := results.RunInfo{Judge: results.JudgeRef{KeyEnv: "JUDGE_KEY", Panel: &results.Panel{Members: []results.PanelMember{{KeyEnv: "MEMBER_KEY"}, {}}}}}
	got := string(h.labelScrub("token-0123456789")(info)([]byte("a sk-0123456789abcdef b mk-0123456789abcdef c token-0123456789 d")))
	for _, secret := range []string{"sk-0123", "mk-0123", "token-0123"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q holds %s", got, secret)
		}
	}
	clear(env)
	if h.labelScrub("")(info) != nil {
		t.Error("without a secret there is nothing to remove")
	}
}

func TestBrowserIsAskedToOpenTheAddress(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rundll32 is not looked for in PATH alone")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	var stderr bytes.Buffer
	h := host{stderr: &stderr}
	h.openBrowser("http://127.0.0.1:1/")
	if !strings.HasPrefix(stderr.String(), "evalrun: the browser could not be opened: ") {
		t.Errorf("without a browser it says %q", stderr.String())
	}
	opened := filepath.Join(dir, "opened")
	for _, name := range []string{"xdg-open", "open"} {
		script := "#!/bin/sh\necho \"$1\" > " + opened + ".tmp && /bin/mv " + opened + ".tmp " + opened + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	h.openBrowser("http://127.0.0.1:1/")
	for range 6000 {
		if data, err := os.ReadFile(opened); err == nil {
			if string(data) != "http://127.0.0.1:1/\n" {
				t.Errorf("asked for %q", data)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("nothing was opened")
}
