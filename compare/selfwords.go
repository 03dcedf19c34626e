package compare

import (
	"fmt"

	"github.com/evalrun/evalrun/summary"
)

const (
	// Above this share of flips a single run's flips mostly show the judge.
	muchFlipping = 0.10
	// Fewer answers measure a flip rate of 10 % to no better than 0..25 %.
	enoughItems = 30
	// orderP is the usual level; the order of sources is one question a series.
	orderP = 0.05
)

// words are what the figures allow to say. Agreement with oneself is no
// agreement with the truth, so the word is stable and never more.
func (d SelfDoc) words() []string {
	out := d.judgeWords()
	out = append(out, d.orderWords()...)
	if v := d.Verdicts; v != nil {
		out = append(out, v.words()...)
	}
	if d.Calls > 1 {
		out = append(out, "A judge that agrees with itself is stable. Whether it is right only people's labels can tell: evalrun calibrate.")
	}
	return out
}

// judgeWords sorts the series by whether flips between single runs may be read.
func (d SelfDoc) judgeWords() []string {
	var out, stable []string
	most, few := 0.0, 0
	for _, s := range d.Series {
		switch {
		case s.FlipRate == nil:
			continue
		case *s.FlipRate > muchFlipping:
			out = append(out, fmt.Sprintf(
				"%s: not stable: two judgements of one answer fall on different sides of the floor in %s of pairs (%d answers). Flips between single runs are not to be trusted: judge each answer 3 times (--judge-repeat 3)",
				s.Name, summary.Percent(*s.FlipRate, muchFlipping), s.Items))
		default:
			stable, most = append(stable, string(s.Name)), max(most, *s.FlipRate)
		}
		if s.Items < enoughItems {
			few++
		}
	}
	if len(stable) > 0 {
		out = append(out, fmt.Sprintf("stable: %s: two judgements of one answer fall on different sides of the floor in at most %s of pairs",
			listed(stable), summary.Percent(most, muchFlipping)))
	}
	if few > 0 {
		out = append(out, fmt.Sprintf("dimensions with fewer than %d answers: %d; their rates are rough", enoughItems, few))
	}
	return out
}

func (d SelfDoc) orderWords() []string {
	var out, silent []string
	for _, s := range d.Series {
		o := s.Order
		if o == nil || o.P == nil {
			continue
		}
		counts := fmt.Sprintf("%d of %d answers changed sides with their sources in another order, %d with them in their own (%s)",
			o.Shuffled, o.Items, o.Plain, pText(*o.P))
		switch {
		case o.Shuffled <= o.Plain:
			silent = append(silent, string(s.Name))
		case *o.P <= orderP:
			out = append(out, fmt.Sprintf("%s: sensitive to the order of the sources: %s", s.Name, counts))
		default:
			out = append(out, fmt.Sprintf("%s: no evidence of sensitivity to the order of the sources, which is not evidence of none: %s", s.Name, counts))
		}
	}
	if len(silent) > 0 {
		out = append(out, fmt.Sprintf("no more answers changed sides with their sources in another order than in their own: %s", listed(silent)))
	}
	return out
}

func (v VerdictFlips) words() []string {
	if v.Rate == nil {
		return []string{"no question has two decided tries: the flip rate of verdicts is not measured"}
	}
	return []string{fmt.Sprintf(
		"verdicts: two tries of one question come out differently in %s of pairs (%d questions); between two runs with no change about %s questions flip. Pass it on: evalrun compare --flip-rate %s",
		summary.Percent(*v.Rate), v.Questions, summary.Figure(*v.Expected, 1), summary.Figure(*v.Rate, 3))}
}
