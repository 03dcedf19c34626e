package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// CalibrationInput is a judge's scores and what people gave the same answers.
type CalibrationInput struct {
	Path    string           // of the run, as given
	Run     *results.RunInfo // nil: people are held against each other alone
	Answers []JudgedAnswer   // of the run
	Files   []string         // of the labels
	Labels  []results.Label  // one for each answer, dimension and rater; those of another answer than the run's are not used
	Blank   int              // places that nobody filled in
	Scale   results.Scale    // of the labels
}

// Calibrate holds a judge against people, and people against each other. The
// error says what makes the labels and the run unfit for each other. Labels
// that belong to nothing are counted, never dropped in silence.
func Calibrate(in CalibrationInput) (CalibrationDoc, error) {
	if in.Run != nil && in.Scale != results.JudgeScale() {
		judge := results.JudgeScale()
		return CalibrationDoc{}, fmt.Errorf("the labels are on the scale %d..%d and the judge's scores on %d..%d: agreement needs one scale",
			in.Scale.Lo, in.Scale.Hi, judge.Lo, judge.Hi)
	}
	if len(in.Labels) == 0 {
		return CalibrationDoc{}, errors.New("there is no label")
	}
	doc := CalibrationDoc{
		Schema: CalibrationSchema, Scale: in.Scale, Notices: []string{}, Series: []CalibrationSeries{},
		Labels: LabelCounts{Files: in.Files, Blank: in.Blank, Read: len(in.Labels), Unknown: []string{}},
	}
	if in.Run != nil {
		doc.Run = calibratedRun(in.Path, *in.Run)
	}
	series, used := joinLabels(in, &doc.Labels)
	var sample *fairSample
	if in.Run != nil {
		doc.Drawn, sample = drawn(in, used)
	}
	for _, s := range series {
		s.sample = sample
		doc.Series = append(doc.Series, s.figures(in.Scale))
	}
	doc.summarise(in)
	return doc, nil
}

func calibratedRun(path string, info results.RunInfo) *CalibratedRun {
	return &CalibratedRun{
		Path: path, ID: info.ID, Suite: info.Suite.Name, Started: info.Started, Judge: cmp.Or(info.Judge.Model, string(info.Judge.Kind)), JudgeKey: info.JudgeKey,
	}
}

// labelledAnswer is an answer with its labels in one series.
type labelledAnswer struct {
	answer *JudgedAnswer
	judge  float64 // what its judge gave, where there is one
	people []results.Label
}

func (l *labelledAnswer) mean() float64 {
	sum := 0.0
	for _, p := range l.people {
		sum += p.Score
	}
	return sum / float64(len(l.people))
}

// labelledSeries is what people said in one series. The answers are in the
// order of their ids, so that neither the order of the suite nor that of the
// labels changes a digit.
type labelledSeries struct {
	name      results.Series
	dimension results.Dimension
	judged    bool
	floor     float64
	answers   []*labelledAnswer
	raters    []string
	all       []*JudgedAnswer // of the run, in the series and scored
	members   []string        // of a panel
	sample    *fairSample     // nil: nobody recorded how the answers were drawn
}

func splitSeries(s results.Series) (results.Category, results.Dimension) {
	category, dimension, found := strings.Cut(string(s), "/")
	if !found {
		return "", results.Dimension(s)
	}
	return results.Category(category), results.Dimension(dimension)
}

func byAnswer(a, b *labelledAnswer) int {
	return cmp.Or(strings.Compare(a.answer.ID, b.answer.ID), cmp.Compare(a.answer.Repeat, b.answer.Repeat))
}

// sorted brings answers, labels and raters into the order of their names.
func (s *labelledSeries) sorted() *labelledSeries {
	slices.SortFunc(s.answers, byAnswer)
	for _, a := range s.answers {
		slices.SortFunc(a.people, func(x, y results.Label) int { return strings.Compare(x.Rater, y.Rater) })
		for _, p := range a.people {
			s.raters = append(s.raters, p.Rater)
		}
	}
	slices.Sort(s.raters)
	s.raters = slices.Compact(s.raters)
	slices.SortFunc(s.all, func(a, b *JudgedAnswer) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.Repeat, b.Repeat))
	})
	return s
}

func (s *labelledSeries) labels() int {
	n := 0
	for _, a := range s.answers {
		n += len(a.people)
	}
	return n
}

func (s *labelledSeries) questions() int {
	n, before := 0, ""
	for i, a := range s.answers {
		if i == 0 || a.answer.ID != before {
			n++
		}
		before = a.answer.ID
	}
	return n
}

// complete reports whether every rater scored every answer.
func (s *labelledSeries) complete() bool { return s.labels() == len(s.raters)*len(s.answers) }

func (s *labelledSeries) figures(scale results.Scale) CalibrationSeries {
	out := CalibrationSeries{
		Name: s.name, Questions: s.questions(), Answers: len(s.answers), Labels: s.labels(), Raters: len(s.raters),
		People: s.peopleAgreement(scale), Says: []string{},
	}
	if s.judged {
		out.Judge = s.judgeAgreement(scale)
		out.Judge.decide(out, s)
	}
	out.say(s, scale)
	return out
}
