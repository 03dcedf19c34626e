package compare

import (
	"fmt"

	"github.com/evalrun/evalrun/stats"
)

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

// failText is that of a series which fails on its bounds while nobody may claim
// a change: two questions with two answers, of which the gate asks one.
func (s *Series) failText() string {
	u, d := s.unit(), s.direction()
	why := fmt.Sprintf("the %s is at least %s (one-sided 95 %%), more than the %s allowed", d.drop, u.size(d.least), u.bare(*s.Margin))
	if s.State != stats.StateRegression {
		why = fmt.Sprintf("the 95 %% interval of the %s, %s, is above 0 and the %s may be as large as %s, more than the %s allowed", d.drop, s.sizes(), d.drop, u.size(d.worst), u.bare(*s.Margin))
	}
	return fmt.Sprintf("Fails: %s. Whether anything changed at all is another test (adjusted %s) and does not decide.", why, pText(*s.Test.PHolm))
}

func (s *Series) differenceWord() string {
	if s.Kind == Mean {
		return "mean difference"
	}
	return "difference"
}

func (s *Series) settling(margin string) string {
	if s.Needed == nil {
		return ""
	}
	return fmt.Sprintf(" About %d paired questions give four chances in five to show that the margin of %s is kept.", *s.Needed, margin)
}

func (s *Series) ungateable(fewest int) string {
	text := fmt.Sprintf("not gateable at this n: with %s even a run without any change could not show that the margin of %s is kept",
		nText(s.N), s.unit().size(*s.Margin))
	if fewest > 0 {
		text += fmt.Sprintf("; at least %d questions are needed", fewest)
	}
	return text
}
