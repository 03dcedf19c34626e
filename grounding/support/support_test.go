package support

import (
	"slices"
	"strings"
	"testing"
)

// one scores a single sentence against a single passage.
func one(t *testing.T, sentence, passage string) Sentence {
	t.Helper()
	r := Prepare([]Passage{{ID: "P1", Text: passage}}).Score(sentence)
	if len(r.Sentences) != 1 || r.Score == nil {
		t.Fatalf("%q: %d sentences, want 1", sentence, len(r.Sentences))
	}
	return r.Sentences[0]
}

const refunds = "Customers may return goods within 30 days of delivery."

func TestDisagreementsAreNamedAndDecide(t *testing.T) {
	for _, row := range []struct {
		rule, sentence, passage string
		want                    Conflict
	}{
		{"another figure", "Customers may return goods within 45 days.", refunds, Conflict{Number, "45 days", "30 days"}},
		{"another figure in words", "Three doctors signed the letter.", "Five doctors signed the letter.", Conflict{Number, "Three doctors", "Five doctors"}},
		{"a figure of something else", "Customers may ask for a refund within 5 days of delivery.",
			"Customers may ask for a refund within 30 days of delivery. The money is paid within 5 working days.", Conflict{Number, "5 days", "30 days"}},
		{"a figure from nowhere", "The bridge is 212 metres long.", "The bridge is long.", Conflict{Number, "212 metres", ""}},
		{"another unit", "Customers may return goods within 30 weeks.", refunds, Conflict{Unit, "30 weeks", "30 days"}},
		{"another weekday", "The office opens on Monday.", "The office opens on Tuesday.", Conflict{Date, "Monday", "Tuesday"}},
		{"another month", "The fee rises in March 2020.", "The fee rises in April 2020.", Conflict{Date, "March", "April"}},
		{"another name", "The jury gave the first prize to Kowalska of Lisbon.", "The jury gave the first prize to Kowalska of Porto.", Conflict{Name, "Lisbon", ""}},
		{"an added negation", "Customers may not return goods within 30 days.", refunds, Conflict{Negation, "not return", ""}},
		{"an added n't", "Customers can’t return goods within 30 days.", refunds, Conflict{Negation, "n’t return", ""}},
		{"a dropped negation", "The warranty covers water damage.", "The warranty does not cover water damage.", Conflict{Negation, "", "not cover"}},
		{"an added exclusive", "Only members get the discount.", "Members get the discount.", Conflict{Quantifier, "Only", ""}},
		{"must for may", "Employees must attend the training.", "Employees may attend the training.", Conflict{Quantifier, "must", "may"}},
		{"all for some", "All visitors passed the gate.", "Some visitors passed the gate.", Conflict{Quantifier, "All", "Some"}},
		{"down for up", "Revenue fell in the second quarter.", "Revenue rose in the second quarter.", Conflict{Opposite, "fell", "rose"}},
		{"below for above", "The town lies below the lake.", "The town lies above the lake.", Conflict{Opposite, "below", "above"}},
		{"turned roles", "Alpha sold Beta to Gamma.", "Gamma sold Beta to Alpha in 2019.", Conflict{Role, "Alpha … Gamma", "Gamma … Alpha"}},
		{"the writer", "I think the town lies above the lake.", "The town lies above the lake.", Conflict{Speaker, "I", ""}},
	} {
		got := one(t, row.sentence, row.passage)
		if !slices.Contains(got.Conflicts, row.want) {
			t.Errorf("%s: conflicts %v, want %v", row.rule, got.Conflicts, row.want)
		}
		if got.Score >= 0.5 {
			t.Errorf("%s: score %.2f for %q", row.rule, got.Score, row.sentence)
		}
		if !strings.Contains(got.Reason, row.want.Said) || !strings.Contains(got.Reason, row.want.Found) {
			t.Errorf("%s: reason %q", row.rule, got.Reason)
		}
	}
}

