package quotes_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/quotes"
)

// TestALCEMatchesTheStatisticsVectors reads the vectors of fn alce, which
// were computed in R and again in Python.
func TestALCEMatchesTheStatisticsVectors(t *testing.T) {
	type statement struct {
		Cites          []string
		Full           bool
		Alone, Without map[string]bool
	}
	data, err := os.ReadFile("../testdata/vectors/statistics.json")
	if err != nil {
		t.Fatal(err)
	}
	all := decode[struct {
		Vectors []struct {
			ID, Fn        string
			Input, Expect json.RawMessage
		}
	}](t, data)
	ran := 0
	for _, v := range all.Vectors {
		if v.Fn != "alce" {
			continue
		}
		ran++
		t.Run(v.ID, func(t *testing.T) {
			in := decode[struct{ Statements []statement }](t, v.Input)
			var statements []quotes.Statement
			for _, s := range in.Statements {
				st := quotes.Statement{Full: s.Full}
				for _, id := range s.Cites {
					st.Cites = append(st.Cites, quotes.Support{Alone: s.Alone[id], Rest: s.Without[id]})
				}
				statements = append(statements, st)
			}
			type figures struct {
				Recall, Precision, F1 *float64
				Statements, Citations int
			}
			s := quotes.ALCE(statements)
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-9 })
			if diff := cmp.Diff(decode[figures](t, v.Expect), figures{s.Recall, s.Precision, s.F1, s.Statements, s.Citations}, near); diff != "" {
				t.Error("-want +got\n" + diff)
			}
		})
	}
	if ran == 0 {
		t.Error("no vector of fn alce was read")
	}
}

func TestALCEFiguresThatDoNotExist(t *testing.T) {
	none := quotes.ALCE(nil)
	if none.Recall != nil || none.Precision != nil || none.F1 != nil {
		t.Errorf("figures of no statement: %+v", none)
	}
	uncited := quotes.ALCE([]quotes.Statement{{}})
	if value(uncited.Recall) != 0.0 || uncited.Precision != nil || uncited.F1 != nil {
		t.Errorf("a statement without citations: %+v", uncited)
	}
}

func TestMacroALCECountsEachAnswerOnce(t *testing.T) {
	good := quotes.Statement{Full: true, Cites: []quotes.Support{{Alone: true}}}
	bad := quotes.Statement{Cites: []quotes.Support{{}}}
	got := quotes.MacroALCE([]quotes.ALCEScore{
		quotes.ALCE([]quotes.Statement{good}),
		quotes.ALCE([]quotes.Statement{bad, bad, bad}),
		quotes.ALCE([]quotes.Statement{{}}),
		quotes.ALCE(nil),
	})
	same(t, "recall", 1.0/3, value(got.Recall))
	same(t, "precision", 0.5, value(got.Precision))
	same(t, "answers", [3]int{4, 3, 2}, [3]int{got.Answers, got.RecallAnswers, got.PrecisionAnswers})
	same(t, "micro recall", 0.2, value(got.Micro.Recall))
	same(t, "micro precision", 0.25, value(got.Micro.Precision))
}

const joint = "Clarity fell while the bridge was built.[1][2]{c1}\n" +
	"\nEVI1\nc1|1|\"Water clarity fell from 6.4 metres to 4.1 metres\"\nc1|2|\"The final bill came to 41.7 million euros\"\nEND_EVI1"

func TestQuotesThatNoOneSufficesOfAreJudgedTogether(t *testing.T) {
	tests := []struct {
		name              string
		results           []quotes.Entailment
		asked             int
		recall, precision any
		unjudged          int
	}{
		{"one entails: the set does, the other is not needed", []quotes.Entailment{class(quotes.Entailed, 1), class(quotes.Insufficient, 0.2)}, 2, 1.0, 0.5, 0},
		{"only together", []quotes.Entailment{class(quotes.Partially, 0.6), class(quotes.Insufficient, 0.2), class(quotes.Entailed, 1)}, 3, 1.0, 1.0, 0},
		{"not even together", []quotes.Entailment{class(quotes.Partially, 0.6), class(quotes.Insufficient, 0.2), class(quotes.Partially, 0.6)}, 3, 0.0, 0.0, 0},
		{"the judge failed on the set", []quotes.Entailment{class(quotes.Partially, 0.6), class(quotes.Partially, 0.5), judgeFailed}, 3, nil, nil, 1},
		{"the judge failed on one", []quotes.Entailment{judgeFailed, class(quotes.Partially, 0.5)}, 2, nil, nil, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked []quotes.JudgeItem
			q := verify(t, joint, quotes.Options{Judge: judged(&asked, tt.results...)}).Summary.ALCE
			same(t, "asked", tt.asked, len(asked))
			same(t, "recall", tt.recall, value(q.Strict.Recall))
			same(t, "precision", tt.precision, value(q.Strict.Precision))
			same(t, "unjudged", tt.unjudged, q.Unjudged)
		})
	}
}

func TestAnUnprovedQuoteIsNotNeeded(t *testing.T) {
	answer := "Clarity fell while the bridge was built.[1][2][1]{c1} And so on.[1]{c2}\n" +
		"\nEVI1\nc1|1|\"Water clarity fell from 6.4 metres to 4.1 metres\"\nc1|2|\"the mayor never came to the opening of the bridge\"\nc2|1|\"No fish deaths were recorded.\"\nEND_EVI1"
	var asked []quotes.JudgeItem
	q := verify(t, answer, quotes.Options{Judge: judged(&asked, class(quotes.Entailed, 1), class(quotes.Entailed, 1))}).Summary.ALCE
	same(t, "precision", 2.0/3, value(q.Strict.Precision))
}

func TestThreeQuotesAreAskedAboutOneByOneLeftOut(t *testing.T) {
	answer := "All of it.[1][2][3]{c1}\n\nEVI1\n" +
		"c1|1|\"Water clarity fell from 6.4 metres to 4.1 metres\"\nc1|2|\"The final bill came to 41.7 million euros\"\nc1|3|\"The ferry stopped running in the autumn of 1987\"\nEND_EVI1"
	sources := append(twoSources[:2:2], quotes.Source{Text: "The ferry stopped running in the autumn of 1987, when the pier burnt down."})
	var asked []quotes.JudgeItem
	weak := class(quotes.Insufficient, 0.2)
	judge := judged(&asked, weak, weak, weak, class(quotes.Entailed, 1), weak, weak, class(quotes.Entailed, 0.95))
	r, err := quotes.Verify(t.Context(), answer, sources, quotes.Options{Judge: judge})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "asked", 7, len(asked))
	same(t, "last", "c1-3", asked[6].ID)
	same(t, "precise", 2, r.Summary.ALCE.Strict.Precise) // without the third the rest still entails
}
