package targets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func writeAnswers(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, text string) *Recorded {
	t.Helper()
	r, err := OpenRecorded(writeAnswers(t, text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

const mixed = "\ufeff" + `{"id":"a","query":"Shared?","answer":"by id"}

{"query":"Only a query?","answer":"by query"}
{"id":"other","query":"Another id?","answer":"query under another id"}
{"id":"blank","answer":""}
{"id":"declined","declined":true}
{"id":"silent"}
{"id":"silent-null","answer":null,"declined":false}
{"id":7,"answer":"numeric"}
{"id":"b","query":"Twice?","answer":"one"}
{"id":"c","query":"Twice?","answer":"two"}
`

func TestAnswerIsMatchedByIDElseByExactQuery(t *testing.T) {
	r := open(t, mixed)
	for name, c := range map[string]struct {
		id, query string
		want      string // the text
		code      string
	}{
		"id wins over query":                     {id: "a", query: "Only a query?", want: "by id"},
		"id alone":                               {id: "a", query: "unrelated", want: "by id"},
		"query when no id fits":                  {id: "x", query: "Only a query?", want: "by query"},
		"query of a line with another id":        {id: "x", query: "Another id?", want: "query under another id"},
		"query in other letter case is another":  {id: "x", query: "only a query?", code: CodeNoAnswer},
		"query two lines share is no match":      {id: "x", query: "Twice?", code: CodeNoAnswer},
		"id settles what the query leaves open":  {id: "c", query: "Twice?", want: "two"},
		"neither":                                {id: "x", query: "Unknown?", code: CodeNoAnswer},
		"empty query fits no line without query": {id: "x", query: "", code: CodeNoAnswer},
		"number as id":                           {id: "7", query: "n", want: "numeric"},
		"blank answer is an answer":              {id: "blank", query: "n", want: ""},
		"declined is an answer":                  {id: "declined", query: "n", want: ""},
		"neither answer nor declined":            {id: "silent", query: "n", code: CodeEmpty},
		"null answer":                            {id: "silent-null", query: "n", code: CodeEmpty},
	} {
		a, err := r.Answer(context.Background(), suites.Question{ID: c.id, Query: c.query})
		var failed *Error
		if errors.As(err, &failed); (failed == nil) != (c.code == "") || failed != nil && failed.Code != c.code {
			t.Errorf("%s: error %v, want code %q", name, err, c.code)
		}
		if err == nil && a.Text != c.want {
			t.Errorf("%s: answer %q, want %q", name, a.Text, c.want)
		}
	}
}

func TestMessagesNameLinesOfTheFile(t *testing.T) {
	r := open(t, mixed)
	for query, want := range map[string]string{
		"Twice?": "answers.jsonl: the answers on line 10 and on line 11 both fit the query",
		"n":      `answers.jsonl:7: neither an answer nor declined: true`,
	} {
		_, err := r.Answer(context.Background(), suites.Question{ID: map[string]string{"n": "silent"}[query], Query: query})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q in it", query, err, want)
		}
	}
}

func TestWholeEnvelopeIsKept(t *testing.T) {
	r := open(t, `{"id":"a","answer":"x","confidence":"HIGH","retrieved":[],"latencyMs":12.5,"model":"m"}`)
	got, err := r.Answer(context.Background(), suites.Question{ID: "a"})
	if err != nil {
		t.Fatal(err)
	}
	latency := 12.5
	want := answers.Answer{ID: "a", Text: "x", Confidence: answers.High, Retrieved: []answers.Passage{}, LatencyMs: &latency, Model: "m"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnusedAnswersAreCountedAndNamed(t *testing.T) {
	r := open(t, mixed)
	for _, q := range []suites.Question{{ID: "a"}, {Query: "Only a query?"}, {ID: "silent"}, {ID: "b"}} {
		r.Answer(context.Background(), q)
	}
	named, count := r.Unused()
	want := []string{"other", "blank", "declined", "silent-null", "7", "c"}
	if diff := cmp.Diff(want, named); diff != "" || count != len(want) {
		t.Errorf("count %d, want %d: %s", count, len(want), diff)
	}

	var many strings.Builder
	for i := range 130 {
		fmt.Fprintf(&many, `{"query":"q%d","answer":"x"}`+"\n", i)
	}
	named, count = open(t, many.String()).Unused()
	if count != 130 || len(named) != maxUnused || named[0] != "q0" {
		t.Errorf("%d of %d named, first %q", len(named), count, named)
	}
}

func TestAnswersAreReadFromSeveralGoroutines(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, `{"id":"q%d","answer":"a%d"}`+"\n", i, i)
	}
	r := open(t, text.String())
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := worker; i < 200; i += 8 {
				a, err := r.Answer(context.Background(), suites.Question{ID: fmt.Sprintf("q%d", i)})
				if err != nil || a.Text != fmt.Sprintf("a%d", i) {
					t.Errorf("q%d: %q, %v", i, a.Text, err)
				}
			}
		})
	}
	wg.Wait()
	if named, count := r.Unused(); count != 0 {
		t.Errorf("%d answers count as unused: %q", count, named)
	}
}

