package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
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
	figures := func() string {
		return fmt.Sprintf("(95 %% %s, adjusted %s)", u.interval(*s.Lo, *s.Hi), pText(*s.Test.PHolm))
	}
	switch {
	case s.Claim != Lower && s.Claim != Higher && s.beyondTest(family):
		return fmt.Sprintf("Only %s changed; no outcome of this size could be significant.", several(s.Changed, "question"))
	case s.Claim == Unclear:
		return fmt.Sprintf("Borderline: test %s (adjusted), interval %s. Not called a change.", pText(*s.Test.PHolm), u.interval(*s.Lo, *s.Hi))
	case s.Claim == NoClaim && s.settled():
		return ""
	case s.Claim == NoClaim:
		return "No evidence of change. This is not evidence of no change: " + s.unseen(d.drop)
	case overridden:
		return fmt.Sprintf("Difference on %s: %s %s.", label(s.Name), u.amount(*s.Difference), figures())
	}
	word := map[Claim]string{Lower: "Lower", Higher: "Higher"}[s.Claim]
	return fmt.Sprintf("%s on %s by %s %s.", word, label(s.Name), u.size(*s.Difference), figures())
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

// marginText is what the bounds say about the margin, "" for a series that is
// not held to one.
func (s *Series) marginText() string {
	if s.Margin == nil || s.Verdict == "" || s.State == "" {
		return ""
	}
	u, d, margin := s.unit(), s.direction(), s.unit().size(*s.Margin)
	within := fmt.Sprintf("No %s larger than %s (%s %s)", d.drop, margin, d.bound, s.boundText())
	switch s.State {
	case stats.StateEquivalent:
		return fmt.Sprintf("No change larger than ±%s on %s (%s %s, 90 %% interval %s, %s).",
			margin, label(s.Name), s.differenceWord(), u.amount(*s.Difference), u.interval(*s.LowerBound, *s.UpperBound), nText(s.N))
	case stats.StateNonInferior, stats.StateImproved:
		return within + "; a " + d.gain + " is possible."
	case stats.StateWorseWithin:
		if s.worse() {
			return fmt.Sprintf("%s (%s), and the %s is smaller than the allowed %s.", d.slightly, u.amount(*s.Difference), d.drop, margin)
		}
		return within + "."
	case stats.StateRegression:
		return fmt.Sprintf("The %s is larger than the allowed %s: at least %s.", d.drop, margin, u.size(d.least))
	case stats.StateWorseUnclear:
		return fmt.Sprintf("The %s may be as large as %s, more than the allowed %s.%s", d.drop, u.size(d.worst), margin, s.settling(margin))
	}
	return fmt.Sprintf("Cannot tell: the %s may be as large as %s.%s", d.drop, u.size(d.worst), s.settling(margin))
}

func (s *Series) differenceWord() string {
	if s.Kind == Mean {
		return "mean difference"
	}
	return "difference"
}

// worse and better turn a claim about the figure into one about quality.
func (s *Series) worse() bool {
	return s.Claim == Lower && !s.LowerIsBetter || s.Claim == Higher && s.LowerIsBetter
}

func (s *Series) better() bool {
	return (s.Claim == Lower || s.Claim == Higher) && !s.worse()
}

func (s *Series) settling(margin string) string {
	if s.Needed == nil {
		return ""
	}
	return fmt.Sprintf(" About %d paired questions would settle %s.", *s.Needed, margin)
}

func (s *Series) ungateable(fewest int) string {
	text := fmt.Sprintf("not gateable at this n: with %s even a run without any change could not show that the margin of %s is kept",
		nText(s.N), s.unit().size(*s.Margin))
	if fewest > 0 {
		text += fmt.Sprintf("; at least %d questions are needed", fewest)
	}
	return text
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
	if s.N >= fewestPairs && s.N < smallSample {
		s.Notes = append(s.Notes, "Small sample: "+nText(s.N)+".")
	}
	if missed := s.Lost.missed(); missed > 0 && s.N > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s not judged (%s).", partOf(missed, s.N+missed), s.Lost.text()))
	}
	if s.LowerIsBetter && s.Head.K != nil && *s.Head.K == 0 {
		if hi, ok := stats.Wilson(0, s.Clusters, conf); ok {
			s.Notes = append(s.Notes, fmt.Sprintf("0 of %d in the head; the true rate may still be up to %s.", s.Head.N, summary.Percent(hi.Hi)))
		}
	}
}
