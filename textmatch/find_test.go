package textmatch

import (
	"slices"
	"testing"
)

// phraseRow is one phrase against one answer.
type phraseRow struct {
	rule, phrase, answer string
	hit                  bool
}

func checkRows(t *testing.T, rows []phraseRow, opt FindOptions) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.rule, func(t *testing.T) {
			h, ok := Normalize(row.answer).Find(row.phrase, opt)
			if ok != row.hit {
				t.Errorf("%q in %q: hit %v at %v, want %v", row.phrase, row.answer, ok, h, row.hit)
			}
		})
	}
}

func TestFindMatchesPlainPhrases(t *testing.T) {
	checkRows(t, []phraseRow{
		{"within a word", "correct", "That is incorrect.", true},
		{"short, within a word", "no", "It is not known now.", true},
		{"capital within a word", "Go", "We use Django.", true},
		{"digits at a word edge", "10 days", "Within 10 days.", true},
		{"ends in signs", "C++", "Written in C++.", true},
		{"other case", "no", "No.", true},
		{"within brackets", "S1", "See [S1].", true},
		{"plural holds the singular", "refund", "Refunds take a week.", true},
		{"singular lacks the plural", "cargo bikes", "A cargo bike event.", false},
		{"no date arithmetic", "Nov 3", "On November 3.", false},
		{"yes", "yes", "Yes.", true},
		{"nothing to find", " \u200b", "anything", false},
		{"empty text", "x", "", false},
	}, FindOptions{})
}

func TestFindGuardsDigitEdges(t *testing.T) {
	checkRows(t, []phraseRow{
		{"in a longer number, right", "10", "The fee is 100 euro.", false},
		{"in a longer number, left", "10 days", "You have 110 days.", false},
		{"in the middle", "10", "Part 2103.", false},
		{"in a grouped number", "10", "It costs 1,210 euro.", false},
		{"first group", "1", "It costs 1,210 euro.", false},
		{"spaced group", "210", "It costs 1 210 euro.", false},
		{"before a decimal part", "3", "Version 3.5 applies.", false},
		{"after a decimal point", "5", "Version 3.5 applies.", false},
		{"decimal comma", "3", "Es sind 3,5 Liter.", false},
		{"before a full stop", "3", "It is on page 3.", true},
		{"before a full stop and a word", "3", "It is on page 3. Then stop.", true},
		{"before a comma and a word", "3", "In 3, then 4.", true},
		{"a later place fits", "10", "Not 100 but 10.", true},
		{"letters before a number", "S1", "See [S12].", false},
		{"a unit follows", "10", "10km away", true},
		{"percent", "10", "10% off", true},
		{"part of a fraction sign", "1", "Take ½.", false},
		{"fraction sign as two numbers", "1/2", "Take ½.", false},
		{"mixed fraction", "11", "Take 1½.", false},
		{"exponent", "102", "It is 10² here.", false},
		{"footnote mark", "2010", "since 2010² it is", true},
		{"digits of other scripts", "١", "١٢ يوم", false},
	}, FindOptions{})
}

func TestFindFoldsThousandsSeparators(t *testing.T) {
	checkRows(t, []phraseRow{
		{"comma", "1200", "It costs 1,200 euro.", true},
		{"comma in the phrase", "1,200", "It costs 1200 euro.", true},
		{"space", "1200", "It costs 1 200 euro.", true},
		{"no-break space", "1200", "It costs 1\u00a0200 euro.", true},
		{"narrow no-break space", "1,200", "It costs 1\u202f200 euro.", true},
		{"full width", "1200", "１，２００", true},
		{"several groups", "1234567", "1,234,567 people", true},
		{"decimals follow", "1200.50", "It costs 1,200.50 euro.", true},
		{"a point is no separator", "1200", "It costs 1.200 euro.", false},
		{"ill formed", "120", "It costs 1,20 euro.", false},
		{"ill formed stays findable", "1,20", "It costs 1,20 euro.", true},
		{"ill formed later", "1234567", "12,34,567", false},
		{"leading zero", "0123", "0,123 litres", false},
		{"line break", "1200", "1\n200 people", false},
		{"two spaces", "1200", "1  200 people", false},
		{"four digits and three", "2024300", "In 2024 300 people came.", false},
		{"year before a number", "300", "In 2024 300 people came.", true},
		{"telephone number", "4567", "Call 555 123 4567.", true},
		{"number after a number", "5", "Take 5 100,200 pieces", true},
		{"and its own groups", "100200", "Take 5 100,200 pieces", true},
		{"within a decimal part", "123456", "0.123 456", false},
	}, FindOptions{})
}

