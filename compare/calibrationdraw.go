package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// mostMissing is the share of a sample that may lack its labels. They are not
// missing by chance: nobody has come to them yet, or nobody could say.
const mostMissing = 0.1

// fairSample are the questions that stand for the run: those up to a place in
// the random order, for whatever reason each of them was read.
type fairSample struct {
	depth     int // places
	questions map[string]bool
	missing   int // of the places, without a label
	mixed     bool
}

// drawn looks at how the labels of this run's answers were drawn. It is nil
// where no label says so.
func drawn(in CalibrationInput, labels []results.Label) (*LabelDraw, *fairSample) {
	out := LabelDraw{Missing: []string{}}
	for _, l := range labels {
		switch {
		case l.Why == "" || l.Why == results.WhyRandom && l.Draw == 0:
			out.Unknown++
		case l.Why == results.WhyRandom:
			out.ByChance++
			out.Depth = max(out.Depth, l.Draw)
		default:
			out.ForReason++
		}
	}
	if out.Unknown == len(labels) {
		return nil, nil
	}
	places := map[string]int{}
	for _, l := range labels {
		if l.Draw > 0 && l.Draw <= out.Depth {
			places[l.ID] = l.Draw
		}
	}
	sample := &fairSample{depth: out.Depth, questions: map[string]bool{}, mixed: mixedOrders(labels)}
	for id := range places {
		sample.questions[id] = true
	}
	out.Labelled = len(places)
	sample.missing = max(0, out.Depth-out.Labelled)
	if ids, known := missingQuestions(in, places); known {
		sample.missing = len(ids)
		out.Missing = ids[:min(len(ids), maxUnknown)]
	}
	out.Unlabelled = sample.missing
	return &out, sample
}

// mixedOrders reports whether two questions have one place: labels that were
// drawn from two runs, whose gaps must not fill each other.
func mixedOrders(labels []results.Label) bool {
	at := map[int]string{}
	for _, l := range labels {
		if other, taken := at[l.Draw]; taken && l.Draw > 0 && other != l.ID {
			return true
		}
		at[l.Draw] = l.ID
	}
	return false
}

// missingQuestions are those that the judge scored among the ones up to the
// deepest place, and nobody labelled. They are known where the labels were
// drawn from this very run: another run of the same questions, whose judge may
// be held against the same labels, has another order.
func missingQuestions(in CalibrationInput, places map[string]int) (ids []string, known bool) {
	order := make([]string, 0, len(places))
	for id := range places {
		order = append(order, id)
	}
	slices.SortFunc(order, func(a, b string) int { return places[a] - places[b] })
	key := func(id string) string { return results.DrawKey(in.Run.ID, id) }
	for i := 1; i < len(order); i++ {
		if places[order[i]] == places[order[i-1]] || key(order[i]) <= key(order[i-1]) {
			return nil, false
		}
	}
	if len(order) == 0 {
		return nil, false
	}
	deepest := key(order[len(order)-1])
	for _, a := range in.Answers {
		if _, labelled := places[a.ID]; !labelled && !a.Anchor && a.scored() && key(a.ID) < deepest {
			ids = append(ids, a.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), true
}

func (a *JudgedAnswer) scored() bool {
	for dimension := range a.Cells {
		if _, ok := a.score(dimension); ok {
			return true
		}
	}
	return false
}

// unfit says why a sample cannot stand for the run.
func (f *fairSample) unfit(labelled, skipped int) string {
	switch {
	case f.mixed:
		return "the labels were drawn from two runs: two questions have one place in the random order"
	case f.depth == 0:
		return "no label is of an answer that was drawn by chance"
	case float64(f.missing) > mostMissing*float64(f.depth):
		return fmt.Sprintf("of the first %s of the random order %d lack labels", several(f.depth, "place"), f.missing)
	case float64(skipped) > mostMissing*float64(labelled+skipped):
		return fmt.Sprintf("of %s drawn by chance %d lack a label here", several(labelled+skipped, "question"), skipped)
	}
	return ""
}

// howDrawn says what the labels can stand for.
func (d *CalibrationDoc) howDrawn() {
	l := d.Drawn
	if l == nil {
		return
	}
	if l.ForReason > 0 {
		d.notice("Read for a reason and not by chance: the answers of %d of %s. Agreement on such answers is not that of the run.",
			l.ForReason, several(d.Labels.Used, "label"))
	}
	if l.Depth == 0 {
		return
	}
	text := fmt.Sprintf("Fair sample, for corrected levels alone: the first %s of the random order, %d labelled", several(l.Depth, "place"), l.Labelled)
	if l.Unlabelled > 0 {
		text += fmt.Sprintf(" and %d not labelled that could be", l.Unlabelled)
	}
	if len(l.Missing) > 0 {
		text += ": " + strings.Join(l.Missing, ", ")
		if more := l.Unlabelled - len(l.Missing); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	d.notice("%s.", text)
}

// anchored says how many labels were given by somebody who had seen the
// judge's score.
func (d *CalibrationDoc) anchored() {
	s := d.Labels.SawJudge
	if s.Seen == 0 {
		return
	}
	text := fmt.Sprintf("Given after the judge's score was seen: %d of %s. Such labels lean towards it (anchoring), so that agreement looks better than it is",
		s.Seen, several(d.Labels.Used, "label"))
	if s.Unknown > 0 {
		text += fmt.Sprintf("; of %d more nobody recorded it", s.Unknown)
	}
	d.notice("%s.", text)
}
