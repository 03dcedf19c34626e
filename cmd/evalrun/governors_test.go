package main

import (
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/llm"
)

func TestWorkersHaveTheLimitsOfWhatTheRunCallsAndNoOthers(t *testing.T) {
	own := &ownGovernors{budget: llm.NewBudget(llm.BudgetOptions{}), now: time.Now}
	if _, err := own.Governor(judgeRole, "https://judge/v1", "m"); err != nil {
		t.Fatal(err)
	}
	shared := forWorkers(own)
	if _, err := shared.Governor(judgeRole, "https://judge/v1", "m"); err != nil {
		t.Error(err)
	}
	for _, made := range [][3]string{
		{judgeRole, "https://judge/v1", "dearer"}, {judgeRole, "https://elsewhere/v1", "m"}, {targetRole, "https://judge/v1", "m"}, {judgeRole, "", ""},
	} {
		if _, err := shared.Governor(made[0], made[1], made[2]); err == nil || !strings.Contains(err.Error(), "the run calls no model") {
			t.Errorf("%q: error %v", made, err)
		}
	}
	if n := len(own.limiters); n != 1 {
		t.Errorf("%d limiters are kept, want that of the run's endpoint", n)
	}
}
