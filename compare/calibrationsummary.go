package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// summarise says what came out, what to do and what limits it.
func (d *CalibrationDoc) summarise(in CalibrationInput) {
	d.unused()
	switch {
	case d.Run == nil:
		d.peopleAlone()
	case len(d.Series) == 0:
		d.Headline = fmt.Sprintf("Nothing to compare: no label of %d belongs to an answer that the judge scored.", d.Labels.Read)
		d.Next = "compare the ids and dimensions of the labels with those in questions of report.json"
	default:
		d.judgeHeadline()
		d.judgeNext()
		d.limits(in)
	}
}

// Empty reports whether nothing could be compared.
func (d *CalibrationDoc) Empty() bool { return len(d.Series) == 0 || d.Labels.Used == 0 }

func (d *CalibrationDoc) notice(format string, args ...any) {
	d.Notices = append(d.Notices, fmt.Sprintf(format, args...))
}

// unused accounts for every label that plays no part.
func (d *CalibrationDoc) unused() {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{d.Labels.OtherQuestions, "of questions or repeats that the run does not have"},
		{d.Labels.OtherDimensions, "of dimensions that the question is not scored in"},
		{d.Labels.OtherAnswers, "of another answer than the run's"},
		{d.Labels.NotScored, "of answers without a score of the judge"},
		{d.Labels.Single, "of answers that nobody else scored"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) > 0 {
		d.notice("Not used, %d of %d labels: %s.", d.Labels.Read-d.Labels.Used, d.Labels.Read, strings.Join(parts, ", "))
	}
	if n := len(d.Labels.Unknown); n > 0 {
		d.notice("Not found: %s.", strings.Join(d.Labels.Unknown, ", "))
	}
	if d.Labels.Blank > 0 {
		d.notice("Left blank: %s.", several(d.Labels.Blank, "place")+" for a score")
	}
}

func (d *CalibrationDoc) peopleAlone() {
	lowest, highest := -1, -1
	for i, s := range d.Series {
		if s.People == nil || s.People.Quadratic.Value == nil {
			continue
		}
		if lowest < 0 || *s.People.Quadratic.Value < *d.Series[lowest].People.Quadratic.Value {
			lowest = i
		}
		if highest < 0 || *s.People.Quadratic.Value > *d.Series[highest].People.Quadratic.Value {
			highest = i
		}
	}
	d.Next = "name a run to hold its judge against these people: evalrun calibrate RUN --labels FILE"
	named := func(i int) string {
		return fmt.Sprintf("%s on %s", figure2(d.Series[i].People.Quadratic.Value), d.Series[i].Name)
	}
	switch {
	case lowest < 0 && d.Labels.Used == 0:
		d.Headline = fmt.Sprintf("Nothing to compare: no answer was scored by two people (%d labels).", d.Labels.Read)
		d.Next = "have some answers scored by two people, and name them in the column rater"
	case lowest < 0:
		d.Headline = "Agreement cannot be told from chance: " + oneValuePeople + "."
	case lowest == highest:
		d.Headline = fmt.Sprintf("People among each other: quadratic kappa %s.", named(lowest))
	default:
		d.Headline = fmt.Sprintf("People among each other: quadratic kappa from %s to %s.", named(lowest), named(highest))
	}
}

func (d *CalibrationDoc) judgeHeadline() {
	var usable []string
	for _, s := range d.Series {
		if s.Judge.Usable {
			usable = append(usable, string(s.Name))
		}
	}
	d.Headline = fmt.Sprintf("%s is usable for gating on %d of %d dimensions with labels", d.Run.Judge, len(usable), len(d.Series))
	if len(usable) > 0 {
		d.Headline += ": " + strings.Join(usable, ", ")
	}
	d.Headline += "."
}

// judgeNext names the one thing that helps most: another judge where it does
// not see what people see, labels where they are too few, else the answers on
// which judge and people differ.
func (d *CalibrationDoc) judgeNext() {
	fewest := -1
	for i, s := range d.Series {
		if why := s.disagrees(); why != "" {
			d.Next = fmt.Sprintf("the judge does not agree with people on %s: %s. Change the judge or its prompt, or mend the rubric, before you label more", s.Name, why)
			return
		}
		switch {
		case s.Judge.Usable:
		case s.Questions < leastQuestions && (fewest < 0 || s.Questions < d.Series[fewest].Questions):
			fewest = i
		}
	}
	if fewest >= 0 {
		s := d.Series[fewest]
		d.Next = fmt.Sprintf("label %s on %s, drawn at random, without showing the judge's scores", several(leastQuestions-s.Questions, "more question"), s.Name)
		if bad := s.Judge.AtFloor.Specificity.moreBad(); bad > 0 {
			d.Next += fmt.Sprintf("; at least %s must be among them", badAnswers(bad, "bad answer", s.Judge.Floor))
		}
		return
	}
	for _, s := range d.Series {
		if s.Judge.Usable {
			continue
		}
		if bad := s.Judge.AtFloor.Specificity.moreBad(); bad > 0 {
			d.Next = fmt.Sprintf("label more questions on %s until there are %s; nobody can tell yet whether the judge sees them", s.Name, badAnswers(bad, "more bad answer", s.Judge.Floor))
			return
		}
		d.Next = fmt.Sprintf("read the answers of %s that judge and people score furthest apart; what they share is missing from the rubric or the labels", s.Name)
		return
	}
	d.Next = "gate on these dimensions; judge and label again after any change of the judge, its prompts or its settings"
}

func badAnswers(n int, noun string, floor float64) string {
	return fmt.Sprintf("%s (below %s)", several(n, noun), summary.Score(floor))
}

func (d *CalibrationDoc) limits(in CalibrationInput) {
	if in.Run.Judge.Kind == results.JudgeOffline {
		d.notice("No model judged this run: the scores come from the fixed rules of the offline judge.")
	}
	if n := d.Labels.Unchecked; n > 0 {
		d.notice("Not checked for %s: whether it is of the answer in this report. The run's folder would tell.", several(n, "label"))
	}
	d.anchored()
	d.howDrawn()
	if len(d.Labels.Raters) == 1 {
		d.notice("One person scored everything: how far people agree with each other is not known. Two or more are advised.")
	}
	if without := d.unlabelled(*in.Run); len(without) > 0 {
		d.notice("No label on %s.", strings.Join(without, ", "))
	}
	corrected, grouped := false, false
	for _, s := range d.Series {
		c := s.Judge.Corrected
		corrected = corrected || c.Mean.Value != nil || c.PassRate.Value != nil
	}
	for _, a := range in.Answers {
		grouped = grouped || a.Group != ""
	}
	switch {
	case corrected && d.Drawn != nil:
		d.notice("Corrected levels hold for judge key %s alone.", short(in.Run.JudgeKey))
	case corrected:
		d.notice("Corrected levels hold if the labelled questions were drawn at random from the run, and for judge key %s alone.", short(in.Run.JudgeKey))
	}
	if corrected && grouped {
		d.notice("The intervals of corrected levels take questions of one group for independent; they are too narrow where they are not.")
	}
}

// unlabelled are the series of the run that no label belongs to.
func (d *CalibrationDoc) unlabelled(info results.RunInfo) []string {
	var out []string
	for _, name := range seriesOf(info) {
		if !slices.ContainsFunc(d.Series, func(s CalibrationSeries) bool { return s.Name == name }) {
			out = append(out, string(name))
		}
	}
	return out
}
