package textmatch_test

import (
	"testing"

	"github.com/evalrun/evalrun/textmatch"
)

func TestLowerNFKCTakesOneCharacterAlone(t *testing.T) {
	tests := []struct {
		name string
		in   rune
		want string
	}{
		{"a letter", 'A', "a"},
		{"a composed letter stays composed", 'Й', "й"},
		{"a mark stays", '\u0301', "\u0301"},
		{"a mark with another form", '\u0340', "\u0300"},
		{"no full case folding", 'ß', "ß"},
		{"no folding of final sigma", 'ς', "ς"},
		{"capital dotted I keeps its dot", '\u0130', "i\u0307"},
		{"a ligature", 'ﬁ', "fi"},
		{"a form of two capitals", '™', "tm"},
		{"a spacing mark stands on a space", '´', " \u0301"},
		{"an astral capital", '𝐀', "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := textmatch.LowerNFKC(tt.in); got != tt.want {
				t.Errorf("LowerNFKC(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}
