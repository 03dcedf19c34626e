package runstore

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// TestALogThatIsReadOnIsReadWell: after whatever happens to the file, reading
// on gives what reading all of it gives.
func TestALogThatIsReadOnIsReadWell(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	for range 12 { // each saving waits for the disk
		r := newRun(t, 1)
		path := filepath.Join(r.Path(), LabelsFile)
		log := r.LabelLog(nil)
		for range 20 {
			happens := draw.IntN(len(logEvents))
			logEvents[happens](t, draw, path)
			got, err := log.Read()
			want, wantErr := OpenLabelLog(r.Path(), nil).Read()
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Fatalf("event %d: error %v, want %v", happens, err, wantErr)
			}
			if err != nil {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if diff := cmp.Diff(want.said, got.said); diff != "" {
				t.Fatalf("event %d: %s", happens, diff)
			}
		}
	}
}

// logEvents are what may happen to labels between two readings.
var logEvents = []func(t *testing.T, draw *rand.Rand, path string){
	// somebody labels, or takes something back
	func(t *testing.T, draw *rand.Rand, path string) { drawnSaying(t, draw, path) },
	func(t *testing.T, draw *rand.Rand, path string) { drawnSaying(t, draw, path) },
	// the break of the last line is missing
	func(t *testing.T, _ *rand.Rand, path string) {
		edit(t, path, func(text string) string { return strings.TrimSuffix(text, "\n") })
	},
	// a writer was killed
	func(t *testing.T, draw *rand.Rand, path string) {
		edit(t, path, func(text string) string { return text[:draw.IntN(len(text)+1)] })
	},
	// a score was edited in place
	func(t *testing.T, _ *rand.Rand, path string) {
		edit(t, path, func(text string) string { return strings.Replace(text, `"score":3`, `"score":4`, 1) })
	},
	// the first line was deleted, and another one added at the end
	func(t *testing.T, _ *rand.Rand, path string) {
		edit(t, path, func(text string) string {
			_, rest, _ := strings.Cut(text, "\n")
			return rest + "\n\n" + `{"id":"q0","dimension":"by hand, of another length","rater":"ada","score":2}` + "\n"
		})
	},
	// a line that is none
	func(t *testing.T, _ *rand.Rand, path string) {
		edit(t, path, func(text string) string { return text + "\n{broken\n" })
	},
}

func drawnSaying(t *testing.T, draw *rand.Rand, path string) {
	t.Helper()
	one := labelOf(fmt.Sprint("q", draw.IntN(4)), "tone", "ada", float64(1+draw.IntN(5)))
	s := Saying{Labels: []results.Label{one}}
	switch draw.IntN(4) {
	case 0:
		s = Saying{Withdrawn: []Withdrawal{{ID: one.ID, Dimension: "tone", Rater: "ada"}}}
	case 1:
		s.Remarks = []results.Remark{{ID: one.ID, Rater: "ada", Flag: draw.IntN(2) == 0}}
	}
	say(t, OpenLabelLog(filepath.Dir(path), nil), s)
}

func edit(t *testing.T, path string, change func(string) string) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(before))), 0o666); err != nil {
		t.Fatal(err)
	}
	// Nobody edits by hand within the few milliseconds that a time stamp lasts.
	about, err := os.Stat(path)
	if err == nil {
		err = os.Chtimes(path, time.Time{}, about.ModTime().Add(time.Second))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestProblemsOfALogThatIsReadOnNameTheirLines(t *testing.T) {
	r := newRun(t, 1)
	log := r.LabelLog(nil)
	path := filepath.Join(r.Path(), LabelsFile)
	say(t, log, Saying{Labels: []results.Label{labelOf("q0", "tone", "ada", 3), labelOf("q1", "tone", "ada", 3)}})
	opinions(t, log)
	edit(t, path, func(text string) string { return text + "\n{broken\n" })
	_, err := log.Read()
	if err == nil || !strings.HasPrefix(err.Error(), path+":4: ") {
		t.Errorf("%v", err)
	}
}
