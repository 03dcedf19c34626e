package compare

import (
	"cmp"
	"math"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// Noise is what is known of how much figures move, for planning. Fields that
// are nil, and series that are not there, are not known.
type Noise struct {
	// SD is the standard deviation of a question's difference between two runs,
	// by series, in points of the scale. Groups are taken in.
	SD map[string]float64
	// Repeats is how many answers to each question stand behind SD.
	Repeats int
	// Within is the variance of a question's score between two answers of one
	// system.
	Within map[string]float64
	// Flips is the share of questions that pass once and fail once when the
	// same system is asked twice.
	Flips *float64
	// FlipsOf is how many questions Flips was seen on, 0 where nobody says, and
	// FlipsHi the upper bound of its interval.
	FlipsOf int
	FlipsHi *float64
}

// spread is the measured SD of a series. One of 0 is no measure: other
// questions will differ, and with no chance at all any drop would show.
func (n Noise) spread(name string) (float64, bool) {
	sd := n.SD[name]
	return sd, sd > 0
}

func (n Noise) within(name string) (float64, bool) {
	v := n.Within[name]
	return v, v > 0
}

// flips is the measured flip rate; none seen is no measure either.
func (n Noise) flips() (float64, bool) {
	if n.Flips == nil || *n.Flips == 0 {
		return 0, false
	}
	return *n.Flips, true
}

// Empty reports whether nothing is known.
func (n Noise) Empty() bool { return len(n.SD) == 0 && len(n.Within) == 0 && n.Flips == nil }

// Join fills in what n does not know.
func (n Noise) Join(other Noise) Noise {
	if len(n.SD) == 0 {
		n.SD, n.Repeats = other.SD, other.Repeats
	}
	if len(n.Within) == 0 {
		n.Within = other.Within
	}
	if n.Flips == nil {
		n.Flips, n.FlipsOf, n.FlipsHi = other.Flips, other.FlipsOf, other.FlipsHi
	}
	return n
}

// NoiseOf reads noise off a comparison. Without a measured flip rate the flips
// that it counted stand in, which are no fewer.
func NoiseOf(doc Doc) Noise {
	n := Noise{SD: map[string]float64{}, Repeats: min(doc.Base.Repeats, doc.Head.Repeats), Flips: doc.Flips.Rate}
	for _, s := range doc.Series {
		if sd, ok := spreadOf(s); ok {
			n.SD[s.Name] = sd
		}
		if s.Name == PassRate && n.Flips == nil && s.N > 0 {
			n.Flips, n.FlipsOf = new(float64(s.ToFail+s.ToPass)/float64(s.N)), s.N
			if i, ok := stats.Wilson(s.ToFail+s.ToPass, s.Clusters, conf); ok && s.Clusters <= s.N {
				n.FlipsHi = &i.Hi
			}
		}
	}
	return n
}

// spreadOf undoes the interval of a mean: its error holds the squares of the
// differences, by cluster, and the two pseudo-differences of its floor.
func spreadOf(s Series) (float64, bool) {
	still, ok := stats.UnchangedPairs(s.N, s.Clusters, conf)
	if !ok || still.Hi == nil || s.Kind != Mean || s.Lo == nil || s.Hi == nil {
		return 0, false
	}
	// Both errors have the same factors but for what they are made of.
	ratio := (*s.Hi - *s.Lo) / (2 * *still.Hi)
	squares := math.Max(0, 2*ratio*ratio-2)
	g := float64(s.Clusters)
	return math.Sqrt(squares * g / ((g - 1) * float64(s.N))), true
}

// NoiseOfReport reads noise off one run that asked each question more than
// once; there is none in another, nor in one whose repeats are copies.
func NoiseOfReport(doc results.ReportDoc) Noise {
	if doc.Run.CopiedRepeats {
		return Noise{}
	}
	n, within, flips := Noise{Within: map[string]float64{}}, map[string]*pool{}, verdictFlips{}
	var pairs flipPairs
	for _, q := range doc.Questions {
		scores := map[string][]float64{}
		for _, r := range q.Repeats {
			for d, score := range r.Scores {
				name := string(results.SeriesOf(q.Category, d))
				scores[name] = append(scores[name], score)
			}
		}
		for name, all := range scores {
			if within[name] == nil {
				within[name] = &pool{}
			}
			within[name].add(all)
		}
		passed, failed := passFail(q.Repeats)
		flips.add(passed, failed)
		pairs.add(cmp.Or(q.Group, q.ID), passed, failed)
	}
	for name, p := range within {
		if p.df > 0 {
			n.Within[name] = p.squares / float64(p.df)
		}
	}
	n.Flips, n.FlipsOf = flips.rate(), len(flips)
	_, n.FlipsHi = pairs.bounds()
	return n
}

func passFail(repeats []results.RepeatReport) (passed, failed int) {
	for _, r := range repeats {
		switch r.Verdict {
		case results.Pass:
			passed++
		case results.Fail:
			failed++
		}
	}
	return passed, failed
}

// pool sums squared distances from each question's own mean.
type pool struct {
	squares float64
	df      int
}

func (p *pool) add(scores []float64) {
	mean := average(scores)
	for _, s := range scores {
		p.squares += (s - mean) * (s - mean)
	}
	p.df += len(scores) - 1
}
