//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/internal/browser"
)

// pageRows open the pages of a run of n questions in a browser: report.html
// beside a page without style or script that has as many rows and bytes, and
// the run's page of evalrun review. Where there is no browser they say so.
func (b bench) pageRows(n int) ([]row, error) {
	chromium, err := browser.Start()
	if errors.Is(err, browser.ErrNone) {
		return []row{{"pages: no browser, not measured", "", "", "", ""}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer chromium.Close()
	folder, err := b.pageRun(n)
	if err != nil {
		return nil, err
	}
	rows, err := reportPage(chromium, folder, n)
	if err != nil {
		return nil, err
	}
	more, err := b.reviewPages(chromium, folder, n)
	return append(rows, more...), err
}

// pageRun is a run in which every seventh question fails.
func (b bench) pageRun(n int) (folder string, err error) {
	suite, answers, err := b.suite("pages", n)
	if err != nil {
		return "", err
	}
	if err := lines(answers, n, worseAnswer); err != nil {
		return "", err
	}
	report, err := b.judgedOffline(suite, answers, "pages")
	return filepath.Dir(report), err
}

func reportPage(chromium *browser.Browser, folder string, n int) ([]row, error) {
	path := filepath.Join(folder, "report.html")
	page, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	plain := filepath.Join(folder, "plain.html")
	if err := os.WriteFile(plain, plainPage(strings.Count(string(page), "<tbody id="), len(page)), 0o644); err != nil {
		return nil, err
	}
	own, err := opened(chromium, "file://"+path)
	if err != nil {
		return nil, err
	}
	bare, err := opened(chromium, "file://"+plain)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("report.html of %d questions, %.0f MB: ", n, float64(len(page))/(1<<20))
	return []row{
		{what + "first view", seconds(own.First), seconds(bare.First) + " (plain page)", ratio(own.First, bare.First), "≤ 3 s"},
		{what + "loaded", seconds(own.Loaded), seconds(bare.Loaded) + " (plain page)", ratio(own.Loaded, bare.Loaded), ""},
	}, nil
}

// plainPage has rows that unfold, and as many bytes as are asked for.
func plainPage(rows, bytes int) []byte {
	var b strings.Builder
	b.WriteString("<!doctype html><title>plain</title><table>\n")
	text := strings.Repeat("some words of a text ", max(1, (bytes/max(rows, 1)-60)/21))
	for i := range rows {
		fmt.Fprintf(&b, "<tr><td>q%06d<td><details><summary>pass</summary>%s</details>\n", i, text)
	}
	return []byte(b.String())
}

// reviewPages opens the run's page twice: the first time the run is read.
func (b bench) reviewPages(chromium *browser.Browser, folder string, n int) ([]row, error) {
	address, stop, err := b.serving("evalrun", "review", folder)
	if err != nil {
		return nil, err
	}
	defer stop()
	run := address + "/runs/" + filepath.Base(folder)
	first, err := opened(chromium, run)
	if err != nil {
		return nil, err
	}
	later, err := opened(chromium, run+"?page=2")
	if err != nil {
		return nil, err
	}
	question, err := opened(chromium, run+"/questions/0")
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("evalrun review, a run of %d questions: ", n)
	beside := seconds(first.Loaded) + " (the first)"
	return []row{
		{what + "first page loaded", seconds(first.Loaded), "", "", ""},
		{what + "a later page loaded", seconds(later.Loaded), beside, ratio(later.Loaded, first.Loaded), ""},
		{what + "a question loaded", seconds(question.Loaded), beside, ratio(question.Loaded, first.Loaded), ""},
	}, nil
}

// timing is when a page showed something, and when it was loaded, in seconds
// from the request on.
type timing struct{ First, Loaded float64 }

// opened opens an address in a tab of its own.
func opened(chromium *browser.Browser, address string) (timing, error) {
	tab, err := chromium.Tab()
	if err != nil {
		return timing{}, err
	}
	defer tab.Close()
	if err := tab.Go(address); err != nil {
		return timing{}, fmt.Errorf("open %s: %w", address, err)
	}
	return browser.Evaluate[timing](tab, `(async () => {
		const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
		while (!paint()) await new Promise((done) => setTimeout(done, 10));
		return {First: paint().startTime / 1000, Loaded: performance.timing.loadEventEnd / 1000 - performance.timing.navigationStart / 1000};
	})()`)
}
