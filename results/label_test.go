package results

import "testing"

func TestAScoreDiffersFromOneAStepAway(t *testing.T) {
	for _, c := range []struct {
		name          string
		person, judge float64
		want          bool
	}{
		{"the same", 4, 4, false},
		{"the mean of two judgements between two scores", 4, 3.5, false},
		{"one below", 3, 4, true},
		{"one above", 5, 4, true},
		{"one above a mean that is a hair off", 5, 4.0000000001, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ScoresDiffer(c.person, c.judge); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
