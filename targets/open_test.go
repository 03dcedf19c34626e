package targets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
)

func TestBrokenFilesAreRefusedWithEveryLineNamed(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // one per line of the message, without the folder
	}{
		"broken JSON and wrong type": {
			`{"id":"a","answer":"x"}` + "\n{\"id\":\n\n" + `{"id":"b","answer":5}`,
			[]string{"answers.jsonl:2: ", "answers.jsonl:4: answer is a number, want a string"},
		},
		"neither id nor query": {
			`{"answer":"x"}`, []string{"answers.jsonl:1: neither id nor query"},
		},
		"duplicate ids": {
			"\n" + `{"id":"a","answer":"x"}` + "\n" + `{"id":"b","answer":"x"}` + "\n" + `{"id":"a","answer":"x"}`,
			[]string{`answers.jsonl:4: id "a" stands on line 2 already`},
		},
		"duplicate queries without ids": {
			`{"query":"Q?","answer":"x"}` + "\n" + `{"id":"z","query":"Q?","answer":"x"}` + "\n" + `{"query":"Q?","answer":"y"}`,
			[]string{`answers.jsonl:3: query "Q?" stands on line 1 already`},
		},
		"both kinds in the order of lines": {
			`{"id":"a","answer":"x"}` + "\n" + `{"id":"a","answer":"x"}` + "\n{\n" + `{"id":"a","answer":"x"}`,
			[]string{
				`answers.jsonl:2: id "a" stands on line 1 already`, "answers.jsonl:3: ",
				`answers.jsonl:4: id "a" stands on line 1 already`,
			},
		},
		"no answers": {"\n\n", []string{"answers.jsonl holds no answers"}},
	} {
		_, err := OpenRecorded(writeAnswers(t, c.text))
		wantLines(t, name, err, c.want)
	}
}

// wantLines checks that an error has a line for each text and the text in it.
func wantLines(t *testing.T, name string, err error, want []string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: accepted", name)
		return
	}
	got := strings.Split(err.Error(), "\n")
	if len(got) != len(want) {
		t.Errorf("%s: got %q, want %d lines", name, got, len(want))
		return
	}
	for i := range got {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("%s: line %q, want %q in it", name, got[i], want[i])
		}
	}
}

func TestProblemsAreTypedWithFileAndLine(t *testing.T) {
	path := writeAnswers(t, `{"id":"a","answer":"x"}`+"\n\n"+`{"id":"b","Answer":"x"}`+"\n"+`{"id":"a","answer":"x"}`)
	_, err := OpenRecorded(path)
	var got Problems
	if !errors.As(err, &got) {
		t.Fatalf("got %v, want Problems", err)
	}
	want := Problems{
		{File: path, Line: 3, Message: `key "Answer" is written "answer"`},
		{File: path, Line: 4, Message: `id "a" stands on line 1 already`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if want := path + ":3: " + want[0].Message + "\n" + path + ":4: " + want[1].Message; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestManyProblemsAreCutToTheFirstLines(t *testing.T) {
	path := writeAnswers(t, strings.Repeat("{\n", 50))
	_, err := OpenRecorded(path)
	var got Problems
	if !errors.As(err, &got) || len(got) != maxProblems+1 {
		t.Fatalf("got %v, want %d problems", err, maxProblems+1)
	}
	if got[0].Line != 1 || got[maxProblems].String() != path+": and 30 more" {
		t.Errorf("got %q and %q", got[0], got[maxProblems])
	}
}

// An answer that no person or judge would read must not fill memory either:
// the file is refused at its line and nothing behind it is read.
func TestLineOverTheLimitIsRefusedByItsNumber(t *testing.T) {
	long := `{"id":"b","answer":"` + strings.Repeat("x", answers.MaxLine) + `"}`
	path := writeAnswers(t, `{"id":"a","answer":"x"}`+"\n"+long+"\n{\n")
	_, err := OpenRecorded(path)
	var got Problems
	if !errors.As(err, &got) {
		t.Fatalf("got %v, want Problems", err)
	}
	if diff := cmp.Diff(Problems{{File: path, Line: 2, Message: fmt.Sprintf("over %d bytes", answers.MaxLine)}}, got); diff != "" {
		t.Error(diff)
	}
	open(t, strings.Replace(long, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "", 1)) // just below it
}

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	_, err := OpenRecorded(dir)
	if want := fmt.Sprintf("open answers: %s is a folder, want a file", dir); err == nil || err.Error() != want {
		t.Errorf("folder: %v", err)
	}
	if _, err := OpenRecorded(filepath.Join(dir, "none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip(err)
	}
	if _, err := OpenRecorded(os.DevNull); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("device: %v", err)
	}
}

// TestLargeFilesAreReadInOrder opens a file of many batches, decoded side by
// side, with one line broken in the middle.
func TestLargeFilesAreReadInOrder(t *testing.T) {
	const n = 2000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"id":"q%d","answer":"%s"}`+"\n", i, strings.Repeat("x", 1000))
	}
	r := open(t, text.String())
	for i := range n {
		place, _, err := r.Raw(question(fmt.Sprint("q", i), ""))
		if err != nil || !strings.HasSuffix(place, fmt.Sprintf(":%d", i+1)) {
			t.Fatalf("q%d is found at %s: %v", i, place, err)
		}
	}
	broken := strings.Replace(text.String(), `{"id":"q1234"`, `{"id":`, 1)
	_, err := OpenRecorded(writeAnswers(t, broken))
	if err == nil || !strings.Contains(err.Error(), "answers.jsonl:1235: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want line 1235 alone", err)
	}
}

func TestLineNumbersCountBlankLines(t *testing.T) {
	r := open(t, "\n\n"+`{"id":"a","answer":"x"}`+"\r\n\r\n"+`{"id":"b","answer":"x"}`)
	if diff := cmp.Diff([]uint32{3, 5}, r.numbers); diff != "" {
		t.Error(diff)
	}
}

// FuzzOpenRecorded holds that whatever is accepted can be asked for: every
// line answers by its own id or query, and is then used.
func FuzzOpenRecorded(f *testing.F) {
	f.Add(mixed)
	f.Add(`{"id":"a","answer":"x"}` + "\n\n{")
	f.Add("{\"query\":\"\xff\",\"answer\":\"x\"}\n")
	f.Add(`{"id":"a","id":"b"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := OpenRecorded(writeAnswers(t, text))
		if err != nil {
			return
		}
		defer r.Close()
		for line := range r.starts {
			e, err := r.read(line)
			if err != nil {
				t.Fatalf("line %d was accepted and cannot be read: %v", r.numbers[line], err)
			}
			if e.answer.ID == "" {
				continue
			}
			byID, err := r.find(question(e.answer.ID, ""), 0)
			if err != nil || byID.line != line {
				t.Fatalf("id %q finds line %d, not %d: %v", e.answer.ID, byID.line, line, err)
			}
		}
	})
}

// BenchmarkOpenRecorded reads 100,000 answers of about a kilobyte.
func BenchmarkOpenRecorded(b *testing.B) {
	passage := strings.Repeat("Refunds are possible for 30 days after delivery. ", 15)
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, `{"id":"q%d","query":"How long is window %d?","answer":"30 days.","retrieved":[{"id":"P1","text":%q}]}`+"\n", i, i, passage)
	}
	path := writeAnswers(b, text.String())
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		r, err := OpenRecorded(path)
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}
