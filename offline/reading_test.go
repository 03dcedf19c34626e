package offline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCutMarks(t *testing.T) {
	known := func(name string) bool { return name == "refunds" || name == "Refund policy" || name == "a, b" }
	tests := []struct {
		name, text, rest string
		marks            []string
	}{
		{"none", "Plain text.", "Plain text.", nil},
		{"before the full stop", "30 days [1].", "30 days.", []string{"1"}},
		{"after the full stop", "30 days. [P1] More.", "30 days. More.", []string{"P1"}},
		{"several in one bracket", "30 days [1, 2;P3].", "30 days.", []string{"1", "2", "P3"}},
		{"several brackets", "30 days [1][2].", "30 days.", []string{"1", "2"}},
		{"file with a page", "30 days [book.pdf#page=4].", "30 days.", []string{"book.pdf#page=4"}},
		{"name of a passage", "30 days [refunds].", "30 days.", []string{"refunds"}},
		{"name with a space", "30 days [Refund policy].", "30 days.", []string{"Refund policy"}},
		{"name with a comma", "30 days [a, b].", "30 days.", []string{"a, b"}},
		{"aside", "30 days [if unopened].", "30 days [if unopened].", nil},
		{"word that names nothing", "30 days [sic].", "30 days [sic].", nil},
		{"link", "See [form.html](http://x).", "See [form.html](http://x).", nil},
		{"nested", "x [[1]] y", "x [] y", []string{"1"}},
		{"empty and open brackets", "a [] b [ c [1", "a [] b [ c [1", nil},
		{"over a line break", "a [1\n2] b", "a [1\n2] b", nil},
		{"only a mark", "[1]", "", []string{"1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rest, marks := cutMarks(tt.text, known)
			var names []string
			for _, m := range marks {
				names = append(names, m.name)
			}
			if diff := cmp.Diff(tt.marks, names); rest != tt.rest || diff != "" {
				t.Errorf("left %q, want %q; marks (-want +got):\n%s", rest, tt.rest, diff)
			}
		})
	}
}

func TestStemsOfOneWordAgree(t *testing.T) {
	for _, family := range [][]string{
		{"deliver", "delivers", "delivered", "delivery", "delivering", "deliveries"},
		{"policy", "policies"},
		{"refund", "refunds", "refunded", "refund's"},
		{"expense", "expenses"},
		{"stop", "stops", "stopped", "stopping"},
		{"employee", "employees"},
		{"day", "days"},
		{"process", "processes", "processed"},
	} {
		for _, w := range family[1:] {
			if stem(w) != stem(family[0]) {
				t.Errorf("stem(%q) = %q, stem(%q) = %q", w, stem(w), family[0], stem(family[0]))
			}
		}
	}
}

func TestStemsOfDifferentWordsDiffer(t *testing.T) {
	for _, pair := range [][2]string{{"day", "date"}, {"fee", "free"}, {"month", "money"}, {"week", "weekend"}, {"bill", "bid"}} {
		if stem(pair[0]) == stem(pair[1]) {
			t.Errorf("%q and %q share the stem %q", pair[0], pair[1], stem(pair[0]))
		}
	}
}

func TestTerms(t *testing.T) {
	tests := []struct {
		name  string
		words []string
		keys  []string
		must  []string // figures that a passage has to agree with
	}{
		{"function words carry nothing", []string{"it", "is", "the", "refund"}, []string{"refund"}, nil},
		{"figures keep apart from words", []string{"30", "day"}, []string{"#30", "day"}, []string{"30"}},
		{"thousands separator", []string{"1,200"}, []string{"#1200"}, []string{"1200"}},
		{"decimal", []string{"3.5"}, []string{"#3.5"}, []string{"3.5"}},
		{"unit at the figure", []string{"10am"}, []string{"#10", "am"}, []string{"10"}},
		{"ordinal", []string{"30th"}, []string{"#30"}, []string{"30"}},
		{"small number word", []string{"two"}, []string{"#2"}, nil},
		{"large number word", []string{"sixty"}, []string{"#60"}, []string{"sixty"}},
		{"code with digits", []string{"p1"}, []string{"p1"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var keys, must []string
			terms(tt.words, func(x term) {
				keys = append(keys, x.key)
				if x.figure {
					must = append(must, x.shown)
				}
			})
			if diff := cmp.Diff([][]string{tt.keys, tt.must}, [][]string{keys, must}); diff != "" {
				t.Errorf("keys and figures (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutBullet(t *testing.T) {
	for text, want := range map[string]string{
		"2. Open the form": " Open the form", "12) Close it": " Close it", "30 days": "30 days",
		"2.5 days": "2.5 days", "100. x": "100. x", "3.": "", "": "",
	} {
		if got := withoutBullet(text); got != want {
			t.Errorf("withoutBullet(%q) = %q, want %q", text, got, want)
		}
	}
}
