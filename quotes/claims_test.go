package quotes

import (
	"fmt"
	"strings"
	"testing"
)

// claimLines writes claims as "c1 [1 2] text | where it stands".
func claimLines(p Parsed) []string {
	out := []string{}
	for _, c := range p.Claims {
		out = append(out, fmt.Sprintf("%s %v %s", c.ID, c.Sources, c.Text))
	}
	return out
}

func TestClaimsAreReadWhereTheyStand(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []string
		codes      []WarningCode // without those of the missing block
	}{
		{"one sentence", "Tides rose by a metre.[1]{c1}", []string{"c1 [1] Tides rose by a metre."}, nil},
		{"the last of two", "The harbour is old. Tides rose.[1]{c1}", []string{"c1 [1] Tides rose."}, nil},
		{"an abbreviation ends no sentence", "As Dr. Orr wrote, tides rose.[1]{c1}", []string{"c1 [1] As Dr. Orr wrote, tides rose."}, nil},
		{"punctuation of the one before", "Tides rose[1]{c1}. Boats left[2]{c2}.", []string{"c1 [1] Tides rose", "c2 [2] Boats left"}, nil},
		{"bullets and numbers", "- Item one.[1]{c1}\n  * Item two.[2]{c2}\n3. Item three.[1]{c3}", []string{"c1 [1] Item one.", "c2 [2] Item two.", "c3 [1] Item three."}, nil},
		{"a figure is no bullet", "-5 degrees were measured.[1]{c1}", []string{"c1 [1] -5 degrees were measured."}, nil},
		{"cells of a table", "| Tide | 4.1 m [1]{c1} |\n| Boats | 12 [2]{c2} |", []string{"c1 [1] Tide | 4.1 m", "c2 [2] Boats | 12"}, nil},
		{"wrapped over lines", "This sentence is broken\nover two lines.[1]{c1}", []string{"c1 [1] This sentence is broken over two lines."}, nil},
		{"no paragraph is crossed", "Intro\n\nTides rose.[1]{c1}", []string{"c1 [1] Tides rose."}, nil},
		{"ideographs", "潮水上涨了。船只离开了。[1]{c1}", []string{"c1 [1] 船只离开了。"}, nil},
		{"the sentence goes on behind a thin beginning", "According to [1]{c1}, tides rose by a metre. Boats left.", []string{"c1 [1] According to, tides rose by a metre."}, nil},
		{"each source once", "A fact.[1][1][2]{c1}", []string{"c1 [1 2] A fact."}, nil},
		{"no citation", "A fact.{c1} Another.[2]{c2}", []string{"c1 [] A fact.", "c2 [2] Another."}, []WarningCode{NoGroup}},
		{"two markers on one citation", "A fact.[1]{c1}{c2}", []string{"c1 [1] A fact.", "c2 [] "}, []WarningCode{NoGroup}},
		{"a marker twice keeps its citation", "A fact.[1]{c1} Another.[3]{c1}", []string{"c1 [1] A fact.", "u1 [3] Another."}, []WarningCode{DuplicateClaim}},
		{"source 0 stays to be counted", "Third.[0]{c3}", []string{"c3 [0] Third."}, []WarningCode{BadIndex}},
		{"a huge source does not", "Third.[1000001]{c3}", []string{"c3 [] Third."}, []WarningCode{BadIndex}},
		{"letters make no marker", "Nets.{c3a}", []string{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			claims, warnings, clean := parseClaims(tt.body, Default)
			p := Parsed{Claims: claims, CleanText: clean}
			equal(t, "claims", tt.want, claimLines(p))
			equal(t, "warnings", tt.codes, codesOf(warnings))
		})
	}
}

