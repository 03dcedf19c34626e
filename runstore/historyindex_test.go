package runstore

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestAnIndexThatIsUpToDateIsUsedInSilence(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "s", 3)
	_, w := history(t, dir)
	w.want(t, "is new: made from 3 runs")
	index := filepath.Join(dir, HistoryFile)
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	h, w := history(t, dir)
	w.want(t)
	if got := nights(t, h, HistoryFilter{Questions: true}); len(got) != 3 || len(got[0].Questions) != 2 {
		t.Errorf("got %+v", got)
	}
	after, err := os.ReadFile(index)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the index was written: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if diff := cmp.Diff([]string{index}, left); err != nil || diff != "" {
		t.Errorf("files beside the runs: %v %s", err, diff)
	}
}

func TestChangedNewAndRemovedRunsAreNoticed(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "s", 3)
	listed(t, dir, HistoryFilter{})
	if err := os.RemoveAll(filepath.Join(dir, "s-001")); err != nil {
		t.Fatal(err)
	}
	changed := complete("s", "s-002", testTime.AddDate(0, 0, 2))
	addRun(t, dir, "s-002", changed, reportOf(changed, 1.25))
	addNights(t, dir, "t", 1)
	h, w := history(t, dir)
	w.want(t)
	got := map[string]float64{}
	for _, n := range nights(t, h, HistoryFilter{Questions: true}) {
		got[n.Run] = n.Questions[0].Scores["positive/grounding"]
	}
	if diff := cmp.Diff(map[string]float64{"s-000": 1, "s-002": 1.25, "t-000": 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhateverIsInPlaceOfTheIndex: the same runs are told, and a line says why
// it took longer.
func TestWhateverIsInPlaceOfTheIndex(t *testing.T) {
	spoil := func(change func(data []byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, change(data), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	execute := func(statement string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			if err == nil {
				_, err = db.Exec(statement)
				_ = db.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, tt := range map[string]struct {
		do  func(t *testing.T, path string)
		say string
	}{
		"not a database":           {spoil(func([]byte) []byte { return []byte(strings.Repeat("no database ", 500)) }), "made anew"},
		"cut in the middle":        {spoil(func(data []byte) []byte { return data[:len(data)*2/3] }), "made anew"},
		"cut to nothing":           {spoil(func([]byte) []byte { return nil }), "is new"},
		"another version":          {execute("PRAGMA user_version = 99"), "another version"},
		"a database of others":     {execute("DROP TABLE runs; CREATE TABLE notes(x); PRAGMA user_version = 0"), "made anew"},
		"without its table":        {execute("DROP TABLE runs"), "made anew"},
		"with another table":       {execute("DROP TABLE runs; CREATE TABLE runs(folder)"), "made anew"},
		"a changed figure":         {execute(`UPDATE runs SET head = replace(CAST(head AS TEXT), '"planned":2', '"planned":7')`), "made anew"},
		"questions of another run": {execute("UPDATE runs SET packed = (SELECT packed FROM runs WHERE folder = 's-000')"), "made anew"},
		"a run of another suite":   {execute("UPDATE runs SET suite = 't' WHERE folder = 's-001'"), "made anew"},
		"a run at another time":    {execute("UPDATE runs SET started = started + 1e12 WHERE folder = 's-001'"), "made anew"},
		"a row without a place":    {execute("UPDATE runs SET started = 'yesterday'"), "made anew"},
		"a folder": {func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(path, "full"), 0o777); err != nil {
				t.Fatal(err)
			}
		}, "the runs are read without it"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			addNights(t, dir, "s", 5)
			h, _ := history(t, dir)
			want := nights(t, h, HistoryFilter{Questions: true})
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			tt.do(t, h.path())
			again, w := history(t, dir)
			if diff := cmp.Diff(want, nights(t, again, HistoryFilter{Questions: true})); diff != "" {
				t.Errorf("the runs have changed (-want +got):\n%s", diff)
			}
			w.want(t, tt.say)
		})
	}
}

func TestMoreRunsThanAreReadAtOnce(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "s", 2*refreshBatch+1)
	for range 2 {
		if got := listed(t, dir, HistoryFilter{}); len(got) != 2*refreshBatch+1 || got[len(got)-1] != "s-128" {
			t.Errorf("%d runs, the last one %s", len(got), got[len(got)-1])
		}
	}
}

// TestFlippedBytesChangeNoFigure: a bad disk may cost time and never a figure.
func TestFlippedBytesChangeNoFigure(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "s", 12)
	h, _ := history(t, dir)
	want := nights(t, h, HistoryFilter{Questions: true})
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(h.path())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		data := bytes.Clone(sound)
		for range 1 + rng.IntN(3) {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(h.path(), data, 0o666); err != nil {
			t.Fatal(err)
		}
		again, err := OpenHistory(dir, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.Nights(HistoryFilter{Questions: true})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("figures have changed (-want +got):\n%s", diff)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFolderThatMayOnlyBeRead(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("this user may write everywhere")
	}
	dir := t.TempDir()
	addNights(t, dir, "s", 2)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o777) })
	h, w := history(t, dir)
	w.want(t, "the runs are read without it")
	if got := nights(t, h, HistoryFilter{}); len(got) != 2 {
		t.Errorf("%d runs", len(got))
	}
}

// TestManyAtOnce opens one folder from many places while runs are added.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "s", 5)
	var all sync.WaitGroup
	errs := make(chan error, 64)
	for i := range 8 {
		all.Go(func() {
			info := complete("s", fmt.Sprintf("more-%d", i), testTime.AddDate(1, 0, i))
			addRun(t, dir, info.ID, info, reportOf(info, 3))
			h, err := OpenHistory(dir, func(message string) {
				// A folder is seen between its making and its files.
				if strings.Contains(message, HistoryFile) && !strings.Contains(message, "is new") {
					errs <- fmt.Errorf("%s", message)
				}
			})
			if err != nil {
				errs <- err
				return
			}
			defer h.Close()
			got, err := h.Nights(HistoryFilter{Questions: true})
			if err != nil {
				errs <- err
			} else if len(got) < 6 {
				errs <- fmt.Errorf("%d runs", len(got))
			}
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if got := listed(t, dir, HistoryFilter{}); len(got) != 13 {
		t.Errorf("%d runs, want 13", len(got))
	}
}

func TestTheStampOfAFileFollowsItsContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	seen := map[string]bool{fileStamp(path): true}
	for i, text := range []string{"a", "bb", "cc"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		at := testTime.Add(time.Duration(i) * time.Millisecond)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		seen[fileStamp(path)] = true
	}
	if len(seen) != 4 {
		t.Errorf("stamps %v", seen)
	}
}

func TestJudgesOfAPanelAreAllNamed(t *testing.T) {
	panel := &results.Panel{Members: []results.PanelMember{{Model: "a"}, {Model: "b"}}}
	for want, ref := range map[string]results.JudgeRef{
		"offline": {Kind: results.JudgeOffline}, "m": {Kind: results.JudgeModel, Model: "m"},
		"a + b": {Kind: results.JudgeModel, Model: "a", Panel: panel},
	} {
		if got := judgeName(ref); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
