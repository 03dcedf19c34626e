package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// The sentences here are all that a comparison of two runs may say of a
// figure. None says "no change" without a size, and none claims a change on
// the word of the test or of the interval alone.

// say puts what the series shows into words: what changed, then what became of
// the margin. Between runs that were measured differently there is no better
// and no worse, only a difference.
func (s *Series) say(family, fewest int, overridden bool) {
	switch {
	case s.N == 0:
		s.Reason = s.emptyReason()
	case s.N < fewestPairs:
		s.Says = fmt.Sprintf("Too few questions to tell: %s, %d worse, %d better.", nText(s.N), s.ToFail, s.ToPass)
	case s.Lost.unlike(s.N):
		s.Reason = fmt.Sprintf("missing answers are not alike: %s have no figure (%s)",
			partOf(s.Lost.missed(), s.N+s.Lost.missed()), s.Lost.text())
		s.Says = "Cannot tell: missing answers are not alike."
		s.Claim = NoClaim
	case s.LowerBound == nil:
		s.Reason = "all questions share one group: there is no interval"
		s.Says = "Cannot tell: all questions share one group."
	case s.Verdict == results.Fail && !s.worse():
		s.Says = s.failText()
	default:
		s.Says = strings.TrimSpace(s.changeText(family, overridden) + " " + s.marginText())
	}
	if s.Gated && !s.Gateable && s.N > 0 && s.Reason == "" {
		s.Reason = s.ungateable(fewest)
	}
	s.note()
}

func (s *Series) emptyReason() string {
	if missed := s.Lost.missed() + s.Lost.Unassessable; missed > 0 {
		return fmt.Sprintf("no question has it in both runs: %s", s.Lost.text())
	}
	return "no question of the pairs has it"
}

// changeText is what test and interval say together, "" where the margin says
// more.
func (s *Series) changeText(family int, overridden bool) string {
	u, d := s.unit(), s.direction()
	switch {
	case s.Claim != Lower && s.Claim != Higher && s.beyondTest(family):
		return s.tooFewChanged(family)
	case s.Claim == Unclear:
		return fmt.Sprintf("Borderline: test %s (adjusted), interval %s. Not called a change.", pText(*s.Test.PHolm), u.interval(*s.Lo, *s.Hi))
	case s.Claim == NoClaim && s.settled():
		return ""
	case s.Claim == NoClaim:
		return "No evidence of change. This is not evidence of no change: " + s.unseen(d.drop)
	case overridden:
		return fmt.Sprintf("Difference on %s: %s (95 %% %s, adjusted %s).", label(s.Name), u.amount(*s.Difference), u.between(*s.Lo, *s.Hi), pText(*s.Test.PHolm))
	}
	word := map[Claim]string{Lower: "Lower", Higher: "Higher"}[s.Claim]
	return fmt.Sprintf("%s on %s by %s (95 %% %s, adjusted %s).", word, label(s.Name), u.size(*s.Difference), s.sizes(), pText(*s.Test.PHolm))
}

// sizes is the interval in the direction in which the figure moved, as a
// sentence has it that says which.
func (s *Series) sizes() string {
	if *s.Difference < 0 {
		return s.unit().between(-*s.Hi, -*s.Lo)
	}
	return s.unit().between(*s.Lo, *s.Hi)
}

// tooFewChanged says why no outcome of so few changes could have passed the
// test: what is too few are groups, or questions for so many figures.
func (s *Series) tooFewChanged(family int) string {
	with := ""
	if s.Test.PMin <= alpha {
		with = " with " + several(family, "figure") + " tested"
	}
	if s.ChangedClusters < s.Changed {
		return fmt.Sprintf("The %d changed questions lie in %s;%s that cannot reach p < %v.", s.Changed, several(s.ChangedClusters, "group"), with, alpha)
	}
	return fmt.Sprintf("Only %s changed;%s that cannot reach p < %v.", several(s.Changed, "question"), with, alpha)
}

// settled reports whether the margin was shown to be kept.
func (s *Series) settled() bool { return s.Verdict == results.Pass }

// unseen says how large a change has to be to show.
func (s *Series) unseen(drop string) string {
	if s.MDE == nil {
		return fmt.Sprintf("%s is too few to see a %s of any size reliably.", nText(s.N), drop)
	}
	return fmt.Sprintf("with %s a true %s below %s would be missed more than 1 time in 5.", nText(s.N), drop, s.unit().size(*s.MDE))
}

// worse turns a claim about the figure into one about quality.
func (s *Series) worse() bool {
	return s.Claim == Lower && !s.LowerIsBetter || s.Claim == Higher && s.LowerIsBetter
}

func (l Lost) text() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{l.Base, "missing in the base alone"}, {l.Head, "missing in the head alone"}, {l.Both, "missing in both"}, {l.Unassessable, "not assessable"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return strings.Join(parts, ", ")
}

func partOf(k, n int) string { return fmt.Sprintf("%d of %d", k, n) }

// note adds what limits the figure.
func (s *Series) note() {
	s.Notes = append(s.Notes, smallNote(s.N)...)
	if missed := s.Lost.missed(); missed > 0 && s.N > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s not judged (%s).", partOf(missed, s.N+missed), s.Lost.text()))
	}
}

// smallNote is none of samples that are large, or too small for any figure.
func smallNote(n int) []string {
	if n < fewestPairs || n >= smallSample {
		return nil
	}
	return []string{"Small sample: " + nText(n) + "."}
}
