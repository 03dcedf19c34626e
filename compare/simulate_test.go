package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

// setting is one way to test an application that does not change, or that
// changes in a known way.
type setting struct {
	questions, repeats, perGroup int
	harm                         float64 // chance that the head loses a point of grounding
}

func (s setting) String() string {
	return fmt.Sprintf("%d questions, %d answers each, groups of %d", s.questions, s.repeats, s.perGroup)
}

// The scores that an answer gets: most questions are easy and near the
// ceiling, one in six is hard. Groups are hard together.
var (
	easy = [5]float64{.005, .005, .02, .07, .9}
	hard = [5]float64{.1, .15, .25, .3, .2}
)

const hardShare = 1.0 / 6

func draw(r *rand.Rand, chances [5]float64) float64 {
	u := r.Float64()
	for level, p := range chances {
		if u -= p; u < 0 {
			return float64(level + 1)
		}
	}
	return 5
}

// suite draws the questions: which are hard.
func (s setting) suite(r *rand.Rand) []bool {
	out := make([]bool, s.questions)
	for i := range out {
		if s.perGroup > 1 && i%s.perGroup > 0 && r.Float64() < 0.7 {
			out[i] = out[i-1]
			continue
		}
		out[i] = r.Float64() < hardShare
	}
	return out
}

// answer fills a run with one system's answers.
func (s setting) answer(r *rand.Rand, run *Run, hardOnes []bool, harm float64) {
	for i := range run.Questions {
		q, chances := &run.Questions[i], easy
		if hardOnes[i] {
			chances = hard
		}
		sum := map[results.Dimension]float64{}
		q.Verdict, q.Repeats = results.Pass, q.Repeats[:0]
		for range s.repeats {
			verdict, state := results.Pass, results.StateDeclined
			for _, d := range dimensions()[q.Category] {
				score := draw(r, chances)
				if d == results.Grounding && r.Float64() < harm {
					score = math.Max(1, score-1)
				}
				sum[d] += score
				if score < 4 {
					verdict, q.Verdict = results.Fail, results.Fail
				}
				if q.Category == results.Positive || score < 4 {
					state = results.StateAnswered
				}
			}
			q.Repeats = append(q.Repeats, Repeat{Verdict: verdict, State: state})
		}
		for d, total := range sum {
			q.Scores[d] = total / float64(s.repeats)
		}
	}
}

// blank is a run of the setting's suite without a score in it.
func (s setting) blank(t *testing.T, id string) *Run {
	t.Helper()
	judge := results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1", When: "always"}
	doc := results.ReportDoc{Schema: results.ReportSchema, Run: results.RunInfo{
		ID: id, Started: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Status: results.RunComplete, Judge: judge,
		Suite: results.SuiteRef{Name: "simulated"}, SuiteHash: "s", JudgeKey: "k", ScoringKey: "c",
		Dimensions: dimensions(), Repeats: s.repeats, Gate: results.DefaultGate(),
		PassAt: results.Floors{results.Grounding: 4, results.Relevance: 4}, Confidence: "required",
		Prompts: map[results.Category]string{results.Positive: "p", results.Negative: "n"},
	}}
	for i := range s.questions {
		q := results.QuestionReport{
			Seq: i, ID: fmt.Sprintf("q%04d", i), Category: results.Positive, ContentHash: "h", InputHash: "h",
			Query: "?", Verdict: results.Pass, Scores: map[results.Dimension]float64{}, Cells: map[results.Series]results.CellStatus{},
		}
		if i%3 == 2 {
			q.Category = results.Negative
		}
		if s.perGroup > 1 {
			q.Group = fmt.Sprint("g", i/s.perGroup)
		}
		for _, d := range dimensions()[q.Category] {
			q.Cells[results.SeriesOf(q.Category, d)] = results.CellScored
			q.Scores[d] = 5
		}
		doc.Questions = append(doc.Questions, q)
	}
	data, err := json.Marshal(settled(doc))
	if err != nil {
		t.Fatal(err)
	}
	run, err := Read(id, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// allMargins gate every series that the simulation has.
func allMargins() map[string]float64 {
	return map[string]float64{
		PassRate: 0.05, grounded: 0.25, "positive/relevance": 0.25, "negative/grounding": 0.25, Answered: 0.05, OverRefusal: 0.05,
	}
}

// Nothing changed: no series may fail its gate in more than 5 of 100
// comparisons. The rate of the whole gate is told.
func TestGateRarelyFailsWithoutAChange(t *testing.T) {
	for _, s := range settings() {
		t.Run(s.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(s.questions)))
			base, head := s.blank(t, "base"), s.blank(t, "head")
			failed, whole, byDefault := map[string]int{}, 0, 0
			for range rounds {
				hardOnes := s.suite(r)
				s.answer(r, base, hardOnes, 0)
				s.answer(r, head, hardOnes, 0)
				doc := outcomeOf(t, base, head, Options{Margins: allMargins()})
				anyFailed, defaultFailed := false, false
				for _, rule := range doc.Gate.Rules {
					if rule.Verdict == results.Fail {
						failed[rule.Name]++
						anyFailed = true
						defaultFailed = defaultFailed || rule.Name == PassRate || rule.Name == grounded
					}
				}
				if anyFailed {
					whole++
				}
				if defaultFailed {
					byDefault++
				}
			}
			limit := 0.05 + noiseOf(0.05)
			for name, n := range failed {
				if share := float64(n) / rounds; share > limit {
					t.Errorf("%s fails in %.3f of comparisons without a change", name, share)
				}
			}
			t.Logf("false fails of %d: %v; default gate %.4f, gate over all six series %.4f",
				rounds, failed, float64(byDefault)/rounds, float64(whole)/rounds)
		})
	}
}

