package review_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/internal/nights"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/review"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

var browsers browser.Shared

func TestMain(m *testing.M) { os.Exit(browsers.Run(m)) }

// desk serves the runs of a folder to a browser.
type desk struct {
	t       *testing.T
	address string   // with a slash at the end
	runs    []string // folders, the oldest first
}

// newDesk serves three nights of one suite and a run of another one.
func newDesk(t *testing.T, change func(*review.Config)) desk {
	t.Helper()
	dir := t.TempDir()
	d := desk{t: t, runs: append(written(t, dir, "repeats", 1), written(t, dir, "nightly", 3)...)}
	d.serve(dir, change)
	return d
}

func written(t *testing.T, dir, fixture string, count int) []string {
	t.Helper()
	f, err := nights.Read(filepath.Join("..", "testdata", "reports", fixture+".json"))
	if err != nil {
		t.Fatal(err)
	}
	folders, err := f.Write(dir, count)
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

func (d *desk) serve(dir string, change func(*review.Config)) {
	d.t.Helper()
	server := httptest.NewUnstartedServer(nil)
	cfg := review.Config{
		Dir: dir, Rater: "ada", Assess: verdict.Assess, Hosts: []string{server.Listener.Addr().String()},
		Scrub: func(results.RunInfo) func([]byte) []byte { return nil },
		Now:   time.Now,
		Warn:  func(message string) { d.t.Errorf("warned: %s", message) },
	}
	if change != nil {
		change(&cfg)
	}
	pages, err := review.New(cfg)
	if err != nil {
		d.t.Fatal(err)
	}
	server.Config.Handler = pages.Handler()
	server.Start()
	d.t.Cleanup(server.Close)
	d.address = server.URL + "/"
}

// newest is the name of the newest run.
func (d desk) newest() string { return filepath.Base(d.runs[len(d.runs)-1]) }

func (d desk) at(path string) string { return d.address + strings.ReplaceAll(path, "RUN", d.newest()) }

// labels are the lines of the newest run's labels.
func (d desk) labels() string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.runs[len(d.runs)-1], runstore.LabelsFile))
	if err != nil && !os.IsNotExist(err) {
		d.t.Fatal(err)
	}
	return string(data)
}

func text(p *browser.Page, selector string) string {
	return browser.Value[string](p, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ''`, selector))
}
