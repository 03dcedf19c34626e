package review

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// rowsOf makes rows q0, q1, … with these signals, each with an answer.
func rowsOf(of ...signals) []row {
	rows := make([]row, len(of))
	for i, s := range of {
		s.Answers = []answerAt{{0, "mark"}}
		rows[i] = row{Seq: i, ID: fmt.Sprint("q", i), signals: s}
	}
	return rows
}

func because(why results.Why, size float64) signals { return signals{Why: why, Size: size} }

func TestTheQueueIsByReasonThenWorstFirst(t *testing.T) {
	rows := rowsOf(
		because(results.WhyUnstable, 4), because(results.WhyNearFloor, 0.5), because(results.WhyDisagreement, 1),
		because(results.WhyNearFloor, 1), because(results.WhyDisagreement, 2), because(results.WhyUnstable, 2),
		because(results.WhyDisagreement, 1),
	)
	rows[6].Critical = true
	got := worstFirst(rows)
	// 6 before 2: of equal ones the critical question is first.
	if diff := cmp.Diff([]int{4, 6, 2, 3, 1, 0, 5}, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryFourthPlaceIsDrawnByChance(t *testing.T) {
	var of []signals
	for i := range 40 {
		of = append(of, because(results.WhyNearFloor, float64(i)))
	}
	for range 40 {
		of = append(of, signals{})
	}
	rows := rowsOf(of...)
	q := queueOf("run-1", rows)
	if len(q.places) != len(rows) {
		t.Fatalf("%d places for %d rows", len(q.places), len(rows))
	}
	lastSize, lastDraw := 1000.0, 0
	seen := map[int]bool{}
	for i, p := range q.places {
		if seen[p.Seq] {
			t.Errorf("question %d stands twice", p.Seq)
		}
		seen[p.Seq] = true
		if p.Why != results.WhyRandom {
			if (i+1)%everyRandom == 0 {
				t.Errorf("place %d is not random", i+1)
			}
			if size := rows[p.Seq].signals.Size; size > lastSize {
				t.Errorf("place %d: %g after %g", i+1, size, lastSize)
			} else {
				lastSize = size
			}
			continue
		}
		if draw := q.draw(p.Seq); draw < lastDraw {
			t.Errorf("place %d: draw %d after %d", i+1, draw, lastDraw)
		} else {
			lastDraw = draw
		}
	}
	if (len(q.places)-1)%everyRandom == 0 {
		t.Error("the test needs rows after the last signal")
	}
}

func TestARandomPlaceTakesTheNextThatHasNone(t *testing.T) {
	rows := rowsOf(make([]signals, 6)...)
	order := randomOrder("run-1", rows)
	// The first three of the random order are the worst too, so that the fourth
	// place goes to the fourth of it.
	for i, at := range order[:3] {
		rows[at].signals.Why, rows[at].signals.Size = results.WhyUnstable, float64(10-i)
	}
	q := queueOf("run-1", rows)
	var got []int
	for _, p := range q.places {
		got = append(got, p.Seq)
	}
	if diff := cmp.Diff(order, got); diff != "" {
		t.Error(diff)
	}
	if q.places[2].Why != results.WhyUnstable || q.places[3].Why != results.WhyRandom || q.places[5].Why != results.WhyRandom {
		t.Errorf("%v", q.places)
	}
}

func TestWhatHasNoAnswerHasNoPlace(t *testing.T) {
	rows := rowsOf(because(results.WhyUnstable, 1), signals{}, signals{})
	rows[0].signals.Answers, rows[1].signals.Answers = nil, nil
	q := queueOf("run-1", rows)
	if len(q.places) != 1 || q.places[0].Seq != 2 {
		t.Errorf("%v", q.places)
	}
	if _, _, placed := q.of(0); placed || q.draw(0) < 1 || q.draw(0) > 3 {
		t.Errorf("placed %v, draw %d", placed, q.draw(0))
	}
	if empty := queueOf("run-1", nil); len(empty.places) != 0 {
		t.Errorf("%v", empty.places)
	}
}

func TestTheRandomOrderIsFixedByTheRunAndTheQuestions(t *testing.T) {
	rows := rowsOf(make([]signals, 8)...)
	named := func(runID string, rows []row) (ids []string) {
		for _, at := range randomOrder(runID, rows) {
			ids = append(ids, rows[at].ID)
		}
		return ids
	}
	want := named("20260301T123045Z-refunds-abcd", rows)
	// Fixed for good: labels of this order are stored with their rank in it.
	if diff := cmp.Diff(fixedOrder, want); diff != "" {
		t.Error(diff)
	}
	turned := slices.Clone(rows)
	slices.Reverse(turned)
	if diff := cmp.Diff(want, named("20260301T123045Z-refunds-abcd", turned)); diff != "" {
		t.Errorf("the order of the rows changes it: %s", diff)
	}
	if cmp.Equal(want, named("20260301T123045Z-refunds-abce", rows)) {
		t.Error("another run has the same order")
	}
}

func TestTheNextOpenQuestionGoesRoundOnce(t *testing.T) {
	q := queueOf("run-1", rowsOf(make([]signals, 5)...))
	place := func(seq int) int { _, n, _ := q.of(seq); return n }
	for _, c := range []struct {
		name  string
		after int
		done  []int // places
		want  int   // place, 0 for none
	}{
		{"the one after", 2, nil, 3},
		{"past what is done", 2, []int{3, 4}, 5},
		{"from the end to the beginning", 5, []int{1}, 2},
		{"itself when it alone is open", 3, []int{1, 2, 4, 5}, 3},
		{"from the beginning", 0, []int{1}, 2},
		{"none", 0, []int{1, 2, 3, 4, 5}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			seq, found := q.nextOpen(c.after, func(seq int) bool { return slices.Contains(c.done, place(seq)) })
			if got := place(seq); found != (c.want > 0) || found && got != c.want {
				t.Errorf("place %d, found %v", got, found)
			}
		})
	}
	if _, found := (queue{}).nextOpen(0, func(int) bool { return false }); found {
		t.Error("an empty queue has an open question")
	}
}

func TestTheFairSampleReachesToTheFirstGap(t *testing.T) {
	rows := rowsOf(make([]signals, 6)...)
	order := randomOrder("run-1", rows)
	rows[order[1]].signals.Answers = nil
	q := queueOf("run-1", rows)
	for _, c := range []struct {
		name    string
		done    []int // ranks
		depth   int
		without int
	}{
		{"nothing labelled", nil, 0, 0},
		{"the first, and the second has no answer", []int{1}, 2, 1},
		{"a gap", []int{1, 4}, 2, 1},
		{"no gap", []int{1, 3, 4}, 4, 1},
		{"not the first", []int{3, 4, 5, 6}, 0, 0},
		{"all", []int{1, 3, 4, 5, 6}, 6, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			depth, without := q.fairDepth(func(seq int) bool { return slices.Contains(c.done, q.draw(seq)) })
			if depth != c.depth || without != c.without {
				t.Errorf("depth %d, without %d", depth, without)
			}
		})
	}
}

// fixedOrder is the order of q0 … q7 in one run.
var fixedOrder = []string{"q5", "q4", "q1", "q0", "q2", "q7", "q6", "q3"}
