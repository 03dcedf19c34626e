package review_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/review"
)

// TestBlindUntilTheLabelIsGiven looks for what the judge gave on every page
// that could tell.
func TestBlindUntilTheLabelIsGiven(t *testing.T) {
	d := newDesk(t, func(cfg *review.Config) { cfg.Blind = true })
	p := browsers.Open(t)
	const reason = "is in no passage; P1 says 30 days"
	for _, path := range []string{"runs/RUN", "runs/RUN/queue", "runs/RUN/questions/0", "search?q=refund", "search?q=passage", "runs/RUN/labels"} {
		p.Go(d.at(path))
		p.Unfold()
		page := browser.Value[string](p, `document.body.innerText`)
		for _, told := range []string{reason, "grounding 2", "grounding 2 is below"} {
			if strings.Contains(page, told) {
				t.Errorf("%s tells %q", path, told)
			}
		}
	}
	p.Go(d.at("runs/RUN/questions/0"))
	if browser.Value[bool](p, `!!document.querySelector('[data-agree]')`) {
		t.Error("one can agree with a judge that is hidden")
	}
	p.Press("3")
	p.Follow(func() { p.Press("s") })
	if got := text(p, "main"); !strings.Contains(got, reason) || !strings.Contains(got, "ada") {
		t.Error("after the label the page does not show both")
	}
	if got := d.labels(); !strings.Contains(got, `"score":3`) || !strings.Contains(got, `"sawJudge":false`) {
		t.Errorf("labels:\n%s", got)
	}
	p.Go(d.at("runs/RUN/questions/2"))
	if strings.Contains(text(p, "main"), "is not in P1") {
		t.Error("the next question tells")
	}
	p.Follow(func() { p.Press("h") })
	if !strings.Contains(text(p, "main"), "is not in P1") {
		t.Error("the judge does not show when asked to")
	}
}

// TestLabellingWithoutScript: every form is sent by its own button.
func TestLabellingWithoutScript(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	p.WithoutScript()
	p.Go(d.at("runs/RUN/queue"))
	p.Follow(func() { p.Click("a.start") })
	first := text(p, "h1 code")
	p.Click(`form[data-label] fieldset input[value="3"]`)
	p.Follow(func() { p.Click("form[data-label] button.save") })
	if got := text(p, "#said"); !strings.Contains(got, "saved "+first) || strings.Count(d.labels(), "\n") != 1 {
		t.Errorf("after saving %s the page says %q and the labels are\n%s", first, got, d.labels())
	}
	p.Follow(func() { p.Click("#undo") })
	if got := text(p, "h1 code"); got != first {
		t.Errorf("after undoing the page is of %q, want %q", got, first)
	}
	p.Go(d.at("runs/RUN"))
	p.Follow(func() { p.Click("#judge-switch") })
	if got := text(p, "#questions"); strings.Contains(got, "grounding 2") {
		t.Error("a judge that was hidden by a form is told")
	}
}

func TestImportOfLabels(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	file := filepath.Join(t.TempDir(), "labels.csv")
	for _, tc := range []struct{ lines, want string }{
		{"id,dimension,score\nrefund-window,grounding,9\n", "labels.csv:2"},
		{"id,dimension,score\nrefund-window,grounding,1\nshare-price,grounding,2\n", "2"},
	} {
		if err := os.WriteFile(file, []byte(tc.lines), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Go(d.at("runs/RUN/labels"))
		p.Upload("input[type=file]", file)
		p.Follow(func() { p.Click("form[enctype] button") })
		if got := text(p, "main"); !strings.Contains(got, tc.want) {
			t.Errorf("after importing %q the page says %s", tc.lines, got)
		}
		if strings.Contains(tc.want, "labels.csv") {
			p.Expect(browser.Refused)
			if d.labels() != "" {
				t.Errorf("a file that is refused wrote %s", d.labels())
			}
			p.Sound()
		}
	}
	if got := strings.Count(d.labels(), "\n"); got != 2 {
		t.Errorf("%d labels:\n%s", got, d.labels())
	}
}

// TestATokenIsAskedForOnce: the address with it leads to one without, and what
// has no cookie gets nothing.
func TestATokenIsAskedForOnce(t *testing.T) {
	d := newDesk(t, func(cfg *review.Config) { cfg.Token = "a token of many letters" })
	p := browsers.Open(t)
	p.Go(d.at("?token=a+token+of+many+letters"))
	if at := browser.Value[string](p, `location.search`); at != "" {
		t.Errorf("the address keeps %q", at)
	}
	p.Follow(func() { p.Click("table.runs tbody th a") })
	if got := text(p, "h1"); got == "" {
		t.Error("the next page is not shown")
	}
	if got := browser.Value[string](p, `document.cookie`); got != "" {
		t.Errorf("a script can read the cookie %q", got)
	}
	other := browsers.Open(t)
	other.Go(d.at("runs/RUN"))
	other.Expect(browser.Refused)
	other.Tolerate() // the browser asks for /favicon.ico when it likes, and is refused that too
	if got := text(other, "body"); strings.Contains(got, "refund-window") {
		t.Error("a browser without the token is shown the run")
	}
}
