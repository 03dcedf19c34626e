package review_test

import (
	"path/filepath"
	"testing"

	"github.com/evalrun/evalrun/internal/browser"
)

// pages are all pages of the server, by what they show.
func (d desk) pages() map[string]string {
	oldest := filepath.Base(d.runs[1])
	return map[string]string{
		"runs": "", "run": "runs/RUN", "question from the queue": "runs/RUN/questions/0?from=queue", "question not run": "runs/RUN/questions/8",
		"question of several tries": "runs/" + filepath.Base(d.runs[0]) + "/questions/0",
		"queue":                     "runs/RUN/queue", "labels": "runs/RUN/labels",
		"comparison": "compare?base=" + oldest + "&head=RUN", "choice of a comparison": "compare",
		"trend": "trends/refund-policy", "search": "search?q=refund", "nothing found": "search?q=nosuchword", "no such page": "nowhere",
	}
}

// TestReviewPagesAreSound looks at every page in both sizes and schemes, with a
// label and a remark on it.
func TestReviewPagesAreSound(t *testing.T) {
	d := newDesk(t, nil)
	p := browsers.Open(t)
	p.Go(d.at("runs/RUN/questions/0"))
	p.Press("3c")
	p.Press("why so")
	p.Press(browser.Escape)
	p.Follow(func() { p.Press("s") })
	for name, path := range d.pages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := browsers.Open(t)
			p.Go(d.at(path))
			if path == "nowhere" {
				p.Expect(browser.Refused) // 404
			}
			p.Sound()
		})
	}
}
