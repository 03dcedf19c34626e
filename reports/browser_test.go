package reports

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/internal/browser"
)

var browsers browser.Shared

func TestMain(m *testing.M) { os.Exit(browsers.Run(m)) }

// pageFile writes a page to a file and returns its address.
func pageFile(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

func reportFile(t *testing.T, v View) string {
	t.Helper()
	return pageFile(t, func(w io.Writer) error { return HTML(w, v) })
}

// shownRows are the ids of the rows that are not filtered out, in order.
func shownRows(p *browser.Page) []string {
	return browser.Value[[]string](p, `[...document.querySelectorAll('#questions > tbody')].filter((b) => b.checkVisibility()).map((b) => b.rows[0].cells[0].querySelector('code').textContent)`)
}

func choose(p *browser.Page, id, value string) {
	browser.Value[int](p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event('change')); return 1 })()`, id, value))
}

func TestPageFiltersItsRows(t *testing.T) {
	p := browsers.Open(t)
	p.Go(reportFile(t, views(t)["nightly"]))
	all := shownRows(p)
	if len(all) != 9 {
		t.Fatalf("rows %q", all)
	}
	for _, tc := range []struct {
		control, value string
		want           []string
	}{
		{"by-verdict", "error", []string{"refund-abroad"}},
		{"by-verdict", "fail", []string{"refund-window", "warranty_length", "share-price"}},
		{"by-tag", "shipping", []string{"refund-abroad"}},
		{"by-tag", "billing", []string{"refund-window", "refund-abroad", "refund-receipt"}},
		{"by-dimension", "tone", nil},
	} {
		if tc.want == nil {
			options := browser.Value[[]string](p, `[...document.querySelectorAll('#by-dimension option')].map((o) => o.value)`)
			tc.value = options[len(options)-1]
			tc.want = browser.Value[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('[data-dimension=%q]')].map((e) => e.closest('tbody').rows[0].cells[0].querySelector('code').textContent)`, tc.value))
		}
		choose(p, tc.control, tc.value)
		if diff := cmp.Diff(tc.want, shownRows(p)); diff != "" {
			t.Errorf("%s=%s:\n%s", tc.control, tc.value, diff)
		}
		choose(p, tc.control, "")
	}
	p.Click("#by-text")
	p.Press("REFUND abroad")
	if got := shownRows(p); !slices.Equal(got, []string{"refund-abroad"}) {
		t.Errorf("by words: %q", got)
	}
	if got := browser.Value[string](p, `document.getElementById('shown').textContent`); got != "1 of 9 rows shown" {
		t.Errorf("said %q", got)
	}
}

func TestPageSortsItsRowsByKeyboard(t *testing.T) {
	p := browsers.Open(t)
	p.Go(reportFile(t, views(t)["nightly"]))
	for _, want := range []string{"ascending", "descending"} {
		browser.Value[int](p, `document.querySelector('[data-sort=id] button').focus(), 1`)
		p.Press(browser.Enter)
		rows := shownRows(p)
		sorted := slices.Sorted(slices.Values(rows))
		if want == "descending" {
			slices.Reverse(sorted)
		}
		if !slices.Equal(rows, sorted) {
			t.Errorf("%s: %q", want, rows)
		}
		if got := browser.Value[string](p, `document.querySelector('[data-sort=id]').ariaSort`); got != want {
			t.Errorf("aria-sort %q, want %q", got, want)
		}
	}
}

// settled has an element in sight and waits until it is drawn: only then are the
// rows around it laid out, which moves it, on a busy machine after a while.
func settled(p *browser.Page, selector string) {
	browser.Value[bool](p, fmt.Sprintf(`new Promise((done) => {
		document.querySelector(%q).scrollIntoView({block: 'center', behavior: 'instant'});
		requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
	})`, selector))
}

func TestPageUnfolds(t *testing.T) {
	p := browsers.Open(t)
	address := reportFile(t, views(t)["nightly"])
	p.Go(address)
	const open = `[...document.querySelectorAll('#questions > tbody')].filter((b) => b.querySelector('details')?.open).map((b) => b.id)`
	settled(p, "#q2 summary")
	p.Click("#q2 summary")
	if got := browser.Value[[]string](p, open); !slices.Equal(got, []string{"q2"}) {
		t.Errorf("open: %q", got)
	}
	choose(p, "by-verdict", "error")
	p.Click("#unfold")
	if got := browser.Value[[]string](p, open); !slices.Equal(got, []string{"q2", "q5"}) {
		t.Errorf("of one shown row opened: %q", got)
	}
	p.Go("about:blank")
	p.Go(address + "#q3")
	if got := browser.Value[[]string](p, open); !slices.Equal(got, []string{"q3"}) {
		t.Errorf("a link to a question opened %q", got)
	}
	if top := browser.Value[float64](p, `document.getElementById('q3').getBoundingClientRect().top`); top < 0 || top > 900 {
		t.Errorf("the question that is linked to stands at %v", top)
	}
}

func TestPageWorksWithoutScript(t *testing.T) {
	p := browsers.Open(t)
	p.WithoutScript()
	p.Go(reportFile(t, views(t)["nightly"]))
	if got := shownRows(p); len(got) != 9 {
		t.Errorf("rows %q", got)
	}
	if browser.Value[bool](p, `document.getElementById('controls').checkVisibility()`) {
		t.Error("controls are shown that do nothing")
	}
	p.Click("#q0 summary")
	p.Wait(`document.querySelector('#q0 .question').checkVisibility()`)
}

// TestPagesAreSound looks at every page in both sizes and schemes.
func TestPagesAreSound(t *testing.T) {
	for _, name := range []string{"nightly", "panel", "repeats"} {
		t.Run("report "+name, func(t *testing.T) { sound(t, reportFile(t, views(t)[name])) })
	}
	for _, name := range []string{"worse", "ranked"} {
		t.Run("comparison "+name, func(t *testing.T) {
			sound(t, pageFile(t, func(w io.Writer) error { return pageOf(w, comparisons(t)[name]) }))
		})
	}
	for _, name := range []string{"fall"} {
		t.Run("trend "+name, func(t *testing.T) {
			sound(t, pageFile(t, func(w io.Writer) error { return TrendHTML(w, trends(t)[name]) }))
		})
	}
}

func sound(t *testing.T, address string) {
	t.Parallel()
	p := browsers.Open(t)
	p.Go(address)
	p.Sound()
}
