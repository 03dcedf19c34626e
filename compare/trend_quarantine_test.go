package compare

import (
	"testing"

	"github.com/evalrun/evalrun/results"
)

// TestAQuestionInQuarantineIsOnNoChart: the nights of a quarantine leave no
// mark, neither by what the question got nor by its absence, and the nights
// after it count as ever.
func TestAQuestionInQuarantineIsOnNoChart(t *testing.T) {
	nights := newNightly(10, 0, 3).nights(12, nil)
	for i := range nights {
		q := &nights[i].Questions[0]
		q.Quarantine = &results.Quarantine{Until: nights[9].Started.Format("2006-01-02")}
		if i >= 6 && i <= 9 {
			q.Verdict, q.Scores = results.Error, nil
		}
	}
	doc := trendOf(t, nights, TrendOptions{})
	for _, name := range []string{PassRate, string(grounding)} {
		for _, p := range doc.series(t, name, false).Points {
			want := 9
			if p.Night > 9 {
				want = 10
			}
			if p.N != want || p.Expected != want || p.Hollow {
				t.Errorf("%s, night %d: %d of %d questions, hollow %v; want %d of %d", name, p.Night, p.N, p.Expected, p.Hollow, want, want)
			}
		}
	}
}

// TestCommandsOfATrendAreWordsOfAShell: folders are named by people.
func TestCommandsOfATrendAreWordsOfAShell(t *testing.T) {
	nights := newNightly(40, 0, 8).nights(60, after(35, 0.4))
	for i := range nights {
		nights[i].Folder = "my runs/" + nights[i].Run
	}
	doc := trendOf(t, nights, TrendOptions{})
	const want = "evalrun compare 'my runs/run-"
	if len(doc.Next) < len(want) || doc.Next[:len(want)] != want {
		t.Errorf("next step %q, want it to begin with %q", doc.Next, want)
	}
}
