package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// maxUnknown is how many questions and dimensions are named that were not
// found: enough to see what is wrong with a file.
const maxUnknown = 20

// joining finds the series and the answer of each label.
type joining struct {
	counts  *LabelCounts
	series  map[results.Series]*labelledSeries
	answers map[answerKey]*JudgedAnswer
	places  map[results.Series]map[answerKey]*labelledAnswer
	unknown map[string]bool
	used    []results.Label
}

type answerKey struct {
	id     string
	repeat int
}

// joinLabels returns the series with a label, in report order; without a run
// they are the dimensions that the labels name, by name.
func joinLabels(in CalibrationInput, counts *LabelCounts) (series []*labelledSeries, used []results.Label) {
	j := joining{
		counts: counts, series: map[results.Series]*labelledSeries{}, unknown: map[string]bool{},
		answers: map[answerKey]*JudgedAnswer{}, places: map[results.Series]map[answerKey]*labelledAnswer{},
	}
	var order []results.Series
	if in.Run == nil {
		order = j.people(in.Labels)
	} else {
		order = j.judged(in)
	}
	for _, name := range order {
		if s := j.series[name].sorted(); len(s.answers) > 0 {
			series = append(series, s)
		}
	}
	for _, l := range in.Labels {
		counts.Raters = append(counts.Raters, l.Rater)
	}
	slices.Sort(counts.Raters)
	counts.Raters = slices.Compact(counts.Raters)
	return series, j.used
}

// judged joins labels with the answers of a run.
func (j *joining) judged(in CalibrationInput) []results.Series {
	order := seriesOf(*in.Run)
	for _, name := range order {
		_, dimension := splitSeries(name)
		j.series[name] = &labelledSeries{name: name, dimension: dimension, judged: true, floor: in.Run.PassAt.At(dimension)}
	}
	for i := range in.Answers {
		a := &in.Answers[i]
		j.answers[answerKey{a.ID, a.Repeat}] = a
		for _, dimension := range in.Run.Dimensions[a.Category] {
			if _, ok := a.score(dimension); ok {
				s := j.series[results.SeriesOf(a.Category, dimension)]
				s.all = append(s.all, a)
			}
		}
	}
	if in.Run.Judge.Panel != nil {
		for _, s := range j.series {
			s.members = in.Run.Judge.Models()
		}
	}
	for _, l := range in.Labels {
		j.place(l)
	}
	return order
}

// place finds the answer of a label. A dimension may carry its category.
func (j *joining) place(l results.Label) {
	answer, ok := j.answers[answerKey{l.ID, l.Repeat}]
	if !ok {
		j.counts.OtherQuestions++
		j.miss(fmt.Sprintf("question %q", l.ID), l.Repeat)
		return
	}
	if l.Answer != "" && answer.Answer != "" && l.Answer != answer.Answer {
		j.counts.OtherAnswers++
		return
	}
	category, dimension := splitSeries(results.Series(l.Dimension))
	name := results.SeriesOf(answer.Category, dimension)
	series, ok := j.series[name]
	if !ok || category != "" && category != answer.Category {
		j.counts.OtherDimensions++
		j.miss(fmt.Sprintf("dimension %q of a %s question", l.Dimension, answer.Category), 0)
		return
	}
	score, ok := answer.score(dimension)
	if !ok {
		j.counts.NotScored++
		return
	}
	j.counts.Used++
	j.counts.SawJudge.add(l.SawJudge)
	if l.Answer != "" && answer.Answer == "" {
		j.counts.Unchecked++
	}
	j.used = append(j.used, l)
	j.add(series, answer, score, l)
}

func (s *SawJudge) add(saw *bool) {
	switch {
	case saw == nil:
		s.Unknown++
	case *saw:
		s.Seen++
	default:
		s.Hidden++
	}
}

func (j *joining) miss(what string, repeat int) {
	if repeat > 0 {
		what += fmt.Sprintf(", repeat %d", repeat)
	}
	if !j.unknown[what] && len(j.counts.Unknown) < maxUnknown {
		j.unknown[what] = true
		j.counts.Unknown = append(j.counts.Unknown, what)
	}
}

func (j *joining) add(s *labelledSeries, a *JudgedAnswer, score float64, l results.Label) {
	places := j.places[s.name]
	if places == nil {
		places = map[answerKey]*labelledAnswer{}
		j.places[s.name] = places
	}
	key := answerKey{l.ID, l.Repeat}
	if places[key] == nil {
		places[key] = &labelledAnswer{answer: a, judge: score}
		s.answers = append(s.answers, places[key])
	}
	places[key].people = append(places[key].people, l)
}

// people joins the labels of each answer with each other. One that nobody
// else scored says nothing.
func (j *joining) people(labels []results.Label) []results.Series {
	var order []results.Series
	for _, l := range labels {
		name := results.Series(l.Dimension)
		if j.series[name] == nil {
			_, dimension := splitSeries(name)
			j.series[name] = &labelledSeries{name: name, dimension: dimension}
			order = append(order, name)
		}
		key := answerKey{l.ID, l.Repeat}
		if j.answers[key] == nil {
			j.answers[key] = &JudgedAnswer{ID: l.ID, Repeat: l.Repeat}
		}
		j.add(j.series[name], j.answers[key], 0, l)
	}
	for _, s := range j.series {
		for _, a := range s.answers {
			if len(a.people) > 1 {
				j.counts.Used += len(a.people)
			} else {
				j.counts.Single++
			}
		}
	}
	slices.Sort(order)
	return order
}
