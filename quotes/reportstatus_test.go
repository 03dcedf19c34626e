package quotes

import "testing"

// TestStatusIsTheFirstThatHolds gives each citation everything that is wrong
// with the ones behind it as well.
func TestStatusIsTheFirstThatHolds(t *testing.T) {
	zero, half, sure := 0.0, 0.5, 0.9
	failed := &Entailment{Class: ClassError}
	altered := []Alteration{{Kind: "number"}}
	tests := []struct {
		want Status
		c    Citation
	}{
		{StatusMissing, Citation{Entailment: failed, FoundIn: 2, TextMatch: Match{Method: Missing, TooShort: true, Alterations: altered}}},
		{StatusError, Citation{Entailment: failed, FoundIn: 2, Score: &zero, TextMatch: Match{Method: NotFound, TooShort: true, Alterations: altered}}},
		{StatusError, Citation{Entailment: &Entailment{Class: Entailed}, TextMatch: Match{Method: Exact}}},
		{StatusTooShort, Citation{FoundIn: 2, Score: &zero, TextMatch: Match{Method: NotFound, TooShort: true, Alterations: altered}}},
		{StatusNotFound, Citation{Score: &zero, TextMatch: Match{Method: NotFound, Alterations: altered}}},
		{StatusWrongSource, Citation{FoundIn: 2, Score: &half, TextMatch: Match{Method: Fuzzy, Alterations: altered}}},
		{StatusAltered, Citation{Score: &half, TextMatch: Match{Method: Fuzzy, Alterations: altered}}},
		{StatusWeak, Citation{Score: &half, TextMatch: Match{Method: Fuzzy}}},
		{StatusWeak, Citation{Score: &sure, Entailment: &Entailment{Class: Overstated}, TextMatch: Match{Method: Exact}}},
		{StatusVerified, Citation{Score: &sure, Entailment: &Entailment{Class: Entailed}, TextMatch: Match{Method: Exact}}},
	}
	for _, tt := range tests {
		if got := statusOf(tt.c, 0.85); got != tt.want {
			t.Errorf("got %s, want %s for %+v", got, tt.want, tt.c)
		}
	}
}

func TestWhatNoCitationStandsForIsToBeRevised(t *testing.T) {
	verified := []Citation{{Status: StatusVerified}}
	for _, code := range []WarningCode{MissingEvidence, MissingSource, OrphanEvidence, NoGroup, BadIndex, Unmarked, DuplicateClaim} {
		if got := decide(Report{Citations: verified, Warnings: []Warning{{Code: code}}}); got != Revise {
			t.Errorf("%s: got %s", code, got)
		}
	}
	for _, code := range []WarningCode{MalformedLine, DuplicateEvidence, Unterminated, Lenient, SeveralBlocks, ShortJudgeList, NoClaimText} {
		if got := decide(Report{Citations: verified, Warnings: []Warning{{Code: code}}}); got != Pass {
			t.Errorf("%s: got %s", code, got)
		}
	}
	if got := decide(Report{Citations: verified, Uncited: []Uncited{{}}}); got != Revise {
		t.Errorf("uncited: got %s", got)
	}
	if got := decide(Report{Uncited: []Uncited{{}}}); got != Revise {
		t.Errorf("nothing cited and something uncited: got %s", got)
	}
	mixed := []Citation{{Status: StatusError}, {Status: StatusWeak}}
	if got := decide(Report{Citations: mixed}); got != Revise {
		t.Errorf("an error beside something to mend: got %s", got)
	}
}