func TestEndedContextIsNoTargetError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := open(t, mixed).Answer(ctx, question("a", ""))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestHashAndCountDescribeTheFile(t *testing.T) {
	r := open(t, mixed)
	sum := sha256.Sum256([]byte(mixed))
	if r.Hash() != hex.EncodeToString(sum[:]) || r.Count() != 10 {
		t.Errorf("hash %s, count %d", r.Hash(), r.Count())
	}
}

func TestHashCollisionIsSettledByTheText(t *testing.T) {
	r := open(t, `{"id":"a","answer":"of a"}`+"\n"+`{"id":"b","answer":"of b"}`)
	for i := range r.byID.sorted { // as if both ids had the hash of b
		r.byID.sorted[i] = key{hash: r.byID.hash("b"), line: uint32(i)}
	}
	a, err := r.Answer(context.Background(), suites.Question{ID: "b"})
	if err != nil || a.Text != "of b" {
		t.Errorf("got %q, %v", a.Text, err)
	}
	var found collector
	if err := r.findDuplicates(&found); err != nil || found.count != 0 {
		t.Errorf("different ids of one hash are told as duplicates: %v %v", found.first, err)
	}
}

func TestFileThatChangedUnderTheRunIsNoAnswer(t *testing.T) {
	path := writeAnswers(t, `{"id":"a","answer":"recorded"}`)
	r, err := OpenRecorded(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, text := range []string{"x", `{"id":"a","answer":"RECORDED"}`} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		kept := r.kept
		if a, err := r.Answer(context.Background(), suites.Question{ID: "a"}); err != nil || a.Text != "recorded" {
			t.Errorf("a file that is kept gives %q, %v; want what was checked and hashed", a.Text, err)
		}
		r.kept = nil // as for a file over keptBytes
		_, err = r.Answer(context.Background(), suites.Question{ID: "a"})
		r.kept = kept
		if failed := (*Error)(nil); err == nil || errors.As(err, &failed) {
			t.Errorf("%s: got %v, want an error of the target itself", text, err)
		}
	}
}

func TestFatalCodes(t *testing.T) {
	for code, want := range map[string]bool{
		"target_auth": true, "target_quota": true, "target_not_found": true,
		CodeNoAnswer: false, CodeEmpty: false, "target_timeout": false, "target_rate_limited": false,
	} {
		if got := (&Error{Code: code}).Fatal(); got != want {
			t.Errorf("%s: fatal %v, want %v", code, got, want)
		}
	}
}

func question(id, query string) suites.Question { return suites.Question{ID: id, Query: query} }

// One answer to each question is a copy from the second try on; a log with
// epochs has one for each, or none.
func TestRepeatsOfOneAnswerAreCopies(t *testing.T) {
	one := open(t, `{"id":"a","answer":"x"}`)
	if one.Copies(1) || !one.Copies(2) {
		t.Errorf("one answer: %t asked once, %t asked twice", one.Copies(1), one.Copies(2))
	}
	log, err := OpenRecorded(filepath.Join("testdata", "inspect.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if log.Copies(2) || log.Copies(3) {
		t.Error("epochs count as copies")
	}
}
