package browser

import (
	_ "embed"
	"testing"
	"time"
)

// Page is a tab of a test, which fails on whatever goes wrong in it.
type Page struct {
	*Tab
	t        testing.TB
	tolerant bool
}

func opened(t testing.TB, tab *Tab, err error) *Page {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{Tab: tab, t: t}
	t.Cleanup(func() {
		for _, trouble := range tab.Troubles() {
			if !p.tolerant {
				t.Error(trouble)
			}
		}
		tab.Close()
	})
	p.must(tab.Look(Desktop()))
	return p
}

// Beside opens another tab with the same cookies.
func (p *Page) Beside() *Page {
	p.t.Helper()
	tab, err := p.Tab.Beside()
	return opened(p.t, tab, err)
}

// Tolerate lets the page do what it likes: one that is wrong on purpose.
func (p *Page) Tolerate() { p.tolerant = true }

func (p *Page) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// Go opens an address and waits until the page is loaded.
func (p *Page) Go(address string) { p.t.Helper(); p.must(p.Tab.Go(address)) }

// WithoutScript keeps later pages from running scripts.
func (p *Page) WithoutScript() { p.t.Helper(); p.must(p.Tab.WithoutScript()) }

// Press presses keys one after the other.
func (p *Page) Press(keys string) { p.t.Helper(); p.must(p.Tab.Press(keys)) }

// Click clicks on an element.
func (p *Page) Click(selector string) { p.t.Helper(); p.must(p.Tab.Click(selector)) }

// Upload gives files to an input.
func (p *Page) Upload(selector string, paths ...string) {
	p.t.Helper()
	p.must(p.Tab.Upload(selector, paths...))
}

// Unfold opens everything that folds.
func (p *Page) Unfold() { p.t.Helper(); p.must(p.Tab.Unfold()) }

// Value is what an expression comes to in a page.
func Value[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := Evaluate[T](p.Tab, expression)
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// waitLimit is for what a page does by itself, on a loaded machine.
const waitLimit = 20 * time.Second

// Wait waits until an expression is true.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(waitLimit); ; time.Sleep(15 * time.Millisecond) {
		// A page that is just being left has no value.
		ok, err := Evaluate[bool](p.Tab, expression)
		if err == nil && ok {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("never true: %s (last error: %v), at %s", expression, err, Value[string](p, `location.href`))
		}
	}
}

// Follow does what leads to another page, or to the same anew, and waits until
// that is loaded.
func (p *Page) Follow(act func()) {
	p.t.Helper()
	const age = `performance.timeOrigin`
	before := Value[float64](p, age)
	act()
	for end := time.Now().Add(waitLimit); ; time.Sleep(15 * time.Millisecond) {
		now, err := Evaluate[float64](p.Tab, age)
		if err == nil && now != before {
			break
		}
		if time.Now().After(end) {
			p.t.Fatalf("nothing led away from %s", Value[string](p, `location.href`))
		}
	}
	p.Wait(`document.readyState === 'complete'`)
}

// Expect takes the troubles of one kind that the page made until now off the
// list, and fails where there are none.
func (p *Page) Expect(kind Kind) []string {
	p.t.Helper()
	var texts []string
	for _, trouble := range p.Troubles() {
		if trouble.Kind != kind {
			p.t.Error(trouble)
			continue
		}
		texts = append(texts, trouble.Text)
	}
	if len(texts) == 0 {
		p.t.Errorf("the page never %s", kind)
	}
	return texts
}

//go:embed js/inert.js
var inertCheck string

// Inert fails where a text from outside became part of the page: where a
// script, a handler, an element that fetches or embeds or an address that leads
// elsewhere came of one, or the page does not have as many scripts of its own.
func (p *Page) Inert(scripts int) {
	p.t.Helper()
	for _, problem := range Value[[]string](p, inertCheck) {
		p.t.Error(problem)
	}
	if got := Value[int](p, `document.scripts.length`); got != scripts {
		p.t.Errorf("the page has %d scripts, want %d", got, scripts)
	}
}

// Sound fails on what Examine and Walk find, with everything unfolded.
func (p *Page) Sound() {
	p.t.Helper()
	p.Unfold()
	for _, check := range []func() ([]string, error){p.Examine, p.Walk} {
		problems, err := check()
		p.must(err)
		for _, problem := range problems {
			p.t.Error(problem)
		}
	}
}
