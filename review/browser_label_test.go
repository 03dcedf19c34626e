package review_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/browser"
)

// TestFromARedRunToALabel is the way of a person in the morning: the run that
// failed, a question that failed in it, the reason, the passage, the label.
func TestFromARedRunToALabel(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	p.Go(d.address)
	p.Follow(func() { p.Click(`a[href="/runs/` + d.newest() + `"]`) })
	if got := text(p, "#main .badge"); !strings.Contains(got, "fail") {
		t.Errorf("the run page begins with %q", got)
	}
	p.Follow(func() {
		browser.Value[int](p, `document.querySelector('[name=verdict]').value = 'fail', 1`)
		p.Click("form.controls button")
	})
	rows := browser.Value[[]string](p, `[...document.querySelectorAll('#questions th code')].map((e) => e.textContent)`)
	if fmt.Sprint(rows) != "[refund-window warranty_length share-price]" {
		t.Errorf("rows of those that failed: %q", rows)
	}
	p.Follow(func() { p.Click(`#questions tbody th a`) })
	page := text(p, "main")
	for _, want := range []string{`missing required detail`, `"60 days" is in no passage; P1 says 30 days`, `Refunds are accepted within 30 days`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the question does not say %q", want)
		}
	}
	if got := browser.Value[string](p, `[...document.querySelectorAll('.passage mark')].filter((m) => m.checkVisibility()).map((m) => m.textContent).join()`); got != "Refunds are accepted within 30 days" {
		t.Errorf("of the passage %q is marked and seen", got)
	}
	p.Press("2") // grounding; then the next dimension
	p.Press("4")
	p.Press("f")
	p.Press("c")
	p.Press("the handbook says 30")
	p.Press(browser.Escape)
	p.Follow(func() { p.Press("s") })
	if got := text(p, "#said"); !strings.Contains(got, "saved refund-window") {
		t.Errorf("after saving the page says %q", got)
	}
	for _, want := range []string{`"dimension":"grounding","rater":"ada","score":2`, `"dimension":"relevance","rater":"ada","score":4`, `"flag":true`, `"comment":"the handbook says 30"`, `"sawJudge":true`} {
		if !strings.Contains(d.labels(), want) {
			t.Errorf("no %s in\n%s", want, d.labels())
		}
	}
	p.Go(d.at("runs/RUN/questions/0"))
	if got := browser.Value[[]string](p, `[...document.querySelectorAll('form[data-label] input:checked:not([value=none])')].map((i) => i.value)`); fmt.Sprint(got) != "[2 4 on]" {
		t.Errorf("when the page is opened again %q are checked", got)
	}
	p.Go(d.at("runs/RUN?labelled=yes"))
	if got := text(p, "#questions"); !strings.Contains(got, "ada 2") {
		t.Errorf("the row of the run does not show the label: %s", got)
	}
}

// TestAgreeUndoAndTheQueue labels two questions of the queue and takes the
// second label back, with keys alone.
func TestAgreeUndoAndTheQueue(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	p.Go(d.at("runs/RUN/queue"))
	p.Follow(func() { p.Click("a.start") })
	first := text(p, "h1 code")
	p.Press("a")
	p.Follow(func() { p.Press(browser.Enter) })
	second := text(p, "h1 code")
	if second == first || !strings.Contains(text(p, "#said"), "saved "+first) {
		t.Errorf("after %q comes %q, and the page says %q", first, second, text(p, "#said"))
	}
	one := d.labels()
	if strings.Count(one, `"id":"`+first+`"`) != 5 || strings.Contains(one, `"sawJudge":false`) {
		t.Errorf("agreeing on five dimensions wrote\n%s", one)
	}
	p.Press("1")
	p.Follow(func() { p.Press("s") })
	if text(p, "h1 code") == second || len(d.labels()) == len(one) {
		t.Fatal("the second label was not saved")
	}
	p.Follow(func() { p.Press("u") })
	if got := text(p, "h1 code"); got != second {
		t.Errorf("after undoing the page is of %q, want %q", got, second)
	}
	if got := browser.Value[int](p, `document.querySelectorAll('form[data-label] input[type=radio]:checked:not([value=none])').length`); got != 0 {
		t.Errorf("%d scores stand after undoing them", got)
	}
	p.Go(d.at("runs/RUN/queue"))
	if got := text(p, "main"); !strings.Contains(got, "1 of 8 labelled") {
		t.Errorf("the queue says %s", got)
	}
}

// TestKeysDoNothingWhileAPersonWrites: a comment holds letters that are keys
// elsewhere.
func TestKeysDoNothingWhileAPersonWrites(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	p.Go(d.at("runs/RUN/questions/0"))
	p.Press("c")
	p.Press("snap u h 5?")
	if got := browser.Value[string](p, `document.querySelector('textarea').value`); got != "snap u h 5?" {
		t.Errorf("the comment is %q", got)
	}
	if got := d.labels(); got != "" {
		t.Errorf("writing saved %s", got)
	}
	p.Press(browser.Escape)
	p.Press("?")
	p.Wait(`document.getElementById('keys').open`)
}

// TestTwoTabs: each saves what was changed in it, and an undo of what the
// other has replaced changes nothing.
func TestTwoTabs(t *testing.T) {
	d := newDesk(t, nil)
	one := browsers.Open(t)
	one.Go(d.at("runs/RUN/questions/0"))
	other := one.Beside()
	other.Go(d.at("runs/RUN/questions/0"))
	one.Press("2")
	one.Follow(func() { one.Press("s") })
	other.Press("j")
	other.Press("4")
	other.Follow(func() { other.Press("s") })
	other.Go(d.at("runs/RUN/questions/0"))
	const scores = `[...document.querySelectorAll('form[data-label] input[type=radio]:checked:not([value=none])')].map((i) => i.value)`
	if got := browser.Value[[]string](other, scores); fmt.Sprint(got) != "[2 4]" {
		t.Errorf("of both tabs stand %q", got)
	}
	before := d.labels()
	one.Follow(func() { one.Press("u") })
	if told := one.Expect(browser.Refused); !strings.Contains(told[0], "409") || d.labels() != before {
		t.Errorf("undoing what the other tab has followed up: %q, and the page says %s", told, text(one, "main"))
	}
}
