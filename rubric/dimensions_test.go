package rubric

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestAllSeries(t *testing.T) {
	want := []results.Series{
		"positive/grounding", "positive/relevance", "positive/calibration", "positive/citations", "positive/tone",
		"negative/grounding", "negative/calibration",
	}
	if diff := cmp.Diff(want, AllSeries()); diff != "" {
		t.Error(diff)
	}
}

func TestEvidenceIsNeededByPositivesAlone(t *testing.T) {
	var got []results.Series
	for _, c := range []results.Category{results.Positive, results.Negative} {
		for _, d := range Dimensions(c) {
			if NeedsEvidence(c, d) {
				got = append(got, results.SeriesOf(c, d))
			}
		}
	}
	if diff := cmp.Diff([]results.Series{"positive/grounding", "positive/citations"}, got); diff != "" {
		t.Error(diff)
	}
}