func TestFindFoldsTypography(t *testing.T) {
	checkRows(t, []phraseRow{
		{"apostrophe", "don't", "You don\u2019t need one.", true},
		{"double quotes", "\"opt out\"", "Choose \u201copt out\u201d.", true},
		{"guillemets", "\"opt out\"", "Choose «opt out».", true},
		{"primes", "5'10\"", "He is 5\u203210\u2033 tall.", true},
		{"acute for an apostrophe", "don't", "You don´t", true},
		{"hard space", "30 days", "Within 30\u00a0days.", true},
		{"en dash", "10-20", "Between 10\u201320 units.", true},
		{"no-break hyphen", "e-mail", "Send an e\u2011mail.", true},
		{"minus sign", "-5", "It is \u22125 degrees", true},
		{"raised minus", "x-1", "x\u207b1", true},
		{"vertical dash", "a-b", "a\ufe31b", true},
		{"soft hyphen is gone", "co-operate", "They co\u00adoperate.", false},
		{"soft hyphen within a word", "cooperate", "They co\u00adoperate.", true},
		{"zero-width space", "zero width", "zero\u200b width", true},
		{"byte-order mark", "ab", "a\ufeffb", true},
		{"direction marks", "שלום", "\u200fשלום\u200f", true},
		{"word joiner", "ab", "a\u2060b", true},
		{"tag characters", "ab", "a\U000E0061b", true},
		{"Windows line end", "three months", "The notice period is three\r\nmonths.", true},
		{"tab and spaces", "three months", "three \t\n months", true},
		{"ellipsis", "wait...", "wait…", true},
		{"ligature", "office", "o\ufb03ce", true},
		{"part of a ligature", "off", "o\ufb03ce", true},
	}, FindOptions{})
}

func TestFindFoldsCaseAndForm(t *testing.T) {
	checkRows(t, []phraseRow{
		{"sharp s in the phrase", "straße 5", "STRASSE 5", true},
		{"sharp s in the answer", "STRASSE 5", "Straße 5", true},
		{"capital sharp s", "straße", "STRAẞE", true},
		{"dotted capital i", "istanbul", "İSTANBUL", true},
		{"dotted capital i, decomposed", "istanbul", "I\u0307STANBUL", true},
		{"final sigma", "οδός", "ΟΔΌΣ", true},
		{"Kelvin sign", "k-factor", "\u212a-factor", true},
		{"acronym", "FAQ", "faq", true},
		{"dotless i is another letter", "ısparta", "ISPARTA", false},
		{"decomposed answer", "café", "cafe\u0301", true},
		{"decomposed phrase", "cafe\u0301", "Café", true},
		{"an accent is not optional", "cafe", "cafe\u0301", false},
		{"mark behind an invisible character", "café", "cafe\u200b\u0301", true},
		{"Vietnamese", "tiếng việt", "TIÊ\u0301NG VIỆT", true},
		{"Hangul jamo", "한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8", true},
		{"half-width kana", "ガイド", "ｶﾞｲﾄﾞ", true},
		{"full-width letters", "abc", "ＡＢＣ", true},
		{"folding that decomposes", "ǰ", "J\u030c", true},
		{"bytes that are not UTF-8", "ab", "a\xffb", false},
	}, FindOptions{})
}

