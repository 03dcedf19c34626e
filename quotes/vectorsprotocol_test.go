package quotes_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/quotes"
)

type item struct {
	ClaimID     string `json:"claimId"`
	SourceIndex int    `json:"sourceIndex"`
	Quote       string `json:"quote"`
}

type claim struct {
	ID            string `json:"id"`
	Text          string `json:"text"`
	SourceIndexes []int  `json:"sourceIndexes"`
}

// appendix is what reading a block gives; nil is no block.
type appendix struct {
	Items    []item   `json:"items"`
	Warnings []string `json:"warnings"`
}

func checkAppendix(t *testing.T, v vector) {
	in := decode[struct{ Answer string }](t, v.Input)
	want := decode[struct {
		Parsed   *appendix
		Stripped string
	}](t, v.Expect)
	if got := quotes.StripAppendix(in.Answer, quotes.Compat); got != want.Stripped {
		t.Errorf("stripped: got %q, want %q", got, want.Stripped)
	}
	items, warnings, found := quotes.ParseAppendix(in.Answer, quotes.Compat)
	if found != (want.Parsed != nil) {
		t.Fatalf("found a block: %t, want %t", found, !found)
	}
	if found {
		same(t, "items", want.Parsed.Items, itemsOf(items))
		sameWarnings(t, want.Parsed.Warnings, warnings)
	}
}

func checkSerialize(t *testing.T, v vector) {
	in := decode[struct{ Items []item }](t, v.Input)
	want := decode[struct {
		Text     string
		Reparsed *appendix
	}](t, v.Expect)
	evidence := make([]quotes.Evidence, len(in.Items))
	for i, it := range in.Items {
		evidence[i] = quotes.Evidence{ClaimID: it.ClaimID, Source: it.SourceIndex, Quote: it.Quote}
	}
	got := quotes.Serialize(evidence)
	same(t, "text", want.Text, got)
	items, warnings, found := quotes.ParseAppendix(got, quotes.Compat)
	if found != (want.Reparsed != nil) {
		t.Fatalf("read back a block: %t, want %t", found, !found)
	}
	if found {
		same(t, "items read back", want.Reparsed.Items, itemsOf(items))
		sameWarnings(t, want.Reparsed.Warnings, warnings)
	}
}

func checkClaims(t *testing.T, v vector) {
	in := decode[struct{ Body string }](t, v.Input)
	want := decode[struct {
		Claims         []claim
		Warnings       []string
		WithoutMarkers string
	}](t, v.Expect)
	claims, warnings, clean := quotes.ParseClaims(in.Body, quotes.Compat)
	same(t, "claims", want.Claims, claimsOf(claims))
	same(t, "text", want.WithoutMarkers, clean)
	sameWarnings(t, want.Warnings, warnings)
}

func checkAnswer(t *testing.T, v vector) {
	in := decode[struct{ Answer string }](t, v.Input)
	want := decode[struct {
		CleanText string
		Claims    []claim
		Evidence  []item
		Warnings  []string
	}](t, v.Expect)
	got := quotes.ParseAnswer(in.Answer, quotes.Auto, quotes.Compat)
	same(t, "clean text", want.CleanText, got.CleanText)
	same(t, "claims", want.Claims, claimsOf(got.Claims))
	same(t, "evidence", want.Evidence, itemsOf(got.Evidence))
	sameWarnings(t, want.Warnings, got.Warnings)
}

func itemsOf(evidence []quotes.Evidence) []item {
	out := []item{}
	for _, e := range evidence {
		out = append(out, item{e.ClaimID, e.Source, e.Quote})
	}
	return out
}

func claimsOf(claims []quotes.Claim) []claim {
	out := []claim{}
	for _, c := range claims {
		out = append(out, claim{c.ID, c.Text, c.Sources})
	}
	return out
}

// same compares; no list is an empty list, and floats may differ by rounding.
func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, loosely); diff != "" {
		t.Errorf("%s: -want +got\n%s", what, diff)
	}
}

// classOf names the warnings by the words that the reference uses.
var classOf = []struct {
	words string
	code  quotes.WarningCode
}{
	{"malformed evidence line", quotes.MalformedLine},
	{"invalid source index", quotes.BadIndex},
	{"no citation group", quotes.NoGroup},
	{"duplicate claim id", quotes.DuplicateClaim},
	{"duplicate evidence", quotes.DuplicateEvidence},
	{"has no matching citation", quotes.OrphanEvidence},
	{"has no evidence item", quotes.MissingEvidence},
	{"not provided", quotes.MissingSource},
	{"Judge returned", quotes.ShortJudgeList},
	{"no claim text", quotes.NoClaimText},
}

// noted is a warning without its wording.
type noted struct {
	Code   quotes.WarningCode
	Claim  string
	Source int
}

var (
	pairIn  = regexp.MustCompile(`\b(c[0-9]+)\|([0-9]+)`)
	claimIn = regexp.MustCompile(`\b[Cc]laim (c[0-9]+)`)
)

// notedIn reads class and ids from a text of the reference. The ids in a
// malformed line are those of nothing.
func notedIn(t *testing.T, text string) noted {
	t.Helper()
	for _, c := range classOf {
		// The text may end in a line of the answer, which may say anything.
		if head, _, _ := strings.Cut(text, ": c"); !strings.Contains(head, c.words) && !strings.Contains(text, c.words) {
			continue
		}
		out := noted{Code: c.code}
		if c.code == quotes.MalformedLine {
			return out
		}
		if parts := pairIn.FindStringSubmatch(text); parts != nil {
			out.Claim = parts[1]
			out.Source, _ = strconv.Atoi(parts[2])
		} else if parts := claimIn.FindStringSubmatch(text); parts != nil {
			out.Claim = parts[1]
		}
		return out
	}
	t.Fatalf("warning of no known class: %q", text)
	return noted{}
}

func sameWarnings(t *testing.T, want []string, got []quotes.Warning) {
	t.Helper()
	wanted, have := []noted{}, []noted{}
	for _, text := range want {
		wanted = append(wanted, notedIn(t, text))
	}
	for _, w := range got {
		have = append(have, noted{w.Code, w.ClaimID, w.Source})
		if strings.TrimSpace(w.Message) == "" {
			t.Errorf("warning %s has no message", w.Code)
		}
	}
	same(t, "warnings", wanted, have)
}
