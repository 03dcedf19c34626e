package compare

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/stats"
)

// words says what a series can see, in sentences without a full stop.
func (s SeriesPower) words(power float64, family int) []string {
	says := []string{s.sees(power)}
	if s.Limit != nil && s.MDE != nil {
		says = append(says, fmt.Sprintf("more answers to each question bring that down to %s at best", s.about(*s.Limit)))
	}
	if s.Drop != nil {
		says = append(says, s.needs(power, family))
	}
	if s.Margin != nil {
		says = append(says, s.gates(power))
	}
	return says
}

func (s SeriesPower) sees(power float64) string {
	if s.MDE == nil {
		return fmt.Sprintf("%s not even the largest %s %s", questions(s.N, "show"), s.step(), often(power))
	}
	return fmt.Sprintf("%s a %s of %s %s", questions(s.N, "show"), s.step(), s.about(*s.MDE), often(power))
}

func (s SeriesPower) needs(power float64, family int) string {
	what := fmt.Sprintf("a %s of %s", s.step(), s.amount(*s.Drop))
	if s.Needed == nil {
		return what + " cannot be planned for"
	}
	text := fmt.Sprintf("%s needs about %s", what, questions(*s.Needed, ""))
	if s.NeededAmong != nil && family > 1 {
		text += fmt.Sprintf(", %d to claim it among %d series", *s.NeededAmong, family)
	}
	if s.Chance != nil && *s.Needed > s.N {
		text += fmt.Sprintf("; %s it in %.0f %% of comparisons", questions(s.N, "show"), 100**s.Chance)
	}
	return text
}

func (s SeriesPower) gates(power float64) string {
	margin := "margin " + s.amount(*s.Margin)
	if !*s.Gateable {
		return fmt.Sprintf("%s is not gateable at this n (%d): it takes %s even if nothing changes", margin, s.N, questions(*s.GateableFrom, ""))
	}
	if s.Settles == nil {
		return margin + " is gateable"
	}
	if s.mostlyOpen() {
		return margin + " " + s.open(power)
	}
	return fmt.Sprintf("%s is gateable; where nothing changed, %s that it is kept %s", margin, questions(*s.Settles, "show"), often(power))
}

// mostlyOpen reports whether a gate on the series would mostly be
// inconclusive where nothing changed.
func (s SeriesPower) mostlyOpen() bool { return s.Kept != nil && *s.Kept < mostlyKept }

// mostlyKept is the chance below which a gate says nothing more often than it
// passes an unchanged application.
const mostlyKept = 0.5

// open says how often the gate would tell, and what to do about it.
func (s SeriesPower) open(power float64) string {
	text := fmt.Sprintf("will mostly be inconclusive: where nothing changed, %s it kept in %.0f %% of comparisons; %s %s",
		questions(s.N, "show"), 100**s.Kept, questions(*s.Settles, "do"), often(power))
	if s.KeptMargin != nil {
		text += fmt.Sprintf("; at this n set a margin of %s, or add --repeat", s.amount(*s.KeptMargin))
	}
	return text
}

// step is the direction that is bad.
func (s SeriesPower) step() string {
	if s.LowerIsBetter {
		return "rise"
	}
	return "drop"
}

// amount writes a difference that somebody named, as it was named.
func (s SeriesPower) amount(v float64) string {
	return unit{kind: s.Kind, marks: []float64{v}}.amount(v)
}

// about writes a difference that was worked out, with no more digits than it
// is worth.
func (s SeriesPower) about(v float64) string {
	if s.Kind == Mean {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(100*v, 'f', 1, 64) + unit{kind: Rate}.name()
}

func questions(n int, verb string) string {
	noun := "questions"
	if n == 1 {
		noun = "question"
		if verb != "" {
			verb += "s"
		}
	}
	text := fmt.Sprintf("%d %s", n, noun)
	if verb != "" {
		text += " " + verb
	}
	return text
}

func often(share float64) string {
	if share == power {
		return "4 times out of 5"
	}
	return "in " + shareText(share) + " of comparisons"
}

// notesOf adds what holds for no series alone.
func notesOf(series []SeriesPower) []string {
	for _, s := range series {
		if s.Name == Answered {
			clean, _ := stats.NZeroFailures(cleanRate, conf)
			return []string{fmt.Sprintf("%s: %s without one show a rate below %s; here are %d",
				label(Answered), questions(clean, ""), shareText(cleanRate), s.N)}
		}
	}
	return []string{}
}

// cleanRate is the rate of answers that should not have been given which a
// clean run is to rule out.
const cleanRate = 0.05
