//go:build unix

package main

import (
	"fmt"
	"strconv"
)

// judged runs n questions with one judge call each against a loopback
// endpoint, evalrun and the bare loop one after the other.
func (b bench) judged(name string, n, concurrency int, latency string) (own, bare usage, err error) {
	suite, answers, err := b.suite(name, n)
	if err != nil {
		return own, bare, err
	}
	url, stop, err := b.endpoint(latency)
	if err != nil {
		return own, bare, err
	}
	defer stop()
	bare, err = b.run(0, "bareloop", "-url", url, "-n", strconv.Itoa(n), "-c", strconv.Itoa(concurrency), "-keep", "jsonl")
	if err != nil {
		return own, bare, err
	}
	own, err = b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "bench", "--judge-base-url", url,
		"--concurrency", strconv.Itoa(concurrency), "--no-cache", "--no-probe", "--quiet", "--out", b.dir+"/runs")
	return own, bare, err
}

// waiting is the usual case, in which the judge's time is what a run takes.
func (b bench) waiting(n int) ([]row, error) {
	own, bare, err := b.judged("waiting", n, 100, "50ms")
	what := fmt.Sprintf("%d judge calls of 50ms, 100 at once", n)
	return []row{
		{what + ": wall", seconds(own.wall), seconds(bare.wall), ratio(own.wall, bare.wall), "≤ 1.10"},
		{what + ": CPU", seconds(own.cpu), seconds(bare.cpu), ratio(own.cpu, bare.cpu), "≤ 2.5"},
		{what + ": peak memory", megabytes(own.rss), megabytes(bare.rss), "", ""},
	}, err
}

// rushing is a judge that takes no time: what is left is the cost of a call.
func (b bench) rushing(n int) ([]row, error) {
	own, bare, err := b.judged("rushing", n, 32, "0s")
	rate := func(u usage) string { return fmt.Sprintf("%.0f calls/s", float64(n)/u.wall) }
	return []row{{fmt.Sprintf("%d judge calls of 0ms, 32 at once", n), rate(own), rate(bare), ratio(bare.wall, own.wall), "≥ 0.5"}}, err
}

// cached runs the same questions twice over one cache.
func (b bench) cached(n int) ([]row, error) {
	suite, answers, err := b.suite("cached", n)
	if err != nil {
		return nil, err
	}
	url, stop, err := b.endpoint("0s")
	if err != nil {
		return nil, err
	}
	defer stop()
	var got [2]usage
	for i := range got {
		got[i], err = b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "bench", "--judge-base-url", url,
			"--cache", b.dir+"/cache", "--no-probe", "--quiet", "--out", b.dir+"/runs")
		if err != nil {
			return nil, err
		}
	}
	what := fmt.Sprintf("%d questions, all judgements cached: wall", n)
	return []row{{what, seconds(got[1].wall), seconds(got[0].wall) + " (fresh, 0ms)", ratio(got[1].wall, got[0].wall), "≤ 5 s"}}, nil
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
		{what + ": peak memory", megabytes(got[1].rss), megabytes(got[0].rss) + " " + beside, ratio(float64(got[1].rss), float64(got[0].rss)), "≤ 300 MB"},
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
