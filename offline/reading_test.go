package offline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMaskMarks(t *testing.T) {
	known := func(name string) bool { return name == "refunds" || name == "Refund policy" || name == "a, b" }
	tests := []struct {
		name, text, masked string
		marks              []string
	}{
		{"none", "Plain text.", "Plain text.", nil},
		{"before the full stop", "30 days [1].", "30 days    .", []string{"1"}},
		{"after the full stop", "30 days. [P1] More.", "30 days.      More.", []string{"P1"}},
		{"several in one bracket", "30 days [1, 2;P3].", "30 days          .", []string{"1", "2", "P3"}},
		{"several brackets", "30 days [1][2].", "30 days       .", []string{"1", "2"}},
		{"file with a page", "[book.pdf#page=4] 30 days.", "                  30 days.", []string{"book.pdf#page=4"}},
		{"name of a passage", "30 days [refunds].", "30 days          .", []string{"refunds"}},
		{"name with a space", "x [Refund policy].", "x                .", []string{"Refund policy"}},
		{"name with a comma", "30 days [a, b].", "30 days       .", []string{"a, b"}},
		{"aside", "30 days [if unopened].", "30 days [if unopened].", nil},
		{"word that names nothing", "30 days [sic].", "30 days [sic].", nil},
		{"link", "See [form.html](http://x).", "See [form.html](http://x).", nil},
		{"nested", "x [[1]] y", "x [   ] y", []string{"1"}},
		{"empty and open brackets", "a [] b [ c [1", "a [] b [ c [1", nil},
		{"over a line break", "a [1\n2] b", "a [1\n2] b", nil},
		{"only a mark", "[1]", "   ", []string{"1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			masked, marks := maskMarks(tt.text, known)
			var names []string
			for _, m := range marks {
				names = append(names, m.name)
			}
			if diff := cmp.Diff(tt.marks, names); masked != tt.masked || diff != "" {
				t.Errorf("left %q, want %q; marks (-want +got):\n%s", masked, tt.masked, diff)
			}
		})
	}
}
