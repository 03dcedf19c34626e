package support

import (
	"encoding/json"
	"testing"
)

func TestShippedWeightsAreMonotone(t *testing.T) {
	var w weights
	if err := json.Unmarshal(weightsData, &w); err != nil {
		t.Fatal(err)
	}
	if len(w.Weights) != inputCount {
		t.Errorf("%d weights for %d inputs", len(w.Weights), inputCount)
	}
	for i, name := range InputNames {
		weight, known := w.Weights[name]
		if !known {
			t.Errorf("no weight for %q", name)
		}
		if i < Covers && weight < 0 || i >= Covers && weight > 0 {
			t.Errorf("%s weighs %v", name, weight)
		}
	}
}

// More of an answer in the passages never lowers its score, a conflict never
// raises it.
func TestScoresAreMonotone(t *testing.T) {
	for i := range int(measureCount) {
		last := -1.0
		for step := range 11 {
			m := Measures{0.5, 0.5, 0.5}
			m[i] = float64(step) / 10
			if i >= number {
				m[i] = float64(10-step) / 4
			}
			if got := m.score(); got < last {
				t.Errorf("measure %d: %v after %v", i, got, last)
			} else {
				last = got
			}
		}
	}
}

func TestQuantities(t *testing.T) {
	for _, row := range []struct {
		token, next   string
		plain, scaled string
		ok            bool
	}{
		{"1,500", "", "1500", "", true}, {"1500.00", "", "1500", "", true}, {"1.5", "million", "1.5", "1500000", true},
		{"1.5m", "", "1.5", "1500000", true}, {"2k", "", "2", "2000", true}, {"19th", "", "19", "", true},
		{"1990s", "", "1990", "", true}, {"007", "", "7", "", true}, {"0", "", "0", "", true}, {"0.50", "", "0.5", "", true},
		{"1.23456789", "thousand", "1.23456789", "1234.56789", true}, {"1.2.3", "million", "1.2.3", "", true}, {"3D", "", "3", "", false},
	} {
		got, ok := readFigure(row.token, row.next)
		if ok != row.ok || got != (quantity{row.plain, row.scaled}) {
			t.Errorf("%s %s: %v %v", row.token, row.next, got, ok)
		}
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string][]string{
		"Don't stop":             {"Do", "n't", "stop"},
		"ca n't, isn’t":          {"ca", "n't", "is", "n’t"},
		"Ann's rock'n'roll":      {"Ann", "rock", "n", "roll"},
		"3 , 500 or 98 . 7":      {"3 , 500", "or", "98 . 7"},
		"1,200.5 1 , 20":         {"1,200.5", "1", "20"},
		"53 , 193 , 914 .":       {"53 , 193 , 914"},
		"COVID-19 2019-20":       {"COVID", "19", "2019", "20"},
		"naïve Größe ½":          {"naïve", "Größe", "½"},
		"客户A可":                   {"客户", "A", "可"},
		"\xff a\xffb":            {"a", "b"},
		"e-mail@example.com x_y": {"e", "mail", "example", "com", "x", "y"},
	} {
		var got []string
		scan(text, func(start, end int, _ shape) { got = append(got, text[start:end]) })
		if len(got) != len(want) {
			t.Errorf("%q: %q", text, got)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %q, want %q", text, got, want)
				break
			}
		}
	}
}

func TestFormsShareAKey(t *testing.T) {
	for _, forms := range [][]string{
		{"refund", "refunds", "refunded", "refunding"}, {"buy", "bought", "buys"}, {"city", "cities"}, {"plan", "planned", "planning"},
		{"child", "children"}, {"rise", "rose", "risen"}, {"Podcast", "podcasts"}, {"meter", "metre", "metres"}, {"blog", "blogs"},
	} {
		for _, form := range forms[1:] {
			a, b := newTerm(forms[0], word, ""), newTerm(form, word, "")
			if a.key != b.key {
				t.Errorf("%s is %q, %s is %q", forms[0], a.key, form, b.key)
			}
		}
	}
}
