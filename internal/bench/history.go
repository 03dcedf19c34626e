//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A year of nightly runs of a suite.
const (
	yearNights    = 365
	yearQuestions = 500
)

// historyRows measure the history over a year: its index made of the run
// folders, and the trend from the index, both beside a program that only
// decodes the same reports.
func (b bench) historyRows() ([]row, error) {
	runs, err := b.year()
	if err != nil {
		return nil, err
	}
	bare, err := decodeReports(runs)
	if err != nil {
		return nil, err
	}
	anew, err := b.run(anyVerdict, "evalrun", "history", "year", "--runs", runs)
	if err != nil {
		return nil, err
	}
	listed, err := b.run(anyVerdict, "evalrun", "history", "year", "--runs", runs)
	if err != nil {
		return nil, err
	}
	trend, err := b.run(anyVerdict, "evalrun", "history", "trend", "year", "--runs", runs)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("%d nights of %d questions", yearNights, yearQuestions)
	plain := seconds(bare) + " (encoding/json)"
	return []row{
		{"history, index made anew, " + what + ": wall", seconds(anew.wall), plain, ratio(anew.wall, bare), ""},
		{"history, index there, " + what + ": wall", seconds(listed.wall), plain, ratio(listed.wall, bare), ""},
		{"history trend, " + what + ": wall", seconds(trend.wall), plain, ratio(trend.wall, bare), "≤ 1 s"},
		{"history trend, " + what + ": peak memory", megabytes(trend.rss), "", "", ""},
	}, nil
}

// year makes one run and copies it for every other night of the year: the
// text of a report is the same from night to night, but for its scores.
func (b bench) year() (runs string, err error) {
	suite, answers, err := b.suite("year", yearQuestions)
	if err != nil {
		return "", err
	}
	runs = filepath.Join(b.dir, "year-runs")
	if _, err := b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "offline", "--quiet", "--out", runs); err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(runs, "*-year-*"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%d runs of one, %v", len(found), err)
	}
	for night := 1; night < yearNights; night++ {
		if err := copyNight(found[0], night); err != nil {
			return "", err
		}
	}
	return runs, nil
}

// copyNight writes the run of some nights before, with another score here and
// there.
func copyNight(last string, nights int) error {
	info, err := os.ReadFile(filepath.Join(last, "run.json"))
	if err != nil {
		return err
	}
	var head struct {
		ID      string
		Started time.Time
	}
	if err := json.Unmarshal(info, &head); err != nil {
		return err
	}
	at := head.Started.AddDate(0, 0, -nights)
	id := at.Format("20060102T150405Z") + "-year-0000"
	was, err := json.Marshal(head.Started)
	if err != nil {
		return err
	}
	is, err := json.Marshal(at)
	if err != nil {
		return err
	}
	folder := filepath.Join(filepath.Dir(last), id)
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"run.json", "report.json"} {
		data, err := os.ReadFile(filepath.Join(last, name))
		if err != nil {
			return err
		}
		data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte(head.ID), []byte(id)), was, is)
		data = bytes.Replace(data, []byte(`"grounding": 5`), []byte(`"grounding": 4`), nights%7)
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// decodeReports is the time to decode every report once and keep nothing.
func decodeReports(runs string) (float64, error) {
	paths, err := filepath.Glob(filepath.Join(runs, "*", "report.json"))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return 0, err
		}
		var report any
		if err := json.Unmarshal(data, &report); err != nil {
			return 0, err
		}
	}
	return time.Since(began).Seconds(), nil
}
