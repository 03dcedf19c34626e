package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// specFrom is the judge that --judge-from names, in a suite's terms. What the
// other judge was shown of a passage comes with it.
func (f *judgeFlags) specFrom() (suites.JudgeSpec, error) {
	if ending := filepath.Ext(f.from); ending == ".yaml" || ending == ".yml" {
		s, err := loadOne(f.from, "")
		if err != nil {
			return suites.JudgeSpec{}, fmt.Errorf("--judge-from: %w", err)
		}
		return s.Judge, nil
	}
	info, err := infoOf(f.from)
	if err != nil {
		return suites.JudgeSpec{}, fmt.Errorf("--judge-from: %w", err)
	}
	f.excerpt = cmp.Or(f.excerpt, info.Judge.Excerpt)
	return specOf(info.Judge), nil
}

// infoOf reads what a run folder or a report.json says of its run.
func infoOf(path string) (results.RunInfo, error) {
	about, err := os.Stat(path)
	if err != nil {
		return results.RunInfo{}, &failure{code: verdict.ExitUsage, err: fmt.Errorf("read %s: %w", path, plainPath(err)),
			hint: "name a run folder, a report.json or a suite"}
	}
	if !about.IsDir() {
		run, err := readReport(path)
		if err != nil {
			return results.RunInfo{}, err
		}
		return run.Info, nil
	}
	return readInfo(path)
}

// readInfo reads the run.json of a folder.
func readInfo(folder string) (results.RunInfo, error) {
	var info results.RunInfo
	file := filepath.Join(folder, runstore.InfoFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return info, &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s is no run folder: %w", folder, plainPath(err)),
			hint: "name the " + runstore.ReportFile + " itself"}
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return info, fmt.Errorf("read %s: %w", file, err)
	}
	return info, nil
}

// specOf says in a suite's terms who judged a run, where and how.
func specOf(ref results.JudgeRef) suites.JudgeSpec {
	spec := suites.JudgeSpec{}
	if ref.Panel != nil {
		spec = panelOf(*ref.Panel)
	}
	spec.When = ref.When
	switch {
	case ref.Kind != results.JudgeModel:
		spec.Model = string(ref.Kind)
		return spec
	case ref.Panel == nil:
		spec.Model, spec.BaseURL, spec.KeyEnv, spec.SameAs = ref.Model, ref.Endpoint, ref.KeyEnv, ref.SameAs
	}
	spec.Seed, spec.MaxTokens = ref.Seed, ref.MaxTokens
	return spec
}

// words are the flags again, for a command that asks the same judge; the judge
// of the suite where no flag names one.
func (f *judgeFlags) words(suite string) []string {
	var out []string
	add := func(flag, value string) {
		if value != "" {
			out = append(out, flag, value)
		}
	}
	add("--judge", f.model)
	if f.model == "" {
		add("--judge-from", suite)
	}
	add("--judge-base-url", f.baseURL)
	add("--judge-key-env", f.keyEnv)
	add("--judge-azure-deployment", f.azureDeployment)
	add("--judge-azure-api-version", f.azureVersion)
	if f.excerpt > 0 {
		add("--excerpt", strconv.Itoa(f.excerpt))
	}
	return out
}
