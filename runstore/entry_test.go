package runstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// TestEntryIsWhatEntriesYields, whatever the order in which records ended.
func TestEntryIsWhatEntriesYields(t *testing.T) {
	r := newRun(t, 6)
	changed := record(4, 0, 0)
	changed.ContentHash = "of an earlier text"
	appendAll(t, r, record(3, 1, 0), record(0, 0, 0), record(3, 0, 1), record(3, 0, 0), record(5, 0, 0), changed, record(3, 2, 0))
	for name, run := range map[string]*Run{"while it is written": r, "of a reader": reload(t, r)} {
		seq := 0
		for want, err := range run.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			got, err := run.Entry(seq)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, question %d: %s", name, seq, diff)
			}
			seq++
		}
		for _, none := range []int{-1, 6, 1 << 40} {
			if _, err := run.Entry(none); !errors.Is(err, ErrNoQuestion) {
				t.Errorf("%s, question %d: %v", name, none, err)
			}
		}
	}
}

func TestEntrySeesWhatIsAppendedAfterIt(t *testing.T) {
	r := newRun(t, 2)
	for want := range 3 {
		e, err := r.Entry(1)
		if err != nil || len(e.Records) != want {
			t.Errorf("%d records of %d: %v", len(e.Records), want, err)
		}
		appendAll(t, r, record(1, want, 0))
	}
	if _, err := r.WriteQuestions(questions(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Entry(1); !errors.Is(err, ErrNoQuestion) {
		t.Errorf("a question that is gone: %v", err)
	}
}

func TestEntryNamesTheLineThatIsBroken(t *testing.T) {
	for name, c := range map[string]struct{ questions, want string }{
		"no JSON at all":            {`{"seq":0,"id":"q0"}` + "\n" + `{"seq":1` + "\n" + `{"seq":2,"id":"q2"}`, QuestionsFile + ":2: "},
		"broken behind its seq":     {`{"seq":0,"id":"q0"}` + "\n" + `{"seq":2,"id":` + "\n", QuestionsFile + ":2: "},
		"out of order":              {`{"seq":3,"id":"q0"}` + "\n" + `{"id":"q2","seq":2}`, QuestionsFile + ":2: seq 2 after 3"},
		"no id":                     {`{"seq":2,"query":"x"}`, QuestionsFile + ":1: id is missing"},
		"another question's record": {`{"seq":2,"id":"other"}`, `record of question "q2" has the seq of "other"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRun(t, 1)
			appendAll(t, r, record(2, 0, 0))
			writeFile(t, r, QuestionsFile, c.questions)
			if _, err := r.Entry(2); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	r := newRun(t, 1)
	if err := os.Remove(filepath.Join(r.Path(), QuestionsFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Entry(0); err == nil || errors.Is(err, ErrNoQuestion) {
		t.Errorf("a run whose questions were not written: %v", err)
	}
}

func TestEntryFromSeveralGoroutines(t *testing.T) {
	const n = 200
	r := newRun(t, n)
	for i := range n {
		appendAll(t, r, record(n-1-i, 0, 0))
	}
	r = reload(t, r)
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			for i := w; i < n; i += 2 { // two workers each meet every question
				e, err := r.Entry(i)
				if err != nil || len(e.Records) != 1 || e.Records[0].ID != fmt.Sprintf("q%d", i) {
					t.Errorf("question %d: %+v, %v", i, e.Records, err)
				}
			}
		})
	}
	workers.Wait()
}

// bigRun has n questions with their passages, about 5 KB each.
func bigRun(b *testing.B, n int) *Run {
	b.Helper()
	r, err := Create(b.TempDir(), testInfo(), testOptions())
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("It takes 30 days to pay. ", 200)
	_, err = r.WriteQuestions(func(yield func(results.Question, error) bool) {
		for q := range questions(n) {
			q.Query = text
			if !yield(q, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		rec := record(i, 0, 0)
		rec.Query = text
		if err := r.Append(rec); err != nil {
			b.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
	if r, err = Open(r.Path()); err != nil {
		b.Fatal(err)
	}
	return r
}

func BenchmarkEntry(b *testing.B) {
	r := bigRun(b, 10_000)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			r.places = nil
			if _, err := r.Entry(7000); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("next", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := r.Entry(i * 7 % 10_000); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLabels(b *testing.B) {
	log := OpenLabelLog(b.TempDir(), nil)
	var s Saying
	for i := range 10_000 {
		label := labelOf(fmt.Sprintf("question-%d", i), "grounding", "ada", 4)
		label.Comment, label.Answer, label.Why, label.Draw, label.SawJudge = "not what P1 says", results.AnswerMark("x"), results.WhyRandom, i+1, new(true)
		s.Labels = append(s.Labels, label)
	}
	if err := log.Append(s); err != nil {
		b.Fatal(err)
	}
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			if err := log.Append(Saying{Labels: s.Labels[:3]}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("append and read", func(b *testing.B) {
		for b.Loop() {
			if err := log.Append(Saying{Labels: s.Labels[:3]}); err != nil {
				b.Fatal(err)
			}
			if _, err := log.Read(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			log.read, log.seen = nil, nil
			if _, err := log.Read(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
