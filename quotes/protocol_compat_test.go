package quotes

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// vector is one input and output of the reference.
type vector struct {
	ID, Kind string
	Input    struct {
		Answer, Body string
		Items        []Evidence
	}
	Expect struct {
		Parsed, Reparsed *struct {
			Items    []Evidence
			Warnings []string
		}
		Stripped, Text            string
		WithoutMarkers, CleanText string
		Claims                    []Claim
		Evidence                  []Evidence
		Warnings                  []string
	}
}

// protocolVectors reads the vectors of one kind. Their shape differs by kind,
// so each is decoded only when its kind is asked for.
func protocolVectors(t *testing.T, kind string) []vector {
	t.Helper()
	data, err := os.ReadFile("../testdata/vectors/quotes.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	var out []vector
	for _, r := range raw {
		var head struct{ Kind string }
		if err := json.Unmarshal(r, &head); err != nil {
			t.Fatal(err)
		}
		if head.Kind != kind {
			continue
		}
		var v vector
		if err := json.Unmarshal(r, &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		t.Fatalf("no vectors of kind %s", kind)
	}
	return out
}

// referenceClasses are the phrases that tell the reference's warnings apart.
var referenceClasses = []struct {
	phrase string
	code   WarningCode
}{
	{"malformed evidence line", MalformedLine},
	{"invalid source index", BadIndex},
	{"no citation group", NoGroup},
	{"duplicate claim id", DuplicateClaim},
	{"duplicate evidence", DuplicateEvidence},
	{"has no matching citation", OrphanEvidence},
	{"has no evidence item", MissingEvidence},
}

func referenceCodes(t *testing.T, warnings []string) []WarningCode {
	t.Helper()
	codes := []WarningCode{}
next:
	for _, w := range warnings {
		for _, class := range referenceClasses {
			if strings.Contains(w, class.phrase) {
				codes = append(codes, class.code)
				continue next
			}
		}
		t.Fatalf("unknown warning of the reference: %s", w)
	}
	return codes
}

func codesOf(warnings []Warning) []WarningCode {
	codes := []WarningCode{}
	for _, w := range warnings {
		codes = append(codes, w.Code)
	}
	return codes
}

func equal(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Claim{}, "Start", "End")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestCompatAppendixIsTheReference(t *testing.T) {
	for _, v := range protocolVectors(t, "appendix") {
		t.Run(v.ID, func(t *testing.T) {
			items, warnings, found := parseAppendix(v.Input.Answer, Compat)
			if found != (v.Expect.Parsed != nil) {
				t.Fatalf("found = %v", found)
			}
			if found {
				equal(t, "items", v.Expect.Parsed.Items, items)
				equal(t, "warnings", referenceCodes(t, v.Expect.Parsed.Warnings), codesOf(warnings))
			}
			equal(t, "stripped", v.Expect.Stripped, stripAppendix(v.Input.Answer, Compat))
		})
	}
}

func TestSerializeIsTheReference(t *testing.T) {
	for _, v := range protocolVectors(t, "serialize") {
		t.Run(v.ID, func(t *testing.T) {
			text := Serialize(v.Input.Items)
			equal(t, "text", v.Expect.Text, text)
			items, _, _ := parseAppendix(text, Compat)
			equal(t, "reparsed", v.Expect.Reparsed.Items, items)
		})
	}
}

func TestCompatClaimsAreTheReference(t *testing.T) {
	for _, v := range protocolVectors(t, "claims") {
		t.Run(v.ID, func(t *testing.T) {
			claims, warnings, clean := parseClaims(v.Input.Body, Compat)
			equal(t, "claims", v.Expect.Claims, claims)
			equal(t, "warnings", referenceCodes(t, v.Expect.Warnings), codesOf(warnings))
			equal(t, "without markers", v.Expect.WithoutMarkers, clean)
		})
	}
}

func TestCompatAnswerIsTheReference(t *testing.T) {
	for _, v := range protocolVectors(t, "answer") {
		t.Run(v.ID, func(t *testing.T) {
			p := ParseAnswer(v.Input.Answer, Auto, Compat)
			equal(t, "clean text", v.Expect.CleanText, p.CleanText)
			equal(t, "claims", v.Expect.Claims, p.Claims)
			equal(t, "evidence", v.Expect.Evidence, p.Evidence)
			equal(t, "warnings", referenceCodes(t, v.Expect.Warnings), codesOf(p.Warnings))
		})
	}
}

func TestCompatReadsWhiteSpaceAndEscapesAsJavaScript(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		want         []Evidence
	}{
		{"U+FEFF is trimmed", "\ufeffEVI1\u3000\n\u00a0c1|1|\"a\"\u2028\nEND_EVI1", []Evidence{{"c1", 1, "a"}}},
		{"U+0085 is no white space", "EVI1\u0085\nc1|1|\"a\"\nEND_EVI1", nil},
		{"an escape before a line terminator stays", "EVI1\nc1|1|\"a\\\u2028b\\\rc\"\nEND_EVI1", []Evidence{{"c1", 1, "a\\\u2028b\\\rc"}}},
		{"a last lone backslash stays", "EVI1\nc1|1|\"ab\\\"\nEND_EVI1", []Evidence{{"c1", 1, `ab\`}}},
		{"an escaped character is itself", "EVI1\nc1|1|\"\\u00e9 \\é \\😀\"\nEND_EVI1", []Evidence{{"c1", 1, "u00e9 é 😀"}}},
		{"digits are ASCII", "EVI1\nc١|1|\"a\"\nc1|１|\"a\"\nEND_EVI1", nil},
		{"a huge index is refused", "EVI1\nc1|1000001|\"a\"\nc1|1000000|\"b\"\nc1|99999999999999999999|\"c\"\nEND_EVI1", []Evidence{{"c1", 1000000, "b"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			items, _, _ := parseAppendix(tt.answer, Compat)
			equal(t, "items", tt.want, items)
		})
	}
}

func TestWarningsCutLinesByUTF16Units(t *testing.T) {
	got := malformed(strings.Repeat("😀", 50)).Message
	if shown := strings.Count(got, "😀"); shown != 39 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d characters shown in %q", shown, got)
	}
}