// noiseOf is three standard errors of a share that the simulation measures.
func noiseOf(share float64) float64 { return 3 * math.Sqrt(share*(1-share)/rounds) }

func outcomeOf(t *testing.T, base, head *Run, opt Options) Doc {
	t.Helper()
	doc, err := Compare(base, head, opt)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Refusal != nil {
		t.Fatalf("refused: %+v", doc.Refusal)
	}
	return doc
}

// A known drop is seen as often as the plan says.
func TestDropsAreSeenAsOftenAsPlanned(t *testing.T) {
	for _, s := range harmed() {
		t.Run(s.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(s.questions)))
			drop, sd := s.truth(r)
			base, head := s.blank(t, "base"), s.blank(t, "head")
			seen := 0
			for range rounds {
				hardOnes := s.suite(r)
				s.answer(r, base, hardOnes, 0)
				s.answer(r, head, hardOnes, s.harm)
				if fell(outcomeOf(t, base, head, Options{}), grounded) {
					seen++
				}
			}
			check(t, s, grounded, seen, PowerOptions{SD: &sd, Repeats: s.repeats, Drops: map[string]float64{grounded: drop}})
		})
	}
}

// fell reports whether test and interval together show a drop, for one series
// alone.
func fell(doc Doc, name string) bool {
	for _, s := range doc.Series {
		if s.Name == name {
			return s.Test != nil && s.Test.P <= alpha && s.Hi != nil && *s.Hi < 0
		}
	}
	return false
}

func check(t *testing.T, s setting, name string, seen int, opt PowerOptions) {
	t.Helper()
	var sample Sample
	for i := range s.questions {
		if i%3 == 2 {
			sample.Add(results.Negative, "")
		} else {
			sample.Add(results.Positive, "")
		}
	}
	plan := planOf(t, sample, opt)[name]
	got := float64(seen) / rounds
	t.Logf("%s: a drop of %.3f is planned to be seen in %.3f, seen in %.3f of %d", name, *plan.Drop, *plan.Chance, got, rounds)
	if math.Abs(got-*plan.Chance) > 0.03+noiseOf(*plan.Chance) {
		t.Errorf("%s: planned %.3f, seen %.3f", name, *plan.Chance, got)
	}
}

// truth measures the mean and the spread of a question's difference.
func (s setting) truth(r *rand.Rand) (drop, sd float64) {
	const draws = 400_000
	var sum, squares float64
	for range draws {
		chances := easy
		if r.Float64() < hardShare {
			chances = hard
		}
		d := 0.0
		for range s.repeats {
			score := draw(r, chances)
			if r.Float64() < s.harm {
				score = math.Max(1, score-1)
			}
			d += (draw(r, chances) - score) / float64(s.repeats)
		}
		sum += d
		squares += d * d
	}
	mean := sum / draws
	return mean, math.Sqrt(squares/draws - mean*mean)
}

// Flips of a known rate in either direction are seen as often as planned.
func TestFlipsAreSeenAsOftenAsPlanned(t *testing.T) {
	for _, c := range []struct {
		questions   int
		flips, drop float64
	}{
		{210, 0.08, 0.08},
		{90, 0.02, 0.1},
	} {
		t.Run(fmt.Sprintf("%d questions of which %v flip, a drop of %v", c.questions, c.flips, c.drop), func(t *testing.T) {
			r, s := rand.New(rand.NewPCG(3, uint64(c.questions))), setting{questions: c.questions, repeats: 1, perGroup: 1}
			base, head := s.blank(t, "base"), s.blank(t, "head")
			seen := 0
			for range rounds {
				for i := range base.Questions {
					was, is := results.Pass, results.Pass
					switch u := r.Float64(); {
					case u < c.flips/2+c.drop:
						is = results.Fail
					case u < c.flips+c.drop:
						was = results.Fail
					}
					set(&base.Questions[i], was)
					set(&head.Questions[i], is)
				}
				if fell(outcomeOf(t, base, head, Options{}), PassRate) {
					seen++
				}
			}
			check(t, s, PassRate, seen, PowerOptions{FlipRate: &c.flips, Drops: map[string]float64{PassRate: c.drop}})
		})
	}
}

func set(q *Question, v results.Verdict) {
	q.Verdict = v
	q.Repeats = []Repeat{{Verdict: v, State: results.StateAnswered}}
}
