// Command shots takes pictures of the pages, to be looked at and for the
// documentation: each in light and dark, 1200 and 390 pixels wide. Where names
// of pictures are given, such as question-label-390-dark, it takes those alone.
//
//	go run ./internal/browser/shots OUTDIR [NAME...]
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/internal/nights"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/review"
	"github.com/evalrun/evalrun/verdict"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: shots OUTDIR [NAME...], from the root of the module")
		os.Exit(2)
	}
	if err := shoot(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

func shoot(out string, only []string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "evalrun-shots")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f, runs, err := labelledRuns(filepath.Join(dir, "runs"))
	if err != nil {
		return err
	}
	address, stop, err := serve(filepath.Join(dir, "runs"))
	if err != nil {
		return err
	}
	defer stop()
	report, err := reportFile(dir, f)
	if err != nil {
		return err
	}
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	tab, err := b.Tab()
	if err != nil {
		return err
	}
	defer tab.Close()
	base, head := filepath.Base(runs[len(runs)-4]), filepath.Base(runs[len(runs)-1])
	return all(tab, out, pages(address, report, base, head), only)
}

// page is one to take a picture of, after an expression has come to an end.
type page struct{ name, address, before string }

func pages(address, report, base, head string) []page {
	return []page{
		{"report", report, ""},
		{"report-open", report + "#q0", ""},
		{"runs", address, ""},
		{"run", address + "runs/" + head, ""},
		{"question", address + "runs/" + head + "/questions/0", ""},
		{"question-label", address + "runs/" + head + "/questions/0?from=queue", labelled},
		{"queue", address + "runs/" + head + "/queue", ""},
		{"labels", address + "runs/" + head + "/labels", ""},
		{"compare", address + "compare?base=" + base + "&head=" + head, ""},
		{"compare-flips", address + "compare?base=" + base + "&head=" + head + "#changed", ""},
		{"trend", address + "trends/refund-policy", ""},
		{"search", address + "search?q=refund", ""},
	}
}

// labelled fills in the label and stands before it.
const labelled = `(() => {
	const of = (d, v) => [...document.querySelectorAll('form[data-label] fieldset')].find((f) => f.querySelector('legend').textContent.startsWith(d))?.querySelector('input[value="' + v + '"]')?.click();
	of('grounding', 2); of('relevance', 4); of('tone', 5);
	if (innerWidth < 600) document.getElementById('label').scrollIntoView();
	return 1;
})()`

func all(tab *browser.Tab, out string, pages []page, only []string) error {
	for _, view := range []struct {
		name string
		browser.View
	}{
		{"1200-light", browser.View{Width: 1200, Height: 900}}, {"1200-dark", browser.View{Width: 1200, Height: 900, Dark: true}},
		{"390-light", browser.View{Width: 390, Height: 844}}, {"390-dark", browser.View{Width: 390, Height: 844, Dark: true}},
	} {
		if err := tab.Look(view.View); err != nil {
			return err
		}
		for _, p := range pages {
			name := p.name + "-" + view.name
			if len(only) > 0 && !slices.Contains(only, name) {
				continue
			}
			if err := take(tab, p, filepath.Join(out, name+".png")); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func take(tab *browser.Tab, p page, path string) error {
	// The same address with another anchor would be no new page.
	if err := tab.Go("about:blank"); err != nil {
		return err
	}
	if err := tab.Go(p.address); err != nil {
		return err
	}
	if p.before != "" {
		if _, err := browser.Evaluate[int](tab, p.before); err != nil {
			return err
		}
	}
	picture, err := tab.Picture()
	if err != nil {
		return err
	}
	if picture, err = small(picture); err != nil {
		return err
	}
	for _, trouble := range tab.Troubles() {
		fmt.Fprintln(os.Stderr, p.name, trouble)
	}
	return os.WriteFile(path, picture, 0o644)
}

func reportFile(dir string, f nights.Fixture) (string, error) {
	path := filepath.Join(dir, "report.html")
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if err := reports.HTML(file, f.View()); err != nil {
		return "", err
	}
	return "file://" + path, file.Close()
}

func serve(dir string) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	host := listener.Addr().String()
	pages, err := review.New(review.Config{
		Dir: dir, Rater: "ada", Hosts: []string{host}, Assess: verdict.Assess, Now: time.Now,
		Scrub: func(results.RunInfo) func([]byte) []byte { return nil },
		Warn:  func(message string) { fmt.Fprintln(os.Stderr, message) },
	})
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: pages.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	return "http://" + host + "/", func() { _ = server.Close() }, nil
}
