package main

import (
	"slices"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestOnlyAnswersWhoseSourcesMovedTellOfTheirOrder(t *testing.T) {
	s := newShuffle()
	s.arrange("none", 0, nil)
	s.arrange("one", 0, []answers.Passage{{ID: "P1"}})
	two := []answers.Passage{{ID: "P1"}, {ID: "P2"}}
	if got := s.arrange("two", 1, two); got[0].ID != "P2" || got[1].ID != "P1" {
		t.Errorf("two sources stand in the order %v", got)
	}
	entries := func(yield func(results.Entry, error) bool) {
		for _, id := range []string{"none", "one", "two"} {
			e := results.Entry{Question: results.Question{ID: id}, Records: []results.Record{{Repeat: 0}, {Repeat: 1}}}
			if !yield(e, nil) {
				return
			}
		}
	}
	var kept []answerPlace
	for e, err := range s.only(entries) {
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range e.Records {
			kept = append(kept, answerPlace{e.Question.ID, r.Repeat})
		}
	}
	if want := []answerPlace{{"two", 1}}; !slices.Equal(kept, want) {
		t.Errorf("kept %v, want %v", kept, want)
	}
}
