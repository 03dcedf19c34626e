//go:build unix

package main

import (
	"fmt"
	"strconv"
)

// judged runs n questions with one judge call each against a loopback
// endpoint, evalrun and the bare loop one after the other.
func (b bench) judged(n, concurrency int, latency string) ([]row, error) {
	suite, answers, err := b.suite("judged", n)
	if err != nil {
		return nil, err
	}
	url, stop, err := b.endpoint(latency)
	if err != nil {
		return nil, err
	}
	defer stop()
	bare, err := b.run(0, "bareloop", "-url", url, "-n", strconv.Itoa(n), "-c", strconv.Itoa(concurrency), "-keep", "jsonl")
	if err != nil {
		return nil, err
	}
	own, err := b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "bench", "--judge-base-url", url,
		"--concurrency", strconv.Itoa(concurrency), "--no-cache", "--quiet", "--out", b.dir+"/runs")
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("%d judge calls of %s, %d at once", n, latency, concurrency)
	return []row{
		{what + ": wall", seconds(own.wall), seconds(bare.wall), ratio(own.wall, bare.wall), "≤ 1.15"},
		{what + ": CPU", seconds(own.cpu), seconds(bare.cpu), ratio(own.cpu, bare.cpu), "≤ 3"},
		{what + ": peak memory", megabytes(own.rss), megabytes(bare.rss), "", ""},
	}, nil
}

// recorded runs two sizes without a judge: the larger against its budget,
// and its growth over the smaller against linear.
func (b bench) recorded(small, large int) ([]row, error) {
	var got [2]usage
	for i, n := range []int{small, large} {
		suite, answers, err := b.suite(fmt.Sprintf("recorded%d", n), n)
		if err != nil {
			return nil, err
		}
		if got[i], err = b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "none", "--quiet", "--out", b.dir+"/runs"); err != nil {
			return nil, err
		}
	}
	what := fmt.Sprintf("%d recorded questions, no judge", large)
	beside := fmt.Sprintf("(%d questions)", small)
	return []row{
		{what + ": wall", seconds(got[1].wall), seconds(got[0].wall) + " " + beside, ratio(got[1].wall, got[0].wall), "≤ 30 s; ratio ≤ 10"},
		{what + ": peak memory", megabytes(got[1].rss), megabytes(got[0].rss) + " " + beside, ratio(float64(got[1].rss), float64(got[0].rss)), "≤ 200 MB"},
	}, nil
}

// startUp is the best of several runs of the smallest command: what the
// binary costs before it does anything.
func (b bench) startUp() ([]row, error) {
	best := 0.0
	for i := range 10 {
		got, err := b.run(0, "evalrun", "version")
		if err != nil {
			return nil, err
		}
		if i == 0 || got.wall < best {
			best = got.wall
		}
	}
	return []row{{"evalrun version: wall, best of 10", fmt.Sprintf("%.1f ms", best*1000), "", "", "≤ 30 ms"}}, nil
}

func seconds(s float64) string { return fmt.Sprintf("%.2f s", s) }

func megabytes(kb int64) string { return fmt.Sprintf("%.0f MB", float64(kb)/1024) }

func ratio(a, b float64) string { return fmt.Sprintf("%.2f", a/b) }
