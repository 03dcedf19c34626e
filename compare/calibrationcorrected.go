package compare

import (
	"fmt"
	"math"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// questionScores are the scores of a run's questions in one series, each the
// mean over its repeats: what is corrected is the level of questions.
type questionScores struct {
	labelled, people, rest []float64 // people: of the labelled ones
	floor                  float64
	sample                 *fairSample
	skipped                int // of the sample, without a label here
}

// corrected frees the level of the whole run from the judge's errors.
func (s *labelledSeries) corrected(scale results.Scale) Corrected {
	q := s.questionScores()
	out := Corrected{PassRate: q.passRate(), Mean: q.mean(scale)}
	if reason := q.unfit(); reason != "" {
		for _, f := range []*CorrectedFigure{&out.PassRate, &out.Mean} {
			*f = CorrectedFigure{Judge: f.Judge, Labelled: f.Labelled, Unlabelled: f.Unlabelled, Reason: reason}
		}
	}
	return out
}

// questionScores leaves anchors out: their answers are not the run's.
func (s *labelledSeries) questionScores() questionScores {
	q := questionScores{floor: s.floor, sample: s.sample}
	labels := map[answerKey]*labelledAnswer{}
	for _, a := range s.answers {
		labels[answerKey{a.answer.ID, a.answer.Repeat}] = a
	}
	for from := 0; from < len(s.all); {
		to := from
		var all, judge, people []float64
		for ; to < len(s.all) && s.all[to].ID == s.all[from].ID; to++ {
			score, _ := s.all[to].score(s.dimension)
			all = append(all, score)
			if l := labels[answerKey{s.all[to].ID, s.all[to].Repeat}]; l != nil {
				judge, people = append(judge, l.judge), append(people, l.mean())
			}
		}
		switch {
		case s.all[from].Anchor:
		case len(people) > 0 && q.stands(s.all[from].ID):
			q.labelled, q.people = append(q.labelled, average(judge)), append(q.people, average(people))
		default:
			q.rest = append(q.rest, average(all))
			if s.sample != nil && s.sample.questions[s.all[from].ID] {
				q.skipped++
			}
		}
		from = to
	}
	return q
}

// stands reports whether the labels of a question may stand for the run.
func (q questionScores) stands(id string) bool { return q.sample == nil || q.sample.questions[id] }

func (q questionScores) passes(scores []float64) int {
	n := 0
	for _, score := range scores {
		if summary.AtLeast(score, q.floor) {
			n++
		}
	}
	return n
}

// unfit says why the labels cannot stand for the run: they are too few for an
// interval that holds, or no random part of it, which the judge itself sees.
func (q questionScores) unfit() string {
	if q.sample != nil {
		if why := q.sample.unfit(len(q.labelled), q.skipped); why != "" {
			return why
		}
	}
	switch {
	case len(q.labelled) == 0:
		return "no question of the run, anchors left out, is labelled"
	case len(q.labelled) < smallSample:
		return fmt.Sprintf("%s, %d are needed", several(len(q.labelled), "labelled question"), smallSample)
	}
	if q.sample != nil {
		return ""
	}
	labelled, ok := stats.Wilson(q.passes(q.labelled), len(q.labelled), conf)
	rest, ok2 := stats.Wilson(q.passes(q.rest), len(q.rest), conf)
	if ok && ok2 && (labelled.Lo > rest.Hi || rest.Lo > labelled.Hi) {
		return "the labelled answers are no random part of the run: the judge passes " +
			kOfN(q.passes(q.labelled), len(q.labelled)) + " of them and " + kOfN(q.passes(q.rest), len(q.rest)) + " of the rest"
	}
	return ""
}

func (q questionScores) passRate() CorrectedFigure {
	all := len(q.labelled) + len(q.rest)
	out := CorrectedFigure{Labelled: len(q.labelled), Unlabelled: len(q.rest)}
	if all == 0 {
		return out
	}
	p := float64(q.passes(q.labelled)+q.passes(q.rest)) / float64(all)
	out.Judge = &p
	b, _ := stats.BinaryAgreement(q.labelled, q.people, q.floor-summary.Tolerance, conf)
	switch {
	case b.Sens == nil:
		out.Reason = nonePassed
	case b.Spec == nil:
		out.Reason = noneFailed
	default:
		rate, ok := stats.RoganGladen(p, all, *b.Sens, b.TP+b.FN, *b.Spec, b.TN+b.FP, conf)
		if !ok {
			out.Reason = "sensitivity and specificity add up to 1.1 or less: the judge's passes say too little to correct"
			break
		}
		out.Value, out.Lo, out.Hi = &rate.Rate, &rate.Lo, &rate.Hi
	}
	return out
}

func (q questionScores) mean(scale results.Scale) CorrectedFigure {
	out := CorrectedFigure{Labelled: len(q.labelled), Unlabelled: len(q.rest)}
	if n := len(q.labelled) + len(q.rest); n > 0 {
		sum := average(append(append([]float64{}, q.labelled...), q.rest...))
		out.Judge = &sum
	}
	mean, ok := stats.PPIPPMean(q.labelled, q.people, q.rest, conf)
	switch {
	case ok:
		lo, hi := float64(scale.Lo), float64(scale.Hi)
		out.Value, out.Weight = new(math.Max(lo, math.Min(hi, mean.Mean))), &mean.Lambda
		out.Lo, out.Hi = new(math.Max(lo, math.Min(hi, mean.Lo))), new(math.Min(hi, math.Max(lo, mean.Hi)))
	case len(q.rest) == 0:
		out.Reason = "people scored the whole run: their mean needs no correction"
	default:
		out.Reason = "too few questions without a label to correct the mean with"
	}
	return out
}
