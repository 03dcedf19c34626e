package review

import (
	"fmt"
	"math"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// The checks that look at what an answer rests on, as the judge's grounding
// does.
const (
	checkQuotes    = "quotes"
	checkGrounding = "grounding"
)

// disagreements are answers of which the judge says one thing and the checks
// another. Their size is how far the judge's score lies from the floor, on
// the side that the checks contradict.
func disagreements(run results.RunInfo, records []*results.Record) []signal {
	var out []signal
	for _, r := range records {
		scores := judgedScores(run, r)
		if len(scores) == 0 {
			continue
		}
		if s, ok := passedAgainstCheck(r, scores); ok {
			out = append(out, s)
		}
		for _, score := range scores {
			if r.Category != results.Positive || score.dimension != results.Grounding {
				continue
			}
			if s, ok := groundingAgainstChecks(r, score); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// passedAgainstCheck: a check failed, and nothing that was scored is below its
// floor.
func passedAgainstCheck(r *results.Record, scores []judgedScore) (signal, bool) {
	failed := failedCheck(r)
	margin := 0.0
	for _, s := range scores {
		if !s.passes() {
			return signal{}, false
		}
		margin += s.score - s.floor
	}
	words := fmt.Sprintf("check %s failed, and the judge scores nothing below its floor", failed)
	return signal{results.WhyDisagreement, margin / float64(len(scores)), words}, failed != ""
}

func failedCheck(r *results.Record) string {
	for _, f := range r.Findings {
		if f.Status == results.FindingFail {
			return f.Check
		}
	}
	return ""
}

// groundingAgainstChecks holds the judge's grounding against the checks of
// what the answer rests on. Where they did not look there is nothing to hold
// it against.
func groundingAgainstChecks(r *results.Record, grounding judgedScore) (signal, bool) {
	s := signal{why: results.WhyDisagreement, size: math.Abs(grounding.score - grounding.floor)}
	said := fmt.Sprintf("the judge scores grounding %s, floor %s", reports.Score(grounding.score, grounding.floor), reports.Score(grounding.floor))
	bad, good := restsOn(r)
	switch {
	case grounding.passes() && bad != "":
		s.words = bad + ", and " + said
	case !grounding.passes() && good && failedCheck(r) == "":
		s.words = "every check passed, those of quotes or groundedness too, and " + said
	default:
		return s, false
	}
	return s, true
}

// restsOn is what is wrong with the quotes or the groundedness of an answer,
// or whether one of them was looked at and is good.
func restsOn(r *results.Record) (bad string, good bool) {
	if r.Quotes != nil {
		for _, c := range r.Quotes.Citations {
			if c.Status == "not_found" || c.Status == "wrong_source" || c.Status == "altered" {
				return "a quote is not in its source as it stands", false
			}
		}
	}
	for _, f := range r.Findings {
		quoted := f.Check == checkQuotes && r.Quotes != nil && len(r.Quotes.Citations) > 0
		switch {
		case f.Check == checkGrounding && f.Status == results.FindingFail:
			return "groundedness is low", false
		case (f.Check == checkGrounding || quoted) && f.Status == results.FindingPass:
			good = true
		}
	}
	return "", good
}

// belowFloor is how far under its floor a score is still near it.
const belowFloor = 1

// nearFloor are scores of which a point would change the verdict: from one
// below the floor up to the floor itself, nearest first.
func nearFloor(run results.RunInfo, records []*results.Record) []signal {
	var out []signal
	for _, r := range records {
		for _, s := range judgedScores(run, r) {
			if under := s.floor - s.score; under >= -tolerance && under <= belowFloor+tolerance {
				words := fmt.Sprintf("the judge scores %s %s, floor %s", s.dimension, reports.Score(s.score, s.floor), reports.Score(s.floor))
				out = append(out, signal{results.WhyNearFloor, belowFloor - under, words})
			}
		}
	}
	return out
}
