package support

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheBestPassageIsNamed(t *testing.T) {
	e := Prepare([]Passage{
		{ID: "fees", Text: "The annual fee for silver members is 40 dollars, payable in January."},
		{ID: "refunds", Text: "Opening hours vary. Customers may return goods within 30 days of delivery. Bring the receipt."},
		{ID: "empty"},
	})
	got := e.Score("Customers may return goods within 30 days.").Sentences[0]
	if got.Passage != "refunds" || got.Also != "" {
		t.Errorf("passage %q and %q", got.Passage, got.Also)
	}
	if want := "Customers may return goods within 30 days of delivery."; got.Evidence.Text != want {
		t.Errorf("evidence %q, want %q", got.Evidence.Text, want)
	}
	none := e.Score("Zebras graze quietly.").Sentences[0]
	if none.Passage != "" || none.Evidence != (Window{}) || none.Cover != 0 || none.Score > 0.3 {
		t.Errorf("a sentence without evidence: %+v", none)
	}
}

func TestASentenceMaySumUpTwoPassages(t *testing.T) {
	refunds := Passage{ID: "refunds", Text: "Refunds are paid to the original payment method within five working days."}
	fees := Passage{ID: "fees", Text: "The annual fee for silver members is 40 dollars, payable in January."}
	const both = "Refunds are paid to the original payment method, and the annual fee for silver members is 40 dollars."
	got := Prepare([]Passage{refunds, fees}).Score(both).Sentences[0]
	if got.Also == "" || got.Score < 0.8 || len(got.Conflicts) > 0 {
		t.Errorf("two passages: %+v", got)
	}
	if alone := Prepare([]Passage{refunds}).Score(both).Sentences[0]; alone.Score >= got.Score || alone.Also != "" {
		t.Errorf("one passage: %+v", alone)
	}
}

func TestTheTitleIsEvidenceWithoutAWindow(t *testing.T) {
	got := Prepare([]Passage{{ID: "P1", Title: "Zebras of Kenya", Text: "They graze in herds."}}).Score("Zebras graze in herds.").Sentences[0]
	if got.Cover != 1 || strings.Contains(got.Evidence.Text, "Zebras") {
		t.Errorf("%+v", got)
	}
}

func TestNothingToCompareWith(t *testing.T) {
	for _, passages := range [][]Passage{nil, {{ID: "P1"}}, {{ID: "P1", Text: "…"}}} {
		r := Prepare(passages).Score("Customers may return goods.")
		if len(r.Sentences) != 1 || r.Sentences[0].Passage != "" || *r.Score > 0.3 {
			t.Errorf("%v: %+v", passages, r)
		}
	}
}

// What stands a book apart is no evidence for a sentence.
func TestALongPassageIsComparedInParts(t *testing.T) {
	filler := strings.Repeat("It was so and it was not so. ", 2*mostInBlock/8)
	near := Prepare([]Passage{{ID: "P1", Text: "Zebras graze in herds at dawn." + filler}})
	apart := Prepare([]Passage{{ID: "P1", Text: "Zebras graze. " + filler + "Herds move at dawn."}})
	const claim = "Zebras graze in herds at dawn."
	if a, b := *near.Score(claim).Score, *apart.Score(claim).Score; a < 0.8 || b > a-0.3 {
		t.Errorf("together %.2f, apart %.2f", a, b)
	}
}

func TestTheAnswerIsAllItsSentences(t *testing.T) {
	e := Prepare(evidence)
	good, bad := "Customers may return goods within 30 days of delivery.", "Zebras graze quietly in Kenya."
	alone, mixed, wrong := *e.Score(good).Score, *e.Score(good + " " + bad).Score, *e.Score(bad).Score
	if !(alone > mixed && mixed > wrong) {
		t.Errorf("alone %.2f, with an invented sentence %.2f, invented %.2f", alone, mixed, wrong)
	}
}

// Hostile texts take no longer than honest ones of their length: a quadratic
// step anywhere would run into the time limit of the test.
func TestHostileTextsAreLinear(t *testing.T) {
	const size = 1 << 15
	for i, unit := range []string{
		"The fee for members is 40 dollars in January. ", "alpha beta 12 not ", "1 , 234 ", "1.", "[1", "[a ", "```\n", "客户", "n't ",
		"a. b? ", "not. ", "Alpha by ", "x", "12 months ", "é", "\xff", "“", ". . ", "twenty five ", "Did you know? ",
	} {
		text := strings.Repeat(unit, size/len(unit))
		r := Prepare([]Passage{{ID: "P1", Text: text}, {ID: "P2", Text: unit}}).Score(text)
		if r.Score != nil && (*r.Score < 0 || *r.Score > 1) {
			t.Errorf("%d: score %v", i, *r.Score)
		}
	}
	var many []Passage
	for i := range 1000 {
		many = append(many, Passage{ID: fmt.Sprint(i), Text: "The fee for members is 40 dollars in January."})
	}
	Prepare(many).Score(strings.Repeat("The fee for members is 40 dollars. ", 500))
}
