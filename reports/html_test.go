package reports

import (
	"fmt"
	"html"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestPageOfARunWithoutAModelSaysItAboveAllElse(t *testing.T) {
	for _, name := range []string{"offline", "nothing"} {
		header, _ := between(string(render(t, HTML, views(t)[name])), "<header>", "<p class=\"headline\">")
		if !strings.Contains(header, "No model judged") {
			t.Errorf("%s does not say that no model judged:\n%s", name, header)
		}
	}
}

// TestPageNeedsNothingElse: nothing is fetched, the policy allows the style
// sheet and the script by what they hold, and links lead to the page itself or
// to files that stand beside it.
func TestPageNeedsNothingElse(t *testing.T) {
	for name, v := range views(t) {
		page := string(render(t, HTML, v))
		for _, m := range regexp.MustCompile(`(?:href|src|action|srcset)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if m[1] != "records.jsonl" && m[1] != "report.json" && !strings.HasPrefix(m[1], "#") {
				t.Errorf("%s leads to %q", name, m[1])
			}
		}
		escaped, _ := between(page, `Content-Security-Policy" content="`, `"`)
		policy := html.UnescapeString(escaped)
		for _, tag := range []string{"style", "script"} {
			content, _ := between(page, "<"+tag+">", "</"+tag+">")
			if want := tag + "-src " + hashSource(content); !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q has no %q", name, policy, want)
			}
			if strings.Count(page, "<"+tag) != 1 {
				t.Errorf("%s holds %d elements %s, the policy allows one", name, strings.Count(page, "<"+tag), tag)
			}
		}
		if !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
	}
}

// TestPageCanBeWalkedThrough holds the page to what a screen reader goes by:
// ids are unique, what refers to one finds it, and headings skip no level.
func TestPageCanBeWalkedThrough(t *testing.T) {
	for name, v := range views(t) {
		page := string(render(t, HTML, v))
		checkWalk(t, name, page)
		if strings.Count(page, "<table") != strings.Count(page, "<caption>") {
			t.Errorf("%s has a table without a caption", name)
		}
	}
}

func TestPageOfALargeRunUnfoldsWhatDidNotPassFirst(t *testing.T) {
	fail, pass := entryWith(t, results.Fail), entryWith(t, results.Pass)
	v := views(t)["nightly"]
	const fails, passes = 2100, 10_300
	v.Entries = repeated(pass, passes, fail, fails)
	page := string(render(t, HTML, v))
	type kind struct {
		state string
		folds bool
	}
	count, states := map[kind]int{}, []string{}
	for _, row := range strings.Split(page, "<tbody id=\"q")[1:] {
		state, _ := between(row, `class="`, `"`)
		count[kind{state, strings.Contains(row, "<details><summary>")}]++
		states = append(states, state)
	}
	for _, tc := range []struct {
		rule, state string
		folds       bool
		want        int
	}{
		{"failures in full", "fail", true, 2000},
		{"failures after them as rows", "fail", false, fails - 2000},
		{"passes in full", "pass", true, 200},
		{"passes after them as rows", "pass", false, 2000 - 200},
	} {
		if got := count[kind{tc.state, tc.folds}]; got != tc.want {
			t.Errorf("%s: %d, want %d", tc.rule, got, tc.want)
		}
	}
	if !slices.IsSorted(states) { // "fail" is before "pass"
		t.Error("a pass stands before a failure")
	}
	for _, text := range []string{"300 questions that passed: no room for a row.", "100 rows of questions that did not pass: no room for the whole question."} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
}

func TestRowsEndWhereTheirRoomDoes(t *testing.T) {
	run, e := views(t)["nightly"].Doc.Run, entryWith(t, results.Fail)
	rows := htmlRows{rows: 1000, details: 1000, room: 100_000, detailRoom: 40_000}
	for range 1000 {
		if err := rows.add(io.Discard, run, draw(&run, e)); err != nil {
			t.Fatal(err)
		}
	}
	const largest = 40_000 // of one row with its detail
	if rows.size < rows.room || rows.size > rows.room+largest || rows.shown == rows.seen || rows.unfolding == rows.shown {
		t.Errorf("%d of %d rows, %d of them unfolding, in %d bytes", rows.shown, rows.seen, rows.unfolding, rows.size)
	}
}

// TestColumnsHoldEveryPlannedCell: a distribution that left out what has no
// score would look complete.
func TestColumnsHoldEveryPlannedCell(t *testing.T) {
	for name, v := range views(t) {
		for _, d := range v.Doc.Dimensions {
			sum := 0
			for _, c := range columnsOf(d, 4) {
				sum += c.N
			}
			if sum != d.Planned {
				t.Errorf("%s %s: the columns hold %d of %d", name, d.Name, sum, d.Planned)
			}
		}
	}
}

func TestAxisPutsScoresInOrderAndInside(t *testing.T) {
	at := func(v float64) *float64 { return &v }
	axis := axisOf(results.DimensionSummary{Lo: at(3), Hi: at(9), Mean: at(4), Worst: at(2), Best: at(2)}, 4)
	if axis.Mean.X != axis.Floor || axis.Interval.From >= axis.Mean.X || axis.Interval.To != axis.Levels[4].X || axis.Bounds != nil {
		t.Errorf("axis %+v of %+v", axis, axis.Interval)
	}
	if none := axisOf(results.DimensionSummary{Lo: at(3)}, 4); none.Mean != nil || none.Interval != nil {
		t.Errorf("an axis without a mean has %+v", none)
	}
}

// entryWith is the first question of the nightly run that came out so.
func entryWith(t *testing.T, want results.Verdict) results.Entry {
	t.Helper()
	for e := range views(t)["nightly"].Entries() {
		if len(e.Records) > 0 && e.Records[0].Verdict == want {
			return e
		}
	}
	t.Fatalf("no question of the nightly run is %s", want)
	return results.Entry{}
}

// repeated yields n of one question and m of another, in turn as long as both
// last.
func repeated(one results.Entry, n int, other results.Entry, m int) func() iter.Seq2[results.Entry, error] {
	return func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for i := range max(n, m) {
				for kind, e := range []results.Entry{one, other} {
					if (kind == 0 && i >= n) || (kind == 1 && i >= m) {
						continue
					}
					e.Question.Seq = 2*i + kind
					e.Question.ID = fmt.Sprintf("%s-%d", e.Question.ID, i)
					if !yield(e, nil) {
						return
					}
				}
			}
		}
	}
}
