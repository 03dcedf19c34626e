package runstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// ReportFile is the report that programs read; this package reads it for the
// history alone.
const ReportFile = "report.json"

// readNight reads a run folder for the history: run.json, and the figures and
// questions of report.json. Without usable figures the night has a Problem;
// the error is that of a folder whose run.json cannot be read.
func readNight(path string) (results.Night, []byte, error) {
	info, err := readInfo(path)
	if err != nil {
		return results.Night{}, nil, err
	}
	night := nightOf(info)
	figures, packed, err := figuresIn(path)
	if err == nil && !figures.of(info) {
		err = errors.New("it was drawn before the run went on")
	}
	if err != nil {
		night.Problem = withoutFigures(info, err)
		return night, pack(nil), nil
	}
	figures.addTo(&night)
	return night, packed, nil
}

// ReadNight reads one run as its history shows it, without its questions:
// from a run folder, or from a report.json alone.
func ReadNight(path string) (results.Night, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return results.Night{}, fmt.Errorf("read run: %w", err)
	}
	if stat.IsDir() {
		night, _, err := readNight(path)
		night.Folder = path
		return night, err
	}
	figures, _, err := readFigures(path)
	if err != nil {
		return results.Night{}, fmt.Errorf("read report %s: %w", path, err)
	}
	night := nightOf(figures.Run)
	figures.addTo(&night)
	return night, nil
}

// nightOf is a night without figures.
func nightOf(info results.RunInfo) results.Night {
	return results.Night{
		Run: info.ID, Suite: info.Suite.Name, Started: info.Started, Tool: info.Tool, Status: info.Status,
		From: info.From, Selection: info.Selection,
		SuiteHash: info.SuiteHash, JudgeKey: info.JudgeKey, ScoringKey: info.ScoringKey,
		Judge: judgeName(info.Judge), Target: info.Target, Git: info.Git,
		Totals: results.Totals{Planned: info.Planned},
	}
}

func judgeName(j results.JudgeRef) string {
	if j.Kind != results.JudgeModel {
		return string(j.Kind)
	}
	return strings.Join(j.Models(), " + ")
}

func withoutFigures(info results.RunInfo, err error) string {
	switch {
	case info.Status == results.RunRunning:
		return "it has not ended: it is running or was killed"
	case errors.Is(err, fs.ErrNotExist):
		return "it has no " + ReportFile + ": evalrun report draws it"
	}
	return fmt.Sprintf("its %s is of no use: %v", ReportFile, err)
}

// figures are what the history keeps of a report.
type figures struct {
	Schema     string
	Run        results.RunInfo
	Gate       results.GateResult
	Totals     results.Totals
	PassRate   results.Rate
	Dimensions []results.DimensionSummary
	Judge      struct{ Served map[string]int }
}

// of reports that the figures are those of a run as its run.json is now.
func (f figures) of(info results.RunInfo) bool {
	return f.Run.ID == info.ID && f.Run.Status == info.Status && f.Run.Ended.Equal(info.Ended)
}

func (f figures) addTo(n *results.Night) {
	n.Gate, n.Totals, n.PassRate = f.Gate, f.Totals, f.PassRate
	n.Dimensions, n.Served = f.Dimensions, f.Judge.Served
}

// figuresIn opens a plain file alone: a pipe in its place would be waited for.
func figuresIn(folder string) (f figures, packed []byte, err error) {
	path := filepath.Join(folder, ReportFile)
	stat, err := os.Stat(path)
	if err == nil && !stat.Mode().IsRegular() {
		err = errors.New("it is not a file")
	}
	if err != nil {
		return f, nil, err
	}
	return readFigures(path)
}

func readFigures(path string) (f figures, packed []byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return f, nil, err
	}
	defer file.Close()
	return scanReport(file)
}

// scanReport reads a report in one pass, however long its list of questions
// is. What it does not keep it does not look at either: that is nine tenths
// of the bytes, and checking them belongs to those who read the whole.
func scanReport(r io.Reader) (f figures, packed []byte, err error) {
	var questions packer
	keep := map[string]any{
		"schema": &f.Schema, "run": &f.Run, "gate": &f.Gate, "totals": &f.Totals,
		"passRate": &f.PassRate, "dimensions": &f.Dimensions, "judge": &f.Judge,
	}
	s := newScan(r)
	err = s.object(func(key []byte) error {
		if string(key) == "questions" {
			return s.list(func() error { return scanQuestion(s, &questions) })
		}
		into, kept := keep[string(key)]
		value, err := s.value()
		if kept && err == nil {
			err = json.Unmarshal(value, into)
		}
		return err
	})
	if err == nil {
		err = s.nothingMore()
	}
	if err == nil && f.Schema != results.ReportSchema {
		err = fmt.Errorf("schema is %q, this version reads %q", f.Schema, results.ReportSchema)
	}
	return f, pack(&questions), err
}