func TestHonestSentencesHaveNoConflict(t *testing.T) {
	for _, row := range []struct{ rule, sentence, passage string }{
		{"its own words", "Customers may return goods within 30 days.", refunds},
		{"a figure in words", "Customers may return goods within thirty days.", refunds},
		{"a figure of two words", "Twenty-five people attended.", "25 people attended the meeting."},
		{"two words for a figure", "25 people attended.", "Twenty-five people attended the meeting."},
		{"a figure in full", "The fee is $1.5 million.", "The fee is $1,500,000."},
		{"a figure in short", "The fee is $1,500,000.", "The fee is $1.5m."},
		{"thousands in tokenised text", "The fee is 3,500 dollars.", "The fee is 3 , 500 dollars ."},
		{"a unit spelt elsewise", "The bridge is 212 meters long.", "The bridge is 212 metres long."},
		{"a short month", "The fee rises in January.", "The fee rises in Jan 2020."},
		{"the adjective of a country", "The German fee rises.", "The fee rises in Germany."},
		{"a passive", "Beta was sold by Gamma to Alpha.", "Gamma sold Beta to Alpha in 2019."},
		{"another order", "Delivery is free for orders over 50 euros.", "Orders over 50 euros have free delivery."},
		{"the same negation", "The warranty does not cover water damage.", "Water damage isn't covered by the warranty."},
		{"not only", "The warranty covers not only water damage.", "The warranty covers water damage."},
		{"the same exclusive", "Only members get the discount.", "The discount is for members only."},
		{"part of a name", "COVID-19 delayed the fee.", "COVID delayed the fee."},
		{"the country", "The fee rises in the us.", "The fee rises."},
	} {
		if got := one(t, row.sentence, row.passage); len(got.Conflicts) > 0 || got.Score < 0.6 {
			t.Errorf("%s: score %.2f, %s", row.rule, got.Score, got.Reason)
		}
	}
}

func TestWordFormsSynonymsAndCasesSupport(t *testing.T) {
	far := one(t, "A gardener signed the letter.", "Five doctors signed the letter.")
	for rule, sentence := range map[string]string{
		"a form":              "A doctor signed the letter.",
		"a synonym":           "A physician signed the letter.",
		"a wider word":        "A professional signed the letter.",
		"an irregular form":   "Doctors sign letters.",
		"capitals of a title": "DOCTORS SIGNED THE LETTER.",
	} {
		if got := one(t, sentence, "Five doctors signed the letter."); got.Score <= far.Score {
			t.Errorf("%s: %.2f is no more than the %.2f of another word", rule, got.Score, far.Score)
		}
	}
}

// A wider word is carried by a narrower one, not the other way round.
func TestNarrowerWordsAreNotCarried(t *testing.T) {
	wider := one(t, "Fruit grows here.", "Apples grow here.")
	narrower := one(t, "Apples grow here.", "Fruit grows here.")
	if wider.Score <= narrower.Score {
		t.Errorf("fruit for apples %.2f, apples for fruit %.2f", wider.Score, narrower.Score)
	}
}

func TestOtherLanguagesAreCompared(t *testing.T) {
	for _, row := range []struct{ language, passage, good, bad string }{
		{"Chinese", "客户可以在三十天内申请退款。需要提供收据。", "客户可以在三十天内申请退款。", "员工必须在总部参加安全培训。"},
		{"Japanese", "返品は三十日以内に可能です。", "返品は三十日以内に可能です。", "会議は東京で開かれました。"},
		{"Russian", "У клиентов есть тридцать дней, чтобы вернуть товар.", "Клиенты: есть тридцать дней, чтобы вернуть товар.", "Совещание прошло вчера вечером."},
		{"German", "Kunden können Waren innerhalb von 30 Tagen zurückgeben.", "Waren können Kunden innerhalb von 30 Tagen zurückgeben.", "Die Sitzung fand gestern Abend statt."},
		{"French", "Les clients ont trente jours pour être remboursés à l’hôtel.", "Les clients ont trente jours pour être remboursés.", "La réunion a eu lieu hier soir."},
	} {
		good, bad := one(t, row.good, row.passage), one(t, row.bad, row.passage)
		if good.Score < 0.6 || bad.Score > 0.3 {
			t.Errorf("%s: %.2f for what the passage says, %.2f for something else", row.language, good.Score, bad.Score)
		}
	}
}
