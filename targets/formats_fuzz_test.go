package targets

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/evalrun/evalrun/suites"
)

// readsBack holds that whatever a reader accepts can be asked for: every
// answer is read again as it was first read, and found by its id or its query.
func readsBack(t *testing.T, format, text string) (accepted bool) {
	t.Helper()
	r, err := OpenRecordedAs(writeFile(t, "answers", text), Format{Name: format})
	if err != nil {
		return false
	}
	defer r.Close()
	for i := range r.starts {
		e, err := r.read(i)
		if err != nil {
			t.Fatalf("answer %d was accepted and cannot be read: %v", i, err)
		}
		q := suites.Question{ID: e.answer.ID, Query: e.answer.Query}
		if q.ID == "" {
			q.ID = "\x00"
		}
		repeat := max(0, int(r.epochs[i])-1)
		found, err := r.find(q, repeat)
		if err != nil && e.answer.ID != "" || err == nil && e.answer.ID != "" && found.line != i {
			t.Fatalf("answer %d is not found by its id %q: found %d, %v", i, e.answer.ID, found.line, err)
		}
		var failed *Error
		if _, err := r.AnswerRepeat(context.Background(), q, repeat); err != nil && !errors.As(err, &failed) {
			t.Fatalf("answer %d breaks the target: %v", i, err)
		}
	}
	return true
}

func addFile(f *testing.F, path string) {
	f.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
}

func FuzzCSV(f *testing.F) {
	addFile(f, "testdata/answers.csv")
	f.Add("id,answer\n\"a\",\"x\n\"\n\n b,\r\n")
	f.Fuzz(func(t *testing.T, text string) { readsBack(t, suites.FormatCSV, text) })
}

func FuzzJSON(f *testing.F) {
	f.Add(`[{"id":"a","answer":"x"} , {"query":"b","answer":"}"}]`)
	f.Add(`{"a":{"answer":"x"},"b":{"declined":true}}`)
	f.Add("\ufeff{\"id\":7,\"answer\":\"\\\"\"}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if readsBack(t, suites.FormatJSON, text) && !json.Valid([]byte(trimMark(text))) {
			t.Errorf("accepted %q, which is not JSON", text)
		}
	})
}

func trimMark(text string) string {
	if len(text) >= 3 && text[:3] == string(byteOrderMark) {
		return text[3:]
	}
	return text
}

func FuzzPromptfoo(f *testing.F) {
	addFile(f, "testdata/promptfoo.json")
	f.Add(`{"results":{"results":[{"vars":{"q":"a"},"response":{"output":"x"}}]}}`)
	f.Fuzz(func(t *testing.T, text string) { readsBack(t, suites.FormatPromptfoo, text) })
}

func FuzzInspect(f *testing.F) {
	addFile(f, "testdata/inspect.json")
	f.Add(`{"samples":[{"id":1,"epoch":2,"scores":NaN,"output":{"completion":"attachment://a"},"attachments":{"a":"x"}}]}`)
	f.Fuzz(func(t *testing.T, text string) { readsBack(t, suites.FormatInspect, text) })
}
