package runstore

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func collect(t testing.TB, entries iter.Seq2[results.Entry, error]) []results.Entry {
	t.Helper()
	var out []results.Entry
	for e, err := range entries {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func TestOutcomesAreTheEntriesWithoutHeavyValues(t *testing.T) {
	r := newRun(t, 3)
	appendAll(t, r, heavyRecord(2), heavyRecord(0))
	want := collect(t, r.Entries())
	for _, e := range want {
		for i := range e.Records {
			e.Records[i] = light(e.Records[i])
		}
	}
	if diff := cmp.Diff(want, collect(t, r.Outcomes())); diff != "" {
		t.Error(diff)
	}
}

// following hands over what Follow yields, from a goroutine of its own.
func following(r *Run) (entries <-chan results.Entry, ended <-chan error) {
	out, end := make(chan results.Entry, 100), make(chan error, 1)
	go func() {
		defer close(out)
		for e, err := range r.Follow() {
			if err != nil {
				end <- err
				return
			}
			out <- e
		}
		end <- nil
	}()
	return out, end
}

func TestFollowYieldsAQuestionAsSoonAsItIsItsTurn(t *testing.T) {
	r := newRun(t, 4)
	entries, ended := following(r)
	appendAll(t, r, record(1, 0, 0), record(0, 0, 0))
	for _, want := range []string{"q0", "q1"} {
		if e := <-entries; e.Question.ID != want || len(e.Records) != 1 {
			t.Errorf("got %s with %d records while the run goes on, want %s with one", e.Question.ID, len(e.Records), want)
		}
	}
	appendAll(t, r, record(3, 0, 0)) // q2 stays without a record
	finish(t, r)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var rest []results.Entry
	for e := range entries {
		rest = append(rest, e)
	}
	if diff := cmp.Diff(collect(t, reload(t, r).Outcomes())[2:], rest); diff != "" {
		t.Errorf("what came with the end (-stored +followed):\n%s", diff)
	}
}

func TestFollowWaitsForEveryRepeat(t *testing.T) {
	info := testInfo()
	info.Repeats = 2
	r, err := Create(t.TempDir(), info, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if _, err := r.WriteQuestions(questions(2)); err != nil {
		t.Fatal(err)
	}
	entries, ended := following(r)
	appendAll(t, r, record(0, 1, 0), record(1, 0, 0), record(0, 0, 0), record(1, 1, 0))
	for e := range 2 {
		if got := <-entries; len(got.Records) != 2 || got.Records[0].Repeat != 0 {
			t.Errorf("entry %d came with %d records or out of order", e, len(got.Records))
		}
	}
	finish(t, r)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func TestFollowNeverHidesARecordThatCameTooLate(t *testing.T) {
	r := newRun(t, 2)
	entries, ended := following(r)
	appendAll(t, r, record(0, 0, 0))
	<-entries
	appendAll(t, r, record(0, 0, 1), record(1, 0, 0))
	finish(t, r)
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "records.jsonl:2: ") {
		t.Errorf("got %v, want an error at line 2", err)
	}
	if diff := cmp.Diff([]string{"q0[0/1]", "q1[0/0]"}, shape(t, r)); diff != "" {
		t.Error("read afterwards:", diff)
	}
}

func TestFollowOfARunThatBrokeIsAnError(t *testing.T) {
	r := newRun(t, 1)
	_, ended := following(r)
	appendAll(t, r, record(0, 0, 0))
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, ErrUnfinished) {
		t.Errorf("got %v, want ErrUnfinished", err)
	}
}

func finish(t testing.TB, r *Run) {
	t.Helper()
	if err := errors.Join(r.Finish(r.Info()), r.Close()); err != nil {
		t.Fatal(err)
	}
}
