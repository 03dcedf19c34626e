package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/summary"
)

const (
	// Above this share of flips a single run's flips mostly show the judge.
	muchFlipping = 0.10
	// Fewer answers measure a flip rate of 10 % to no better than 0..25 %.
	enoughItems = 30
)

// headline is what came out: the worst thing first.
func (d SelfDoc) headline() string {
	var measured, shaky, few, ordered []string
	for _, s := range d.Series {
		if s.FlipRate == nil {
			continue
		}
		measured = append(measured, string(s.Name))
		switch {
		case *s.FlipRate > muchFlipping:
			shaky = append(shaky, string(s.Name))
		case s.Items < enoughItems:
			few = append(few, string(s.Name))
		}
		if s.orderMatters() {
			ordered = append(ordered, string(s.Name))
		}
	}
	of := " on " + several(len(measured), "dimension")
	switch {
	case len(measured) == 0:
		return d.verdictHeadline()
	case len(shaky) > 0:
		return fmt.Sprintf("NOT STABLE on %d of %d dimensions: %s", len(shaky), len(measured), strings.Join(shaky, ", "))
	case len(ordered) > 0:
		return fmt.Sprintf("SENSITIVE to the order of the sources on %d of %d dimensions: %s", len(ordered), len(measured), strings.Join(ordered, ", "))
	case len(few) > 0:
		return fmt.Sprintf("TOO FEW ANSWERS to call it stable on %d of %d dimensions: %d are needed", len(few), len(measured), enoughItems)
	}
	return "STABLE" + of
}

// verdictHeadline is that of a run in which no answer was judged twice.
func (d SelfDoc) verdictHeadline() string {
	v := d.Verdicts
	switch {
	case v == nil || v.Rate == nil:
		return "NOT MEASURED: nothing was asked twice"
	case *v.Rate == 0:
		return "NO FLIP SEEN: " + v.rateWords()
	}
	return "MEASURED: verdicts flip in " + v.rateWords()
}

func (s SelfSeries) orderMatters() bool {
	o := s.Order
	return o != nil && o.P != nil && o.Shuffled > o.Plain && *o.P <= alpha
}

// words are what the figures allow to say. Agreement with oneself is no
// agreement with the truth, so the word is stable and never more.
func (d SelfDoc) words() []string {
	out := d.judgeWords()
	out = append(out, d.orderWords()...)
	if d.Copied {
		out = append(out, fmt.Sprintf("the run holds %d copies of one answer to each question: how often verdicts flip is not measured; ask the application itself several times: evalrun run SUITE --repeat %d", d.Tries, max(d.Tries, 3)))
	}
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
	var out, stable, ordered []string
	var few alikeWords
	most, bound := 0.0, 0.0
	for _, s := range d.Series {
		switch {
		case s.FlipRate == nil:
		case *s.FlipRate > muchFlipping:
			out = append(out, fmt.Sprintf(
				"%s: not stable: two judgements of one answer fall on different sides of the floor in %s. Flips between single runs are not to be trusted: judge each answer 3 times (--judge-repeat 3)",
				s.Name, s.rateWords()))
		case s.Items < enoughItems:
			few.add(string(s.Name), s.fewWords())
		case s.orderMatters():
			ordered = append(ordered, fmt.Sprintf("%s: stable while its sources keep their order: flips in %s", s.Name, s.rateWords()))
		default:
			stable, most = append(stable, string(s.Name)), max(most, *s.FlipRate)
			if s.FlipHi == nil {
				bound = 1
			} else {
				bound = max(bound, *s.FlipHi)
			}
		}
	}
	out = append(out, ordered...)
	if len(stable) > 0 {
		out = append(out, fmt.Sprintf("stable: %s: two judgements of one answer fall on different sides of the floor in at most %s of pairs; the true rate of any may be up to %s",
			listed(stable), summary.Percent(most, muchFlipping), summary.Percent(bound)))
	}
	out = append(out, few.lines()...)
	if len(few.texts) > 0 {
		out = append(out, fmt.Sprintf("from %d answers on a dimension can be called stable", enoughItems))
	}
	return out
}

// alikeWords joins the names of which the same is to be said.
type alikeWords struct {
	texts []string
	names map[string][]string
}

func (a *alikeWords) add(name, text string) {
	if a.names == nil {
		a.names = map[string][]string{}
	}
	if a.names[text] == nil {
		a.texts = append(a.texts, text)
	}
	a.names[text] = append(a.names[text], name)
}

func (a *alikeWords) lines() []string {
	var out []string
	for _, text := range a.texts {
		out = append(out, listed(a.names[text])+": "+text)
	}
	return out
}

// fewWords are for too few answers to call a dimension stable.
func (s SelfSeries) fewWords() string {
	if *s.FlipRate == 0 {
		return noneSeen("flip", s.ofWords(), s.FlipHi)
	}
	return "flips in " + s.rateWords()
}

func (s SelfSeries) rateWords() string {
	return pairsWords(*s.FlipRate, s.FlipLo, s.FlipHi, s.ofWords())
}

// ofWords is what a rate rests on; groups are what its interval counts.
func (s SelfSeries) ofWords() string {
	text := several(s.Items, "answer")
	if s.Groups > 0 {
		text += " in " + several(s.Groups, "group")
	}
	return text
}

// pairsWords is a flip rate with what it rests on.
func pairsWords(rate float64, lo, hi *float64, of string) string {
	text := summary.Percent(rate, muchFlipping) + " of pairs"
	if lo == nil || hi == nil {
		return fmt.Sprintf("%s (%s; no interval: all belong together)", text, of)
	}
	return fmt.Sprintf("%s (95 %% %s to %s, %s)", text, summary.Percent(*lo), summary.Percent(*hi), of)
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
		case *o.P <= alpha:
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

// rateWords is the rate with its interval; of none seen, how many there may
// be.
func (v VerdictFlips) rateWords() string {
	of := several(v.Questions, "question")
	if *v.Rate == 0 {
		return noneSeen("flip", of, v.Hi)
	}
	return pairsWords(*v.Rate, v.Lo, v.Hi, of)
}

func (v VerdictFlips) words() []string {
	switch {
	case v.Rate == nil:
		return []string{"no question has two decided tries: the flip rate of verdicts is not measured"}
	case *v.Rate == 0:
		return []string{"verdicts: " + v.rateWords()}
	}
	return []string{fmt.Sprintf(
		"verdicts: two tries of one question come out differently in %s; between two runs with no change about %s questions flip. Pass it on: evalrun compare --flip-rate %s",
		v.rateWords(), summary.Figure(*v.Expected, 1), summary.Figure(*v.Rate, 3))}
}
