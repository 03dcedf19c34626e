package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/internal/loopback"
)

// member starts a model of a panel on a loopback port and puts its address
// into a variable: member NAME SCORE, with a score from 1 to 5 for everything,
// or an HTTP status, or none for text that is no judgement.
func member(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: member NAME SCORE|STATUS|none")
	}
	server, err := loopback.Start(loopback.Options{Script: func(_ int, _ *http.Request, body []byte) *loopback.Response {
		score, err := strconv.ParseFloat(args[1], 64)
		switch {
		case err != nil:
			return loopback.Completion("I would rather not say.")
		case score > 5:
			return loopback.Failure(int(score), "the endpoint says no")
		}
		return loopback.Completion(scoredAlike(body, args[1]))
	}})
	ts.Check(err)
	ts.Defer(func() { _ = server.Close() })
	ts.Setenv(args[0], server.URL())
}

// scoredAlike is a judgement with one score for every dimension. That a probe
// asks for no judgement makes no difference to it.
func scoredAlike(request []byte, score string) string {
	dims := []string{"grounding", "calibration"}
	if bytes.Contains(request, []byte("relevance")) {
		dims = append(dims, "relevance", "citations", "tone")
	}
	var scores, lines []string
	for _, d := range dims {
		scores = append(scores, fmt.Sprintf("%q:%s", d, score))
		lines = append(lines, fmt.Sprintf("%q:%q", d, "looks like a "+score))
	}
	return "{\"scores\":{" + strings.Join(scores, ",") + "},\"reasoning\":{" + strings.Join(lines, ",") + "}}"
}

// expand writes a file with its variables replaced: expand TEMPLATE FILE
func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: expand TEMPLATE FILE")
	}
	text := os.Expand(ts.ReadFile(args[0]), ts.Getenv)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o644))
}
