package reports

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// drawnParts draws every part of every fixture, by name.
func drawnParts(t *testing.T) map[string]func(io.Writer) error {
	t.Helper()
	out := map[string]func(io.Writer) error{}
	for name, v := range views(t) {
		out["run "+name] = func(w io.Writer) error { return RunPart(w, v.Doc) }
		for e := range v.Entries() {
			for _, blind := range []bool{true, false} {
				out[fmt.Sprintf("question %s %d, blind %t", name, e.Question.Seq, blind)] = func(w io.Writer) error {
					return QuestionPart(w, v.Doc.Run, e, QuestionOptions{Opinions: adaSaid, Blind: blind})
				}
			}
		}
	}
	for name, c := range comparisons(t) {
		if c.two != nil {
			out["comparison "+name] = func(w io.Writer) error { return ComparisonPart(w, *c.two, sidesOf(c), saidOfBoth) }
		}
	}
	for name, doc := range trends(t) {
		out["trend "+name] = func(w io.Writer) error { return TrendPart(w, doc) }
	}
	return out
}

func adaSaid(_ string, _ int, d results.Dimension) []Opinion {
	return []Opinion{{Rater: "ada", Score: 2, Comment: "on " + string(d)}}
}

var saidOfBoth = ComparisonOptions{Base: adaSaid, Head: adaSaid, Link: func(side, id string) string { return "/runs/" + side + "/questions/" + id }}

func partOf(t *testing.T, draw func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPartsFitAPageWithItsOwnFrame: below one h1, under a policy that allows
// nothing inline, ids that find each other.
func TestPartsFitAPageWithItsOwnFrame(t *testing.T) {
	foreign := regexp.MustCompile(`<(style|script|link|html|head|body|main|header|h1|form)\b| (style|on[a-z]+)="`)
	for name, draw := range drawnParts(t) {
		part := partOf(t, draw)
		if found := foreign.FindString(part); found != "" {
			t.Errorf("%s holds %s", name, found)
		}
		if strings.Contains(part, "ZgotmplZ") {
			t.Errorf("%s holds a value that its template refused", name)
		}
		checkWalk(t, name, "<h1>"+part)
	}
}

// checkWalk holds a page to what a screen reader goes by: headings skip no
// level, ids are unique and found.
func checkWalk(t *testing.T, name, page string) {
	t.Helper()
	before := byte('0')
	for _, m := range regexp.MustCompile(`<h([1-6])\b`).FindAllStringSubmatch(page, -1) {
		if m[1][0] > before+1 {
			t.Errorf("%s: a heading of level %s follows one of level %c", name, m[1], before)
		}
		before = m[1][0]
	}
	ids, refs := map[string]int{}, []string{}
	for _, m := range regexp.MustCompile(` (id|aria-labelledby|for|href)="(#?)([^"]*)"`).FindAllStringSubmatch(page, -1) {
		switch {
		case m[1] == "id":
			ids[m[3]]++
		case m[1] != "href" || m[2] == "#":
			refs = append(refs, strings.Fields(m[3])...)
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%s: %d elements have the id %q", name, n, id)
		}
	}
	for _, ref := range refs {
		if ids[ref] == 0 {
			t.Errorf("%s: nothing has the id %q", name, ref)
		}
	}
}

// TestPartsTellWhatTheirPagesTell holds each part to the bytes of its page.
func TestPartsTellWhatTheirPagesTell(t *testing.T) {
	check := func(name, page string, draw func(io.Writer) error) {
		t.Helper()
		if _, part, _ := strings.Cut(partOf(t, draw), "</p>\n"); part == "" || !strings.Contains(page, part) {
			t.Errorf("%s: the page does not hold the part\n%s", name, part)
		}
	}
	for name, v := range views(t) {
		page := string(render(t, HTML, v))
		from, to := strings.Index(page, `<nav class="contents"`), strings.Index(page, "<main id=\"main\">\n")
		check(name, page[:from]+page[to+len("<main id=\"main\">\n"):], func(w io.Writer) error { return RunPart(w, v.Doc) })
	}
	for name, c := range comparisons(t) {
		if c.two != nil {
			check(name, written(t, ".html", c), func(w io.Writer) error { return ComparisonPart(w, *c.two, sidesOf(c), ComparisonOptions{}) })
		}
	}
	for name, doc := range trends(t) {
		page := strings.ReplaceAll(string(drawTrend(t, TrendHTML, doc)), "<style>"+svgRules+"</style>\n", "")
		check(name, page, func(w io.Writer) error { return TrendPart(w, doc) })
	}
}

// TestTheStyleOfPartsHasTheRulesOfCharts: without them a chart is black on
// black, and no part may bring its own.
func TestTheStyleOfPartsHasTheRulesOfCharts(t *testing.T) {
	style := PageStyle()
	for _, rule := range []string{".trend .line{", ".chart .interval {", ".given.differs", ":root {"} {
		if !strings.Contains(style, rule) {
			t.Errorf("no %s in the style sheet", rule)
		}
	}
	if strings.Contains(style, "@import") || strings.Contains(style, "url(") {
		t.Error("the style sheet fetches something")
	}
}

func TestPartsReturnErrors(t *testing.T) {
	for name, draw := range drawnParts(t) {
		returnsWriteErrors(t, name, len(partOf(t, draw)), draw)
	}
	broken := errors.New("records cut off")
	failing := func(string) ([]results.Record, error) { return nil, broken }
	if err := ComparisonPart(io.Discard, *comparisons(t)["kept"].two, Sides{Base: failing, Head: failing}, ComparisonOptions{}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
