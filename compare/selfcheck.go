package compare

import (
	"cmp"
	"iter"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// SelfOrder are two more looks at the answers of a self-check: the run that
// they come from, and one judgement of each with its sources in another order.
type SelfOrder struct {
	Before, Shuffled iter.Seq2[results.Entry, error]
}

// SelfCheck reads a run of which each answer was judged several times, or each
// question asked several times, and measures what moved although nothing was
// changed. Order is nil where no sources were shuffled. The error is one of
// reading the runs.
func SelfCheck(info results.RunInfo, entries iter.Seq2[results.Entry, error], order *SelfOrder) (SelfDoc, error) {
	doc := SelfDoc{
		Schema: SelfSchema, Run: info.ID, From: info.From, Suite: info.Suite.Name, Judge: info.Judge,
		Tries: max(info.Repeats, 1), Calls: max(info.JudgeRepeats, 1), Series: []SelfSeries{},
		Copied: info.CopiedRepeats,
	}
	collected, err := collectSelf(info, entries)
	if err != nil {
		return doc, err
	}
	sides, err := order.sides(info)
	if err != nil {
		return doc, err
	}
	for _, s := range collected.series {
		out := s.figures(collected.tries, doc.Calls)
		if order != nil {
			out.Order = s.ordered(sides[0], sides[1])
		}
		doc.Series = append(doc.Series, out)
	}
	if collected.tries > 1 {
		doc.Verdicts = collected.verdictFlips()
	}
	doc.Headline, doc.Says = doc.headline(), doc.words()
	return doc, nil
}

// selfRun is what a run says of its own noise.
type selfRun struct {
	series    []*selfSeries
	tries     int // of one question; of copies one alone
	verdicts  verdictFlips
	pairs     flipPairs
	questions int
}

func collectSelf(info results.RunInfo, entries iter.Seq2[results.Entry, error]) (selfRun, error) {
	out := selfRun{tries: max(info.Repeats, 1)}
	if info.CopiedRepeats {
		out.tries = 1
	}
	for _, c := range results.Categories() {
		for _, d := range info.Dimensions[c] {
			out.series = append(out.series, &selfSeries{
				name: results.SeriesOf(c, d), category: c, floor: info.PassAt.At(d), first: map[item]bool{},
			})
		}
	}
	for e, err := range entries {
		if err != nil {
			return out, err
		}
		out.questions++
		passed, failed := decidedTries(e.Records)
		out.verdicts.add(passed, failed)
		out.pairs.add(clusterOf(e.Question), passed, failed)
		if len(e.Records) > out.tries {
			e.Records = e.Records[:out.tries]
		}
		for _, s := range out.series {
			if s.category == e.Question.Category {
				s.add(e)
			}
		}
	}
	return out, nil
}

// clusterOf is what the looks at a question belong together with.
func clusterOf(q results.Question) string { return cmp.Or(q.Group, q.ID) }

// item is one answer.
type item struct {
	id     string
	repeat int
}

// selfSeries gathers the judgements of one dimension, by question, try and
// call.
type selfSeries struct {
	name     results.Series
	category results.Category
	floor    float64
	ids      []string      // of the questions in scores
	clusters []string      // of the questions in scores
	scores   [][][]float64 // question × try × call
	first    map[item]bool // first judgement is at or above the floor
}

func (s *selfSeries) add(e results.Entry) {
	var tries [][]float64
	for i := range e.Records {
		calls, ok := callsOf(e.Records[i].Cells[s.name])
		if !e.Records[i].Final || !ok {
			continue
		}
		tries = append(tries, calls)
		s.first[item{e.Question.ID, e.Records[i].Repeat}] = summary.AtLeast(calls[0], s.floor)
	}
	if tries != nil {
		s.ids, s.clusters, s.scores = append(s.ids, e.Question.ID), append(s.clusters, clusterOf(e.Question)), append(s.scores, tries)
	}
}

// callsOf are the judgements behind a cell.
func callsOf(c results.Cell) ([]float64, bool) {
	switch {
	case c.Status != results.CellScored || c.Score == nil:
		return nil, false
	case len(c.Scores) > 0:
		return c.Scores, true
	}
	return []float64{*c.Score}, true
}

func (s *selfSeries) figures(tries, calls int) SelfSeries {
	out := SelfSeries{Name: s.name, Floor: s.floor, Wide: []string{}}
	s.agreement(&out)
	switch {
	case len(s.scores) == 0:
		out.Reason = "nothing was scored"
	case out.Items == 0:
		out.Reason = "no answer was judged more than once"
	}
	out.Variance = s.variance(tries, calls)
	return out
}

// agreement fills in what the judgements of each answer say of the judge.
func (s *selfSeries) agreement(out *SelfSeries) {
	var items [][]float64
	var ids []string
	var pairs flipPairs
	for q, tries := range s.scores {
		for _, calls := range tries {
			items, ids = append(items, calls), append(ids, s.ids[q])
			passed, failed := s.sidesOf(calls)
			pairs.add(s.clusters[q], passed, failed)
		}
	}
	out.FlipLo, out.FlipHi = pairs.bounds()
	if groups := distinct(s.clusters); groups < len(s.clusters) {
		out.Groups = groups
	}
	if c, ok := stats.SelfConsistency(items, s.floor); ok {
		out.Items, out.PairAgreement, out.FlipRate = c.Items, &c.PairAgreement, &c.FlipRate
		out.WithinSD, out.Changed = &c.WithinSD, &c.Changed
		for _, i := range c.Wide {
			out.wide(ids[i])
		}
	}
	if icc, ok := stats.ICC1(items); ok {
		out.ICC, out.ICCMean = icc.Single, icc.Mean
	}
}

func distinct(names []string) int {
	sorted := slices.Sorted(slices.Values(names))
	return len(slices.Compact(sorted))
}

func (s *selfSeries) sidesOf(calls []float64) (passed, failed int) {
	for _, score := range calls {
		if score >= s.floor {
			passed++
		} else {
			failed++
		}
	}
	return passed, failed
}

func (s *SelfSeries) wide(id string) {
	if s.WideCount++; len(s.Wide) < MaxWide && !slices.Contains(s.Wide, id) {
		s.Wide = append(s.Wide, id)
	}
}