func TestFindReadsThroughMarkdown(t *testing.T) {
	checkRows(t, []phraseRow{
		{"bold within", "30 days", "You have **30** days.", true},
		{"bold around", "30 days", "You have **30 days**.", true},
		{"two kinds", "notice period", "the _notice_ `period`", true},
		{"link text", "30 days", "within [30 days](https://example.test/a_b).", true},
		{"across a link", "30 days", "within [30](https://example.test/a_b) days", true},
		{"underscores within a word", "max_tokens", "Set max_tokens to 5.", true},
		{"two such words", "max_tokens and min_tokens", "max_tokens and min_tokens", true},
		{"not joined", "maxtokens", "Set max_tokens and min_tokens.", false},
		{"escaped underscore", "max_tokens", `Set max\_tokens to 5.`, true},
		{"product", "2*3", "2*3 is 6", true},
		{"products", "234", "2*3*4 is 24", false},
		{"table cells", "30 days", "| 30 | days |", false},
		{"link target", "example.test", "see [here](https://example.test/x)", true},
		{"link target across", "here https", "see [here](https://example.test/x)", false},
		{"image", "a fox jumps", "a ![fox](f.png) jumps", true},
		{"title in a target", "here now", `see [here](x.html "title") now`, true},
		{"parentheses in a target", "here now", "see [here](a_(b)) now", true},
		{"strike-through", "30 days", "~~30~~ days", true},
		{"about sign", "~30", "~30 days and ~40", true},
		{"within a word", "unbelievable", "un**believ**able", true},
		{"code keeps its asterisks", "a*b*c", "`a*b*c`", true},
		{"code keeps its asterisks bare", "abc", "`a*b*c`", false},
		{"bold left open", "30 days", "**30 days", true},
		{"not across paragraphs", "a b", "*a\n\nb*", true},
		{"reference mark stays", "[1]", "as **said** [1].", true},
		{"nested", "it is so", "**it _is_ so**", true},
	}, FindOptions{})
}

func TestFindWordEdges(t *testing.T) {
	checkRows(t, []phraseRow{
		{"within a word", "correct", "That is incorrect.", false},
		{"short, within words", "no", "It is not known now.", false},
		{"capital within a word", "Go", "We use Django.", false},
		{"a later word fits", "no", "Nothing known: no.", true},
		{"ends in signs", "C++", "Written in C++.", true},
		{"begins with a sign", ".NET", "ASP.NET", true},
		{"within brackets", "S1", "See [S1].", true},
		{"possessive", "company", "the company's rule", true},
		{"hyphen", "mail", "an e-mail", true},
		{"underscore", "max", "max_tokens", false},
		{"emphasis", "no", "It is _no_.", true},
		{"plural", "refund", "Refunds take a week.", false},
		{"accented neighbour", "caf", "café", false},
		{"Cyrillic", "дом", "домой", false},
		{"Cyrillic word", "дом", "Это дом.", true},
		{"script without spaces", "退款", "可以退款吗", true},
		{"Latin within such a script", "Go", "使用Go语言", true},
	}, FindOptions{Word: true})
}

func TestHitsAreOriginalBytes(t *testing.T) {
	for _, row := range []struct{ rule, phrase, answer, want string }{
		{"after astral characters", "pilot plant", "🚀🚀🚀 The “pilot plant” ran", "pilot plant"},
		{"curly quotes", `"pilot plant"`, "🚀 The “pilot plant” ran", "“pilot plant”"},
		{"number with separator", "1200", "costs 1,200 euro", "1,200"},
		{"run of spaces", "a b", "a \r\n b", "a \r\n b"},
		{"whole ligature", "of", "o\ufb03ce", "o\ufb03"},
		{"whole expansion", "stras", "Straße", "Straß"},
		{"decomposed", "é", "cafe\u0301s", "e\u0301"},
		{"mark that does not compose", "x", "ax\u0302b", "x\u0302"},
		{"soft hyphen within", "cooperate", "They co\u00adoperate", "co\u00adoperate"},
		{"marks within", "30 days", "**30** days", "30** days"},
		{"around a link", "30 days now", "[30 days](u) now", "30 days](u) now"},
		{"first of two views", "ab", "a**b** ab", "a**b"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			h, ok := Normalize(row.answer).Find(row.phrase, FindOptions{})
			if got := row.answer[h.Start:h.End]; !ok || got != row.want {
				t.Errorf("%q in %q: %q, want %q", row.phrase, row.answer, got, row.want)
			}
		})
	}
}

func TestFindAllYieldsEachPlaceOnce(t *testing.T) {
	const text = "A fee, **a fee**, a **fee** and [a fee](a-fee)."
	var got []string
	for h := range Normalize(text).FindAll("a fee", FindOptions{}) {
		got = append(got, text[h.Start:h.End])
	}
	want := []string{"A fee", "a fee", "a **fee", "a fee"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