func TestMarkersAreReadLeniently(t *testing.T) {
	for _, form := range []string{
		"[1,2]{c1}", "[1, 2]{c1}", "[1;2]{c1}", "[1-2]{c1}", "[1–2]{c1}", "[1] [2]{c1}", "[1][2] {c1}", "[1][2]{c01}",
		"[1][2]{C1}", "[1][2]{c 1}", "【1】【2】{c1}", "【1†p. 3】[2]{c1}", "[^1][^2]{c1}", "{c1}[1][2]", "{c1} [1,2]",
		"[1](https://a.example/x)[2]{c1}", "**[1][2]**{c1}",
	} {
		t.Run(form, func(t *testing.T) {
			claims, warnings, _ := parseClaims("Boats left. Tides rose."+form, Default)
			want := []Claim{{ID: "c1", Text: "Tides rose.", Sources: []int{1, 2}}}
			equal(t, "warnings", []WarningCode{Lenient}, codesOf(warnings))
			if strings.HasPrefix(form, "**") {
				want[0].Text = "Tides rose.**"
			}
			equal(t, "claims", want, claims)
		})
	}
	t.Run("full stop between", func(t *testing.T) {
		claims, warnings, clean := parseClaims("Tides rose[1].{c1} Boats left.", Default)
		equal(t, "claims", []Claim{{ID: "c1", Text: "Tides rose", Sources: []int{1}}}, claims)
		equal(t, "warnings", []WarningCode{Lenient}, codesOf(warnings))
		equal(t, "clean text", "Tides rose[1]. Boats left.", clean)
	})
}

func TestCitationsWithoutAMarkerAreClaims(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []string
	}{
		{"behind the full stop", "Tides rose.[1] Boats left.[2]", []string{"u1 [1] Tides rose.", "u2 [2] Boats left."}},
		{"before the full stop", "Tides rose [1]. Boats left [2].", []string{"u1 [1] Tides rose", "u2 [2] Boats left"}},
		{"with a blank before", "Tides rose. [1] Boats left.", []string{"u1 [1] Tides rose."}},
		{"as the subject of its sentence", "Boats left. [2] reports that tides rose.", []string{"u1 [2] reports that tides rose."}},
		{"at the beginning of a line", "Boats left.\n[2] Tides rose.", []string{"u1 [2] Tides rose."}},
		{"beside marked ones", "Tides rose.[1]{c1} Boats left.[2]", []string{"c1 [1] Tides rose.", "u1 [2] Boats left."}},
		{"a fence that wraps Markdown is text", "```markdown\nTides rose.[1]\n```", []string{"u1 [1] Tides rose."}},
		{"code is none", "Use `a[1]`:\n```go\nb[2] = 1\n```\n", []string{}},
		{"a list of sources is none", "Tides rose.[1]\n\n**Sources:**\n[1] Harbour log\n[2] Almanac", []string{"u1 [1] Tides rose."}},
		{"a claim does not hide in a list", "Sources:\n[1] " + strings.Repeat("Tides rose. ", 30), []string{"u1 [1] Tides rose."}},
		{"a year is none", "Smith v Orr [2019] was cited.", []string{}},
		{"an image is none", "![1](https://a.example/x.png)", []string{}},
		{"a wide range is none", "In [3-900] tides rose.", []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ParseAnswer(tt.body, EVI1, Default)
			equal(t, "claims", tt.want, claimLines(p))
			unmarked := 0
			for _, w := range p.Warnings {
				if w.Code == Unmarked {
					unmarked++
				}
			}
			if want := countUnmarked(p); unmarked != want {
				t.Errorf("%d citations warned of, want %d", unmarked, want)
			}
		})
	}
}

// countUnmarked counts the claims that no marker stands for.
func countUnmarked(p Parsed) int {
	n := 0
	for _, c := range p.Claims {
		if strings.HasPrefix(c.ID, "u") {
			n++
		}
	}
	return n
}

func TestClaimOffsetsAreInTheCleanText(t *testing.T) {
	p := ParseAnswer("Zoë left.[1] {c1} The 潮水 rose[2]{c2}. [3] says\nso.\nEVI1\nEND_EVI1", EVI1, Default)
	var got []string
	for _, c := range p.Claims {
		got = append(got, p.CleanText[c.Start:c.End])
	}
	equal(t, "clean text", "Zoë left.[1] The 潮水 rose[2]. [3] says\nso.", p.CleanText)
	equal(t, "spans", []string{"Zoë left.", "The 潮水 rose", "says\nso."}, got)
}
