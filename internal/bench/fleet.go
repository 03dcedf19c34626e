//go:build unix

package main

import (
	"fmt"
	"strconv"
)

// fleetRows run n questions with one judge call of 50ms each, 20 at once, on
// this machine's workers, beside the same run without a fleet. The workers are
// children of the run, so that their CPU is on its account.
func (b bench) fleetRows(n int) ([]row, error) {
	suite, answers, err := b.suite("fleet", n)
	if err != nil {
		return nil, err
	}
	url, stop, err := b.endpoint("50ms")
	if err != nil {
		return nil, err
	}
	defer stop()
	run := func(more ...string) (usage, error) {
		return b.run(anyVerdict, "evalrun", append([]string{"run", suite, "--answers", answers, "--judge", "bench", "--judge-base-url", url,
			"--concurrency", "20", "--judge-concurrency", "20", "--no-cache", "--no-probe", "--quiet", "--out", b.dir + "/runs"}, more...)...)
	}
	alone, err := run()
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, workers := range []int{1, 2, 4} {
		got, err := run("--fleet", "embedded", "--workers", strconv.Itoa(workers))
		if err != nil {
			return nil, err
		}
		rows = append(rows, fleetRow(n, workers, got, alone)...)
	}
	return rows, nil
}

func fleetRow(n, workers int, got, alone usage) []row {
	what := fmt.Sprintf("fleet of %d, %d judge calls of 50ms, 20 at once: ", workers, n)
	each := func(seconds float64) string { return fmt.Sprintf("%.2f ms", seconds/float64(n)*1000) }
	return []row{
		{what + "wall", seconds(got.wall), seconds(alone.wall) + " (no fleet)", ratio(got.wall, alone.wall), ""},
		{what + "CPU of a question", each(got.cpu), each(alone.cpu) + " (no fleet)", ratio(got.cpu, alone.cpu), ""},
		{what + "wall over no fleet, of a question", each(got.wall - alone.wall), "", "", ""},
	}
}
