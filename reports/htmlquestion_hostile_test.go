package reports

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/internal/injections"
	"github.com/evalrun/evalrun/results"
)

// scripted are texts that have run in pages which meant to show them: all with
// characters beyond ASCII, and every third of the others. Templates look at
// characters, of which each of these has the same few; a browser, which looks
// for more, is shown all of them.
func scripted() map[string]string {
	out := map[string]string{"long": strings.Repeat("<b onclick=alert(1)>", 100)}
	for i, text := range injections.All() {
		if i%3 == 0 || strings.ContainsFunc(text.Text, func(r rune) bool { return r < ' ' || r > '~' }) {
			out[text.Name] = text.Text
		}
	}
	return out
}

// TestNoTextOfARecordBecomesMarkup puts each text into every place of a
// question and its records. The page must have the tags and attributes that a
// harmless text gives, and no others.
func TestNoTextOfARecordBecomesMarkup(t *testing.T) {
	harmless := questionTokens(t, "harmless text")
	checkOwnMarkup(t, harmless)
	want := skeleton(harmless)
	for name, set := range map[string]map[string]string{"scripted": scripted(), "hostile": hostile} {
		for kind, text := range set {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				tokens := questionTokens(t, text)
				checkOwnMarkup(t, tokens)
				if oneLine(text) == "" {
					return
				}
				if diff := cmp.Diff(want, skeleton(tokens)); diff != "" {
					t.Errorf("%q changed the page:\n%s", text, diff)
				}
				checkShown(t, tokens, text)
			})
		}
	}
}

func FuzzQuestionPage(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkOwnMarkup(t, questionTokens(t, text)) })
}

func questionTokens(t *testing.T, text string) []token {
	t.Helper()
	run, e := filled(text)
	said := func(string, int, results.Dimension) []Opinion {
		return []Opinion{{Rater: text, Score: 2, Comment: text}}
	}
	page := questionPage(t, run, e)
	for _, opt := range []QuestionOptions{{Opinions: said}, {Blind: true}} {
		page += questionPart(t, run, e, opt)
	}
	tokens, err := tokenize(page)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return tokens
}

func questionPage(t *testing.T, run results.RunInfo, e results.Entry) string {
	t.Helper()
	var b bytes.Buffer
	if err := htmlPages().ExecuteTemplate(&b, "question.html", questionView(run, e, QuestionOf(run, e))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func questionPart(t testing.TB, run results.RunInfo, e results.Entry, opt QuestionOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := QuestionPart(&b, run, e, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	ownTags   = strings.Fields("div p span h2 h3 h4 details summary dl dt dd pre ul li strong code table caption thead tbody tr th td q a mark")
	ownWord   = regexp.MustCompile(`^(|#?q[0-9]+(t[0-9]+)?[acp][0-9]+|[0-9]+|col|row|region|[a-z]+( [a-z]+)?|Citations|Claims|Least supported sentences|Attempts)$`)
	ownAttrs  = strings.Fields("class id href data-n open tabindex role aria-label scope")
	ownStyles = strings.Fields("question traits tag text query fold turns because try badge pass fail error inconclusive skipped unknown warning " +
		"sides checks muted small wide scores reasoning low number sentence message passage facts claim weak people given differs remark")
)

// checkOwnMarkup holds a page to the tags, attributes and values that the
// templates have themselves.
func checkOwnMarkup(t *testing.T, tokens []token) {
	t.Helper()
	for _, token := range tokens {
		if strings.ContainsFunc(token.text, func(r rune) bool { return hidden(r) || (r < ' ' && r != '\n' && r != '\t') }) {
			t.Fatalf("a rune that does not show in %q", token.text)
		}
		if token.name == "" {
			continue
		}
		if !slices.Contains(ownTags, token.name) {
			t.Fatalf("<%s> is none of our tags", token.name)
		}
		for _, attr := range token.attrs {
			if !slices.Contains(ownAttrs, attr[0]) || !ownWord.MatchString(attr[1]) {
				t.Fatalf("<%s %s=%q> is none of our attributes", token.name, attr[0], attr[1])
			}
			if attr[0] == "class" && slices.ContainsFunc(strings.Fields(attr[1]), func(s string) bool { return !slices.Contains(ownStyles, s) }) {
				t.Fatalf("class %q is none of ours", attr[1])
			}
		}
	}
}

// checkShown finds the text as it is to be read, between tags.
func checkShown(t *testing.T, tokens []token, text string) {
	t.Helper()
	whole, line := visibleLines(text), oneLine(text)
	var wholes, onLine int
	for _, token := range tokens {
		if strings.Contains(token.text, whole) {
			wholes++
		}
		if strings.Contains(token.text, line) {
			onLine++
		}
	}
	if wholes < 10 || onLine < 30 && len(line) < maxName {
		t.Errorf("%q is shown %d times whole and %d times on one line", text, wholes, onLine)
	}
}

// filled is a run and a question of which every string is the text, every
// list has two items, and every stretch is the whole text.
func filled(text string) (results.RunInfo, results.Entry) {
	var e results.Entry
	injections.Fill(&e, text)
	dimension := results.Dimension(text)
	run := results.RunInfo{Repeats: 2, Dimensions: map[results.Category][]results.Dimension{results.Category(text): {dimension}}}
	for i := range e.Records {
		r := &e.Records[i]
		r.Repeat = i
		var cell results.Cell
		injections.Fill(&cell, text)
		if i == 1 {
			cell.Score = nil
		}
		r.Cells = map[results.Series]results.Cell{results.SeriesOf(r.Category, dimension): cell}
		r.Grounding.Claims[0].Via, r.Grounding.Claims[0].Denied, r.Grounding.Claims[1].Denied = "", false, false
		r.JudgeAgain[0].Prompt.User += " again"
		r.Quotes.Citations[0].Field, r.Quotes.Citations[1].Field = results.QuoteInTitle, ""
	}
	return run, e
}
