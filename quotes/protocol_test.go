package quotes

import (
	"strings"
	"testing"
)

// block wraps evidence lines in a whole answer that cites c1 from source 1.
func evidenceBlock(lines string) string {
	return "Rain fell.[1]{c1}\n\nEVI1\n" + lines + "\nEND_EVI1"
}

func TestBlocksAreFound(t *testing.T) {
	const line = `c1|1|"Rain fell"`
	item := []Evidence{{"c1", 1, "Rain fell"}}
	for _, tt := range []struct {
		name, answer string
		clean        string
		items        []Evidence
		codes        []WarningCode
	}{
		{"one block, no remark", "Rain.[1]{c1}\nEVI1\n" + line + "\nEND_EVI1", "Rain.[1]", item, nil},
		{"cut off behind a line", "Rain.[1]{c1}\nEVI1\n" + line, "Rain.[1]", item, []WarningCode{Unterminated}},
		{"cut off within a line", "Rain.[1]{c1}\nEVI1\n" + line + "\nc2|1|\"the riv", "Rain.[1]", item, []WarningCode{Unterminated, MalformedLine}},
		{"cut off behind the tag", "Rain.[1]{c1}\nEVI1\n", "Rain.[1]", nil, []WarningCode{Unterminated, MissingEvidence}},
		{"text behind a block that does not end", "Rain.[1]{c1}\nEVI1\n" + line + "\n\nHope this helps.", "Rain.[1]\n\nHope this helps.", item, []WarningCode{Unterminated}},
		{"a heading of that name is no block", "EVI1\nis the name of a form.\nRain.[1]{c1}", "EVI1\nis the name of a form.\nRain.[1]", nil, []WarningCode{MissingEvidence}},
		{"the start forgotten", "Rain.[1]{c1}\n" + line + "\nEND_EVI1", "Rain.[1]", item, []WarningCode{Lenient}},
		{"several: the last is read, none is shown", "EVI1\nc9|9|\"old\"\nEND_EVI1\nRain.[1]{c1}\nEVI1\n" + line + "\nEND_EVI1", "Rain.[1]", item, []WarningCode{SeveralBlocks}},
		{"an end too many does not hide the block", "Rain.[1]{c1}\nEVI1\n" + line + "\nEND_EVI1\nnote\nEND_EVI1", "Rain.[1]\nnote", item, []WarningCode{MalformedLine}},
		{"fence around it", "Rain.[1]{c1}\n\n```text\nEVI1\n" + line + "\nEND_EVI1\n```\n", "Rain.[1]", item, []WarningCode{Lenient}},
		{"fence cut off with it", "Rain.[1]{c1}\n```\nEVI1\n" + line, "Rain.[1]", item, []WarningCode{Unterminated, Lenient}},
		{"fence of code before it stays", "Rain.[1]{c1}\n```\ncode\n```\nEVI1\n" + line + "\nEND_EVI1\n", "Rain.[1]\n```\ncode\n```", item, nil},
		{"fence within it", "Rain.[1]{c1}\nEVI1\n```\n" + line + "\n```\nEND_EVI1", "Rain.[1]", item, nil},
		{"emphasis and a colon at the tags", "Rain.[1]{c1}\n**EVI1:**\n" + line + "\n**end_evi1**", "Rain.[1]", item, []WarningCode{Lenient}},
		{"lines that end with CR", "Rain.[1]{c1}\rEVI1\r" + line + "\rEND_EVI1", "Rain.[1]", item, []WarningCode{Lenient}},
		{"lines that end with CRLF", "Rain.[1]{c1}\r\nEVI1\r\n" + line + "\r\nEND_EVI1\r\n", "Rain.[1]", item, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ParseAnswer(tt.answer, Auto, Default)
			equal(t, "clean text", tt.clean, p.CleanText)
			equal(t, "evidence", tt.items, p.Evidence)
			equal(t, "warnings", tt.codes, codesOf(p.Warnings))
		})
	}
}

