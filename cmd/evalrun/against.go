package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// against compares the runs of a command with their baselines. Each suite's
// baseline is read before anything is run: a suite that turned out to have
// none would be a run that nothing held to anything.
type against struct {
	name  string                  // as given: of a baseline, or a path
	bases map[string]*compare.Run // by the path of the suite
	codes []int                   // exit codes of the comparisons made
}

// readBaselines reads the baselines of all suites; nil without --against.
func (e *evaluation) readBaselines(prepared []preparedSuite) (*against, error) {
	if e.opt.against == "" {
		return nil, nil
	}
	a := &against{name: e.opt.against, bases: map[string]*compare.Run{}}
	for _, p := range prepared {
		base, err := a.baselineOf(p.suite.Name, len(prepared) == 1)
		if err == nil {
			err = a.comparable(base, e.info(p), e.opt.judge)
		}
		if err != nil {
			return nil, err
		}
		a.bases[p.suite.Path] = base
	}
	return a, nil
}

// baselineOf reads the baseline of one suite. A report that is named by its
// path serves the suite it is of; one suite alone may have changed its name.
func (a *against) baselineOf(suite string, alone bool) (*compare.Run, error) {
	path := a.name
	if !namesReport(a.name) {
		var err error
		if path, err = (historyOptions{file: runstore.DecisionsFile}).baseline(a.name, suite); err != nil {
			return nil, fmt.Errorf("--against %s: %w", a.name, err)
		}
	}
	base, err := readReport(path)
	if err != nil {
		return nil, fmt.Errorf("--against %s: %w", a.name, err)
	}
	if was := base.Info.Suite.Name; was != suite && !alone {
		return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("--against %s is a run of suite %s, and %s has no baseline in it", a.name, was, suite),
			hint: "run that suite alone, or name baselines with evalrun history baseline set"}
	}
	return base, nil
}

// namesReport tells a path from the name of a baseline, which holds no
// separator and no ending.
func namesReport(name string) bool {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) || filepath.Ext(name) == ".json" {
		return true
	}
	_, err := os.Stat(filepath.Join(name, runstore.ReportFile))
	return err == nil
}

// comparable refuses a run that its baseline will not be comparable with,
// before it is paid for. A temperature that the judge will not take is not
// known yet, and is taken to be the baseline's.
func (a *against) comparable(base *compare.Run, info results.RunInfo, judge judgeFlags) error {
	if few := compare.TooFewSelected(base, info.Gate, info.Selection.Selected); few != "" {
		return &failure{code: verdict.ExitUsage, hint: "run the whole suite, or set gate.minCommon in it",
			err: fmt.Errorf("--against %s: %s", a.name, few)}
	}
	info.Judge.Temperature = base.Info.Judge.Temperature
	report, err := json.Marshal(results.ReportDoc{
		Schema: results.ReportSchema, Run: measuredAs(info), Questions: []results.QuestionReport{},
	})
	if err != nil {
		return err
	}
	head, err := compare.Read("this run", bytes.NewReader(report))
	if err != nil {
		return err
	}
	doc, err := compare.Compare(base, head, compare.Options{JudgeAs: judge.words(info.Suite.Path)})
	if err != nil || doc.Refusal == nil {
		return err
	}
	reasons := make([]string, len(doc.Refusal.Reasons))
	for i, d := range doc.Refusal.Reasons {
		reasons[i] = d.Message
	}
	return &failure{code: verdict.ExitUsage, hint: a.mendWords(base, doc.Refusal.Mend),
		err: fmt.Errorf("--against %s: this run could not be compared with it: %s", a.name, strings.Join(reasons, "; "))}
}

// mendWords also say how the run that the command makes becomes the baseline,
// and where the command can be run: a report has no answers to judge.
func (a *against) mendWords(base *compare.Run, command string) string {
	text := command
	if _, err := os.Stat(filepath.Join(base.Path, runstore.InfoFile)); err != nil {
		text += " (where the run folder is: " + base.Path + " is a report alone)"
	}
	if namesReport(a.name) {
		return text + "; then --against NEWRUN"
	}
	text += "; then evalrun history baseline set NEWRUN --name " + a.name
	if filepath.Ext(base.Path) == ".json" {
		text += " --report " + base.Path
	}
	return text
}
