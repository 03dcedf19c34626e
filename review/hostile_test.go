package review

import (
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/injections"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

var (
	anyTag     = regexp.MustCompile(`<!doctype html>|</?[a-zA-Z][a-zA-Z0-9]*(?: [a-zA-Z][a-zA-Z0-9:-]*(?:="[^"<>]*")?)*/?>`)
	anyName    = regexp.MustCompile(` ([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"<>]*)")?`)
	ourAddress = regexp.MustCompile(`^(/[^/\\]|/$|\?|#)`)
)

// forms are the tags of a page with the names of their attributes. All markup
// that is not ours, and all that leads elsewhere, is an error.
func forms(t *testing.T, name, page string) map[string]bool {
	t.Helper()
	out, seen, end := map[string]bool{}, map[string]bool{}, 0
	for _, at := range append(anyTag.FindAllStringIndex(page, -1), []int{len(page), len(page)}) {
		if between := page[end:at[0]]; strings.ContainsAny(between, "<>") {
			t.Errorf("%s: markup in a text: %.120q", name, between)
		}
		tag := page[at[0]:at[1]]
		if end = at[1]; tag != "" && !seen[tag] {
			seen[tag] = true
			out[formOf(t, name, tag)] = true
		}
	}
	return out
}

func formOf(t *testing.T, name, tag string) string {
	t.Helper()
	form := strings.TrimRight(strings.Fields(tag)[0], ">")
	for _, attr := range anyName.FindAllStringSubmatch(tag, -1) {
		form += " " + attr[1]
		value := html.UnescapeString(attr[2])
		switch attr[1] {
		case "href", "src", "action", "formaction", "xlink:href":
			if !ourAddress.MatchString(value) {
				t.Errorf("%s: %s leads to %q", name, attr[1], value)
			}
		case "style":
			t.Errorf("%s: a style in %s", name, tag)
		}
		if strings.HasPrefix(strings.ToLower(attr[1]), "on") {
			t.Errorf("%s: %s", name, tag)
		}
	}
	return form
}

// everyPage asks for the pages of two runs with the texts in every place, the
// first of them also where a page has but one. The first run has labels.
func everyPage(t *testing.T, texts ...string) map[string]string {
	t.Helper()
	one := texts[0]
	s := openShop(t, func(c *Config) { c.Rater = oneLineName("ada" + one) })
	var questions []asked
	for i, text := range texts {
		for _, q := range plainQuestions() {
			questions = append(questions, asked{
				id: fmt.Sprint(q.id, i, text, "."), query: q.query + text, answer: q.answer + text, line: q.line + text, score: q.score,
				group: "g" + text, tags: []string{"t" + text},
			})
		}
	}
	changed := slices.Clone(questions)
	for i := range changed {
		changed[i].score, changed[i].answer = 7-changed[i].score, changed[i].answer+"!"
	}
	suite := "shop" + one
	first, second := s.hour(0, suite, questions), s.hour(1, suite, changed)
	var said runstore.Saying
	for i, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\r") {
			continue // no label can be of such a question
		}
		for _, rater := range []string{"ada" + one, "bob" + text} {
			said.Labels = append(said.Labels, results.Label{
				ID: questions[3*i+1].id, Dimension: "grounding", Rater: oneLineName(rater), Score: 4, Comment: "c" + text, At: shopTime,
			})
		}
		said.Remarks = append(said.Remarks, results.Remark{ID: questions[3*i].id, Rater: "bob", Flag: true, Comment: "r" + text, At: shopTime})
	}
	s.check(runstore.OpenLabelLog(s.dir+"/"+first, nil).Append(said))
	pages := map[string]string{}
	run := "/runs/" + first
	for name, path := range map[string]string{
		"runs": "/", "suite": "/?suite=" + url.QueryEscape(suite), "run": run, "queue": run + "/queue", "labels": run + "/labels",
		"compare": "/compare?base=" + first + "&head=" + second, "trend": "/trends/" + url.PathEscape(suite),
		"search": "/search?q=" + url.QueryEscape("coins"),
	} {
		pages[name] = s.get(path)
	}
	for page := 2; page <= (len(questions)+perPage-1)/perPage; page++ {
		pages[fmt.Sprint("run, page ", page)] = s.get(fmt.Sprint(run, "?page=", page))
	}
	for i, text := range texts {
		pages[fmt.Sprint("question ", i)] = s.get(fmt.Sprint(run, "/questions/", 3*i+1))
		if i%30 > 0 {
			continue
		}
		for name, path := range map[string]string{
			"filtered": run + "?text=" + url.QueryEscape(text) + "&tag=" + url.QueryEscape("t"+text) + "&verdict=" + url.QueryEscape(text),
			"flagged":  fmt.Sprint(run, "/questions/", 3*i, "?from=queue"),
			"searched": "/search?q=" + url.QueryEscape(text), "missing": "/runs/" + url.PathEscape(text+"x"),
			"no trend": "/trends/" + url.PathEscape(text+"x"), "bad page": run + "?page=" + url.QueryEscape(text+"x"),
			"no search": "/search?q=a&run=" + url.QueryEscape(text+"x"),
		} {
			pages[fmt.Sprint(name, " ", i)] = s.ask("GET", path).text
		}
	}
	return pages
}

// oneLineName is what of a text a name may hold.
func oneLineName(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)), " ")
}

func TestHostileTextsAreText(t *testing.T) {
	t.Parallel()
	var texts, words []string
	for i, text := range injections.All() {
		texts, words = append(texts, text.Text), append(words, fmt.Sprint(" plain", i))
	}
	ours := map[string]bool{}
	for _, of := range [][]string{words, words[:2]} {
		for name, page := range everyPage(t, of...) {
			maps.Copy(ours, forms(t, name, page))
		}
	}
	check := func(texts ...string) {
		for name, page := range everyPage(t, texts...) {
			for form := range forms(t, fmt.Sprintf("%s after %q", name, texts[0]), page) {
				if !ours[form] {
					t.Errorf("%s after %q has %s>", name, texts[0], form)
				}
			}
		}
	}
	check(texts...)
	// The names that a page has but once: some of each kind.
	for at := 0; at < len(texts); at += 50 {
		if utf8.ValidString(texts[at]) { // JSON holds no other name
			check(texts[at], texts[0])
		}
	}
}
