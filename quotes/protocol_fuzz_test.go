package quotes

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzParseAnswer(f *testing.F) {
	for _, seed := range []string{
		"Rain fell.[1]{c1}\n\nEVI1\nc1|1|\"Rain fell\"\nEND_EVI1",
		"Rain [1] {C01}. [2] says so.{c2}[3]\r\n```\nEVI1\nc1 | 1 | “a\nb”.\n```",
		"\"the tide rose\" [1] and „die Flut“ (Log, p. 3). ‘dogs’ home’ [1-3]",
		"EVI1\rc1|0|\"\\u00e9\\\"\rEND_EVI1\r| a | b [1]{c1} |",
		"【1†x】{c1}{c1} ` [2] ` {c99999999999999999999}[99999999999999999999]",
		"议会批准了禁令。[1] 资料没有提到。「引用」[2]\n\n来源:\n[1] a",
		"\xff[1]\xfe{c1}\u2028\ufeffEVI1\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, protocol := range []Protocol{Auto, EVI1, Prose} {
			p := ParseAnswer(answer, protocol, Default)
			wantOffsets(t, answer, p)
			wantUncited(t, p, FindUncited(p, 10, Default))
		}
		p := ParseAnswer(answer, Auto, Compat)
		for _, c := range p.Claims {
			if c.Start != -1 || c.End != -1 {
				t.Fatalf("compat claim with offsets: %+v", c)
			}
		}
		wantUncited(t, p, FindUncited(p, 10, Compat))
		wantRoundTrip(t, answer)
	})
}

// wantOffsets checks that claims lie in the clean text between whole
// characters, and that ids and indexes are what they promise to be.
func wantOffsets(t *testing.T, answer string, p Parsed) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range p.Claims {
		if c.Start < 0 || c.End < c.Start || c.End > len(p.CleanText) {
			t.Fatalf("claim %+v outside the clean text of %q", c, answer)
		}
		if utf8.ValidString(answer) && !utf8.ValidString(p.CleanText[c.Start:c.End]) {
			t.Fatalf("claim %+v cuts a character of %q", c, answer)
		}
		if seen[c.ID] {
			t.Fatalf("two claims %s in %q", c.ID, answer)
		}
		seen[c.ID] = true
	}
	for _, e := range p.Evidence {
		if e.Source < 0 || e.Source > maxIndex || p.HasBlock && e.Source < 1 {
			t.Fatalf("evidence of source %d in %q", e.Source, answer)
		}
	}
}

func wantUncited(t *testing.T, p Parsed, list []Uncited) {
	t.Helper()
	end := 0
	for _, u := range list {
		if u.Start < end || u.End <= u.Start || u.End > len(p.CleanText) {
			t.Fatalf("uncited %+v outside the clean text or out of order: %q", u, p.CleanText)
		}
		end = u.End
	}
}

// wantRoundTrip checks that a quote comes back from the block it is written
// to, but for CRLF, which the form cannot tell from LF.
func wantRoundTrip(t *testing.T, quote string) {
	t.Helper()
	if !utf8.ValidString(quote) {
		return
	}
	text := "Body.[7]{c3}\n" + Serialize([]Evidence{{"c3", 7, quote}})
	want := strings.ReplaceAll(quote, "\r\n", "\n")
	for _, profile := range []Profile{Default, Compat} {
		p := ParseAnswer(text, EVI1, profile)
		if len(p.Evidence) != 1 || p.Evidence[0] != (Evidence{"c3", 7, want}) || len(p.Warnings) > 0 {
			t.Fatalf("profile %d: %q comes back as %+v, warnings %v", profile, quote, p.Evidence, p.Warnings)
		}
		if p.CleanText != "Body.[7]" {
			t.Fatalf("profile %d: clean text %q", profile, p.CleanText)
		}
	}
}