func TestEvidenceLinesAreReadLeniently(t *testing.T) {
	for _, tt := range []struct {
		name, line, quote string
	}{
		{"blanks around pipes", `c1 | 1 | "q"`, "q"},
		{"bullet", `- c1|1|"q"`, "q"},
		{"list number", `1. c1|1|"q"`, "q"},
		{"row of a table", `| c1 | 1 | "q" |`, "q"},
		{"curly marks", `c1|1|“q”`, "q"},
		{"low marks", `c1|1|„q“`, "q"},
		{"guillemets", `c1|1|«q»`, "q"},
		{"full stop behind", `c1|1|"q".`, "q"},
		{"capital C", `C1|1|"q"`, "q"},
		{"zeros before the id", `c001|1|"q"`, "q"},
		{"brackets around the index", `c1|[1]|"q"`, "q"},
		{"braces around the id", `{c1}|1|"q"`, "q"},
		{"broken over lines", "c1|1|\"one\n  two \"x\" three\nfour\"", "one\ntwo \"x\" three\nfour"},
		{"a path that was not escaped", `c1|1|"C:\dir\new"`, "C:\\dir\new"},
		{"a formula that was not escaped", `c1|1|"\alpha \theta"`, `\alpha \theta`},
		{"JSON's escapes", `c1|1|"it\'s a\/b \u00e9 \ud83d\ude00"`, "it's a/b é 😀"},
		{"a backslash at the end", `c1|1|"C:\"`, `C:\`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := ParseAnswer(evidenceBlock(tt.line), EVI1, Default)
			equal(t, "evidence", []Evidence{{"c1", 1, tt.quote}}, p.Evidence)
			equal(t, "warnings", []WarningCode{Lenient}, codesOf(p.Warnings))
		})
	}
}

func TestEvidenceLinesOfTheProtocolDrawNoRemark(t *testing.T) {
	for name, tt := range map[string][2]string{
		"escapes":            {`c1|1|"one\ntwo \"x\" C:\\dir"`, "one\ntwo \"x\" C:\\dir"},
		"inner marks, pipes": {`c1|1|"a|b "x" c"`, `a|b "x" c`},
		"a final backslash":  {`c1|1|"C:\\"`, `C:\`},
		"indented":           {"\t c1|1|\"q\"  ", "q"},
		"empty":              {`c1|1|""`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := ParseAnswer(evidenceBlock(tt[0]), EVI1, Default)
			equal(t, "evidence", []Evidence{{"c1", 1, tt[1]}}, p.Evidence)
			equal(t, "warnings", []WarningCode{}, codesOf(p.Warnings))
		})
	}
}

func TestEvidenceLinesThatCannotBeRead(t *testing.T) {
	for name, tt := range map[string]struct {
		line string
		code WarningCode
	}{
		"no marks around the quote": {`c1|1|unquoted`, MalformedLine},
		"a quote that never ends":   {`c1|1|"open`, MalformedLine},
		"no source":                 {`c1||"q"`, MalformedLine},
		"prose":                     {`the quote is "q"`, MalformedLine},
		"source 0":                  {`c1|0|"q"`, BadIndex},
		"a huge source":             {`c1|1000001|"q"`, BadIndex},
		"one that overflows":        {`c1|99999999999999999999999|"q"`, BadIndex},
	} {
		t.Run(name, func(t *testing.T) {
			items, warnings, found := parseAppendix(evidenceBlock(tt.line), Default)
			if !found || len(items) > 0 {
				t.Errorf("found = %v, items %v", found, items)
			}
			equal(t, "warnings", []WarningCode{tt.code}, codesOf(warnings))
		})
	}
}

func TestBrokenQuoteDoesNotSwallowTheNextEvidence(t *testing.T) {
	items, warnings, _ := parseAppendix(evidenceBlock("c1|1|\"open\nc2|2|\"whole\""), Default)
	equal(t, "items", []Evidence{{"c2", 2, "whole"}}, items)
	equal(t, "warnings", []WarningCode{MalformedLine}, codesOf(warnings))
}

func TestCrossCheckKeepsOrphansAndDuplicatesApart(t *testing.T) {
	p := ParseAnswer("Rain.[1][2]{c1}\nEVI1\nc1|1|\"a\"\nc1|1|\"b\"\nc8|1|\"x\"\nc8|1|\"y\"\nEND_EVI1", EVI1, Default)
	equal(t, "evidence", []Evidence{{"c1", 1, "a"}, {"c1", 1, "b"}, {"c8", 1, "x"}, {"c8", 1, "y"}}, p.Evidence)
	equal(t, "orphans", []Evidence{{"c8", 1, "x"}}, p.Orphans)
	equal(t, "warnings", []WarningCode{DuplicateEvidence, OrphanEvidence, DuplicateEvidence, MissingEvidence}, codesOf(p.Warnings))
}

func TestAutoTakesProseWhereNothingIsMarked(t *testing.T) {
	for name, tt := range map[string]struct {
		answer string
		want   Protocol
	}{
		"a block":                 {"Rain.\nEVI1\nEND_EVI1", EVI1},
		"markers without a block": {"Rain.[1]{c1}", EVI1},
		"quotation marks":         {`"Rain fell" [1].`, Prose},
		"a refusal":               {"The sources do not say.", Prose},
	} {
		if got := resolveProtocol(tt.answer, Auto, Default); got != tt.want {
			t.Errorf("%s: read as %s, want %s", name, got, tt.want)
		}
		if got := resolveProtocol(tt.answer, Auto, Compat); got != EVI1 {
			t.Errorf("%s: the compat profile reads %s", name, got)
		}
	}
}

func TestHostileAnswersTakeLinearTime(t *testing.T) {
	const n = 4000
	for name, part := range map[string]string{
		"start tags":           "EVI1\n",
		"end tags":             "END_EVI1\n",
		"blocks":               "EVI1\nc1|1|\"a\"\nEND_EVI1\n\n",
		"fenced blocks":        "```\nEVI1\nEND_EVI1\n```\n",
		"quotes that open":     "c1|1|\"\n",
		"brackets":             "[",
		"groups":               "[1]",
		"markers":              "{c1}",
		"groups and words":     "a [1] b ",
		"words and a mark":     " \"a",
		"marks that open":      "“",
		"marks that close":     "a” ",
		"German and back":      "„a“",
		"backticks":            "`",
		"single marks":         " 'a",
		"parentheses":          "(",
		"a list of no sources": "Sources\n1. a\n",
		"commas and digits":    "[1,2,3 ",
	} {
		t.Run(name, func(t *testing.T) {
			answer := strings.Repeat(part, n)
			for _, profile := range []Profile{Default, Compat} {
				for _, protocol := range []Protocol{EVI1, Prose} {
					FindUncited(ParseAnswer(answer, protocol, profile), 40, profile)
				}
			}
		})
	}
}
