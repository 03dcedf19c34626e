package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// BenchmarkRecordedRun takes recorded answers through a run without a judge
// and reads the entries back. live-MB is the largest live heap seen on the
// way; it must grow by the indexes alone, some 60 bytes a question.
func BenchmarkRecordedRun(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"1k", 1_000}, {"10k", 10_000}, {"100k", 100_000}} {
		b.Run(size.name, func(b *testing.B) {
			s, answersFile := recordedSuite(b, size.n)
			var live float64
			for b.Loop() {
				live = max(live, recordedRun(b, s, answersFile))
			}
			b.ReportMetric(live, "live-MB")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*size.n), "µs/question")
		})
	}
}

func recordedRun(b *testing.B, s *suites.Suite, answersFile string) (live float64) {
	target, err := targets.OpenRecorded(answersFile)
	if err != nil {
		b.Fatal(err)
	}
	defer target.Close()
	plan := planFor(b, s, nil, nil, nil)
	plan.Target = target
	sample := func(done int) {
		if done%(s.Count/4) == 0 {
			live = max(live, liveMB())
		}
	}
	plan.Progress = func(e Event) { sample(e.Done) }
	mustRun(b, b.Context(), plan)
	opened, err := runstore.Open(plan.Store.Path())
	if err != nil {
		b.Fatal(err)
	}
	read := 0
	for _, err := range opened.Entries() {
		if err != nil {
			b.Fatal(err)
		}
		read++
		sample(read)
	}
	if read != s.Count {
		b.Fatalf("%d entries, want %d", read, s.Count)
	}
	return live
}

func liveMB() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}

// recordedSuite writes a suite that streams n questions and their answers,
// a kilobyte each.
func recordedSuite(b *testing.B, n int) (*suites.Suite, string) {
	b.Helper()
	dir := b.TempDir()
	passage := strings.Repeat("A refund is possible for 30 days after delivery. ", 14)
	write := func(name, head string, line func(i int) string) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		fmt.Fprint(f, head)
		for i := range n {
			if line != nil {
				fmt.Fprintln(f, line(i))
			}
		}
		return path
	}
	write("questions.jsonl", "", func(i int) string {
		return fmt.Sprintf(`{"id":"q%d","query":"How long is period %d?","rubric":{"shouldAnswer":true,"mustMention":["30 days"],"mustNotMention":["store credit only"]}}`, i, i)
	})
	answersFile := write("answers.jsonl", "", func(i int) string {
		return fmt.Sprintf(`{"id":"q%d","answer":"Customers have 30 days after delivery to ask for a refund of order %d.","confidence":"high","retrieved":[{"id":"P1","text":"%s"}]}`, i, i, passage)
	})
	suite := write("suite.yaml", "version: 1\nquestionsFrom: [questions.jsonl]\n", nil)
	loaded, err := suites.Load([]string{suite}, suites.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return loaded[0], answersFile
}
