package runstore

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func packedQuestions(questions ...results.NightQuestion) []byte {
	var p packer
	for _, q := range questions {
		p.scores = nil
		for _, name := range slices.Sorted(maps.Keys(q.Scores)) {
			category, dimension, _ := strings.Cut(string(name), "/")
			p.scores = append(p.scores, placedScore{p.place(category, []byte(dimension)), q.Scores[name]})
		}
		p.add(q)
	}
	return pack(&p)
}

func TestPackedQuestionsComeBack(t *testing.T) {
	want := []results.NightQuestion{
		{ID: "", ContentHash: "", Verdict: "", Scores: map[results.Series]float64{}},
		{ID: "levels", ContentHash: strings.Repeat("0f", 32), Verdict: results.Pass, Scores: map[results.Series]float64{"positive/grounding": 1, "positive/tone": 5}},
		{ID: "fractions", ContentHash: strings.Repeat("0F", 32), Verdict: results.Fail, Scores: map[results.Series]float64{"positive/grounding": 4.3333333333333333, "positive/tone": 1e-300}},
		{ID: "odd", ContentHash: strings.Repeat("zz", 32), Anchor: true, Verdict: "made up", Scores: map[results.Series]float64{"negative/grounding": 0, "positive/tone": -6}},
		{ID: "held", Quarantine: &results.Quarantine{Until: "2027-01-31"}, Verdict: results.Fail, Scores: map[results.Series]float64{"positive/tone": 2}},
		{ID: "odd", ContentHash: "sha256:0001", Verdict: results.Error, Scores: map[results.Series]float64{"negative/grounding": 255}},
	}
	packed := packedQuestions(want...)
	got, err := unpack(packed, newTexts(), "")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	one, err := unpack(packed, newTexts(), "odd")
	if diff := cmp.Diff([]results.NightQuestion{want[3], want[5]}, one); err != nil || diff != "" {
		t.Errorf("one of them: %v (-want +got):\n%s", err, diff)
	}
}

func TestNoPartOfPackedQuestionsIsTheWhole(t *testing.T) {
	packed := packedQuestions(results.NightQuestion{
		ID: "q", ContentHash: "h", Quarantine: &results.Quarantine{Until: "2027-01-31"}, Verdict: results.Pass, Scores: map[results.Series]float64{"positive/tone": 4.5}})
	for end := range packed {
		if got, err := unpack(packed[:end], newTexts(), ""); !errors.Is(err, errSpoiled) {
			t.Errorf("%d bytes: %v, %v", end, got, err)
		}
	}
	if _, err := unpack(append(packed, 0), newTexts(), ""); !errors.Is(err, errSpoiled) {
		t.Errorf("a byte more: %v", err)
	}
}

// FuzzUnpack: any bytes are questions or errSpoiled, and what they are is
// bounded by how many there are.
func FuzzUnpack(f *testing.F) {
	f.Add(packedQuestions())
	f.Add(packedQuestions(results.NightQuestion{ID: "q", ContentHash: strings.Repeat("0f", 32), Scores: map[results.Series]float64{"positive/tone": 4.5}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := unpack(data, newTexts(), "")
		if err != nil && !errors.Is(err, errSpoiled) || len(got) > len(data) {
			t.Errorf("%d questions of %d bytes: %v", len(got), len(data), err)
		}
	})
}
