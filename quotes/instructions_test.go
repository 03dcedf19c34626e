package quotes

import (
	"strings"
	"testing"
)

func TestInstructionsNameTheirFigures(t *testing.T) {
	text := Instructions(InstructionOptions{MaxClaims: 7, MaxPerClaim: 3, MinQuote: 33, PreferredMin: 44, PreferredMax: 55})
	for _, want := range []string{"at most 7 sentences", "at most 3 sources", "44 to 55 characters", "at least 33"} {
		if !strings.Contains(text, want) {
			t.Errorf("the instructions do not say %q", want)
		}
	}
	if strings.Contains(text, "{{") {
		t.Error("a figure was not filled in")
	}
}

func TestInstructionsFallBackOnTheirDefaults(t *testing.T) {
	want := Instructions(DefaultInstructions())
	if got := Instructions(InstructionOptions{MinQuote: -1}); got != want {
		t.Error("figures of 0 or less are not the defaults")
	}
	if got := Instructions(InstructionOptions{PreferredMin: 300}); !strings.Contains(got, "300 to 300 characters") {
		t.Error("the preferred lengths are the wrong way round")
	}
}

// The example of the instructions must be an answer that is read without a
// remark: models copy it.
func TestInstructionsExampleIsExact(t *testing.T) {
	text := Instructions(DefaultInstructions())
	right := between(t, text, "Right: `", "`")
	block := startTag + between(t, text, "\n"+startTag, "\n"+endTag) + "\n" + endTag
	for _, profile := range []Profile{Default, Compat} {
		p := ParseAnswer(right+"\n\n"+block, Auto, profile)
		if !p.HasBlock || len(p.Claims) != 2 || len(p.Evidence) != 3 || len(p.Warnings) > 0 {
			t.Errorf("profile %d reads %+v", profile, p)
		}
	}
}

func TestInstructionsWrongExamplesAreWrong(t *testing.T) {
	text := Instructions(DefaultInstructions())
	wrong := 0
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "Wrong: `") {
			continue
		}
		wrong++
		_, warnings, _ := parseClaims(between(t, line, "`", "`"), Default)
		uncovered := strings.Contains(line, "first sentence")
		if len(warnings) == 0 && !uncovered {
			t.Errorf("read without a remark: %s", line)
		}
	}
	if wrong < 3 {
		t.Errorf("%d wrong examples", wrong)
	}
}

// What the parser asks for the model must be told.
func TestInstructionsTellTheEscapes(t *testing.T) {
	text := Instructions(DefaultInstructions())
	for _, escape := range []string{`a line break as \n`, `quotation mark as \"`, `a backslash as \\`} {
		if !strings.Contains(text, escape) {
			t.Errorf("the instructions do not tell %q", escape)
		}
	}
}

func between(t *testing.T, s, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(s, from)
	inner, _, closed := strings.Cut(rest, to)
	if !found || !closed {
		t.Fatalf("nothing between %q and %q", from, to)
	}
	return inner
}
