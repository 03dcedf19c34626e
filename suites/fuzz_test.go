package suites

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loadBytes loads data as a suite file in dir.
func loadBytes(dir string, data []byte) (*Suite, []Problem) {
	path := filepath.Join(dir, "a.yaml")
	d, problems := newDocument(path, data)
	if len(problems) > 0 {
		return nil, problems
	}
	l := loader{ids: newIndex()}
	s := l.loadDocument(d)
	return s, l.problems
}

// FuzzLoad: no bytes make the loader panic, every problem says something, and
// a suite that loads gives the same hashes again and with other line ends.
func FuzzLoad(f *testing.F) {
	for _, dir := range []string{"bad", "good"} {
		files, err := filepath.Glob("../testdata/suites/" + dir + "/*.yaml")
		if err != nil || len(files) == 0 {
			f.Fatalf("no seeds in %s: %v", dir, err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		s, problems := loadBytes(dir, data)
		for _, p := range problems {
			if p.Message == "" || bytes.ContainsFunc([]byte(p.String()), hidden) {
				t.Errorf("problem %q", p)
			}
		}
		if len(problems) > 0 {
			return
		}
		text, _ := utf8Text(data)
		crlf := bytes.ReplaceAll(foldLineEnds(text), []byte("\n"), []byte("\r\n"))
		again, problems := loadBytes(dir, crlf)
		if len(problems) > 0 {
			t.Fatalf("does not load again: %v", problems)
		}
		if s.Hash != again.Hash || s.SuiteHash != again.SuiteHash || s.Count != again.Count {
			t.Errorf("loads differently again")
		}
		for q, err := range s.Questions() {
			if err != nil {
				t.Fatal(err)
			}
			back, err := FromSnapshot(q.Snapshot())
			if err != nil || contentHash(back) != q.ContentHash {
				t.Errorf("question %q does not survive a snapshot: %v", q.ID, err)
			}
		}
	})
}

// FuzzQuestionLine: the JSON reader agrees with encoding/json on what is
// valid, and a question that reads without a problem survives a snapshot.
func FuzzQuestionLine(f *testing.F) {
	for _, name := range []string{"bad/stream.jsonl", "good/more.jsonl"} {
		data, err := os.ReadFile("../testdata/suites/" + name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			f.Add(bytes.TrimSpace(line))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(bytes.TrimSpace(line)) == 0 {
			return
		}
		n, bad := parseJSON(line, 1)
		if bad == nil && !json.Valid(line) || bad != nil && bad.Message == "" {
			t.Fatalf("parseJSON = %v, valid %t", bad, json.Valid(line))
		}
		if bad == nil {
			sameValue(t, line, n)
		}
		r := &reader{file: "m.jsonl"}
		e := r.questionLine(line, 1, 0)
		if len(r.problems) > 0 {
			return
		}
		back, err := FromSnapshot(e.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(canonical(e.Rubric), canonical(back.Rubric)); diff != "" {
			t.Error(diff)
		}
	})
}

// sameValue compares a tree with what encoding/json reads, where that has one
// value for one key.
func sameValue(t *testing.T, line []byte, n *node) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var want any
	if err := dec.Decode(&want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, plainValue(n)); diff != "" {
		t.Errorf("%s:\n%s", line, diff)
	}
}

func plainValue(n *node) any {
	switch n.kind {
	case kindNull:
		return nil
	case kindBoolean:
		return n.value == "true"
	case kindNumber:
		return json.Number(n.value)
	case kindText:
		return n.value
	case kindList:
		items := []any{}
		for _, item := range n.items {
			items = append(items, plainValue(item))
		}
		return items
	}
	members := map[string]any{}
	for _, p := range n.pairs {
		members[p.key.value] = plainValue(p.value)
	}
	return members
}
