package quotes

import "testing"

func TestMatchTooShort(t *testing.T) {
	for _, c := range []struct {
		name, text, quote string
		short             bool
	}{
		{"one word", harbour, "the", true},
		{"two words", harbour, "pilot plant", true},
		{"a word that is clipped", "a healthy heart", "art", true},
		{"two ideographs", "他们昨天到达了北京的车站。", "北京", true},
		{"two words of twenty characters", "an interdepartmental commission met", "interdepartmental commission", false},
		{"three words", harbour, "in winter than", false},
		{"a number", "It closed in 1987 for good", "1987", false},
		{"a whole sentence", "They came. Ships sank. All went home.", "Ships sank.", false},
		{"a whole sentence without its full stop", "They came. Ships sank. All went home.", "Ships sank", false},
		{"part of a sentence", "They came. Many ships sank. All went home.", "ships sank.", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := prepare(c.text).Match(c.quote)
			if m.TooShort != c.short {
				t.Fatalf("too short %v, want %v (%s)", m.TooShort, c.short, m.Method)
			}
			if c.short && m.Score != 0 {
				t.Errorf("score %g for a quote that proves nothing", m.Score)
			}
			if !c.short && m.Score != 1 {
				t.Errorf("score %g, want 1", m.Score)
			}
		})
	}
}

func TestMatchTitle(t *testing.T) {
	p := Prepare(Source{Title: "Gary Oldman", Text: harbour}, Default, MatchOptions{})
	if m := p.Match("Gary Oldman"); m.Field != "title" || m.TooShort || m.Score != 1 {
		t.Errorf("whole title: %+v", m)
	}
	m := p.Match("Gary Oldman: The harbour board met on Tuesday.")
	if m.Method != Loose || m.Field != "text" || *m.Start != 0 {
		t.Errorf("title before a quote: %+v", m)
	}
}

func TestMatchFields(t *testing.T) {
	p := Prepare(Source{Text: "Something else is said in here.", ExtraTexts: []string{"", harbour}}, Default, MatchOptions{})
	m := p.Match("Ferries run more often in winter")
	if m.Field != "extraTexts[1]" || harbour[*m.Start:*m.End] != "Ferries run more often in winter" {
		t.Errorf("%+v", m)
	}
}

func TestMatchOccurrences(t *testing.T) {
	p := prepare("The gate was never shut at night. The gate was shut at noon. The gate was shut at noon again.")
	m := p.Match("The gate was shut at noon")
	if m.Occurrences != 2 || m.RunnerUp != 1 || *m.Start != 34 {
		t.Errorf("two places: %d, runner-up %g, start %d", m.Occurrences, m.RunnerUp, *m.Start)
	}
	m = p.Match("The gate was shut at night.")
	if kinds(m) != kindNegation || m.RunnerUp < 0.5 {
		t.Errorf("a similar place elsewhere: %v, runner-up %g", m.Alterations, m.RunnerUp)
	}
}

// TestMatchAddedWord: a word that the source does not have keeps a quote from
// passing, however long the rest is; a garbled word does not.
func TestMatchAddedWord(t *testing.T) {
	p := prepare(harbour)
	for quote, passes := range map[string]bool{
		"Critics said that the plan may harm the precious eel grass before the summer.": false,
		"Critics said that the plan may harm the sand banks before the summer season":   false,
		"Critics said that the plan may hrm the eel gras5 before the surnrner":          true,
		"Critics said the plan may harm eel grass before the summer":                    true,
	} {
		if m := p.Match(quote); m.Method != Fuzzy || (m.Score > addedCap) != passes {
			t.Errorf("%s %.3f for %q", m.Method, m.Score, quote)
		}
	}
}

// TestMatchPrefersAnUnclippedPlace: the same words may stand once behind a
// negator and once without.
func TestMatchPrefersAnUnclippedPlace(t *testing.T) {
	text := "We saw no clear signs of damage. Later there were clear signs of damage."
	m := prepare(text).Match("clear signs of damage")
	if len(m.Alterations) > 0 || m.Score != 1 || *m.Start < 40 {
		t.Errorf("%+v", m)
	}
}

func TestLocate(t *testing.T) {
	other := "A different report says that the mill burned down in the autumn of that year."
	sources := []*Prepared{prepare(other), prepare(harbour), prepare("The mayor was not at the harbour.")}
	for _, c := range []struct {
		name, quote string
		cited       int
		method      Method
		foundIn     int
	}{
		{"in the cited source", "Ferries run more often in winter", 2, Exact, 0},
		{"in another source", "Ferries run more often in winter", 1, Exact, 2},
		{"in no source", "The council sold the old opera house to a bank", 1, NotFound, 0},
		{"cited source does not exist", "Ferries run more often in winter", 9, Exact, 2},
		{"nearly in another source", "Ferries run more oftne in winter than in summer", 3, Fuzzy, 2},
		{"altered in the cited source", "the mill burned down in the spring of that year", 1, Fuzzy, 0},
		{"altered in another source only", "Ferries run less often in winter than in summer", 1, NotFound, 0},
		{"too short to tell sources apart", "harbour", 1, NotFound, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, in := Locate(c.quote, sources, c.cited)
			if m.Method != c.method || in != c.foundIn {
				t.Errorf("%s in %d, want %s in %d", m.Method, in, c.method, c.foundIn)
			}
		})
	}
}

func TestSnippetAndAround(t *testing.T) {
	p := Prepare(Source{Text: "Nothing here.", ExtraTexts: []string{harbour}}, Default, MatchOptions{})
	m := p.Match("no fare increase until April")
	if got, want := p.Snippet(m, 12), "…It expects no fare increase until April, and the…"; got != want {
		t.Errorf("snippet %q, want %q", got, want)
	}
	if got, want := p.Around(m, 12), " It expects no fare increase until April, and the “p"; got != want {
		t.Errorf("around %q, want %q", got, want)
	}
	absentMatch := p.Match("the opera house was sold to a bank")
	if got := p.Snippet(absentMatch, 12); got != "" {
		t.Errorf("snippet %q of nothing", got)
	}
	if got := p.Around(absentMatch, 4); got != "Nothing " && got != harbour[:8] {
		t.Errorf("around %q, want the head of a field", got)
	}
}
