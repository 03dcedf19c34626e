package runstore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// ErrNoBaseline is returned by Report for a name or suite without a baseline.
var ErrNoBaseline = errors.New("no such baseline")

// Baseline returns the one of a name and a suite.
func (d *Decisions) Baseline(name, suite string) (Baseline, bool) {
	i := slices.IndexFunc(d.Baselines, func(b Baseline) bool { return b.Name == name && b.Suite == suite })
	if i < 0 {
		return Baseline{}, false
	}
	return d.Baselines[i], true
}

// SetBaseline makes a report the baseline of b's suite under b's name, in
// place of another; b lacks its report and hash. report is a path from the
// working directory, and so is keep: where it is not "" the report is copied
// to there and the copy is the baseline.
func (d *Decisions) SetBaseline(b Baseline, report, keep string) (err error) {
	if keep != "" {
		if err := copyReport(report, keep); err != nil {
			return fmt.Errorf("keep the report of baseline %s: %w", b.Name, err)
		}
		report = keep
	}
	if b.SHA256, err = hashOf(report); err != nil {
		return fmt.Errorf("set baseline %s: %w", b.Name, err)
	}
	b.Report = d.pathFromFile(report)
	d.RemoveBaseline(b.Name, b.Suite)
	d.Baselines = append(d.Baselines, b)
	return nil
}

// copyReport puts a whole copy in place, in a folder that is made for it.
func copyReport(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	kept := &Artefact{path: to}
	defer func() { err = errors.Join(err, kept.draft.discard()) }()
	if _, err := io.Copy(kept, source); err != nil {
		return err
	}
	return kept.install()
}

// pathFromFile is a path as the file names it: relative, so that a checkout
// may lie anywhere, unless there is no relative one.
func (d *Decisions) pathFromFile(report string) string {
	folder, err := filepath.Abs(filepath.Dir(d.path))
	if err != nil {
		return filepath.ToSlash(report)
	}
	abs, err := filepath.Abs(report)
	if err != nil {
		return filepath.ToSlash(report)
	}
	if rel, err := filepath.Rel(folder, abs); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// RemoveBaseline removes the baselines of a name, those of one suite alone
// unless suite is "", and returns how many there were.
func (d *Decisions) RemoveBaseline(name, suite string) int {
	had := len(d.Baselines)
	d.Baselines = slices.DeleteFunc(d.Baselines, func(b Baseline) bool {
		return b.Name == name && (suite == "" || b.Suite == suite)
	})
	return had - len(d.Baselines)
}

// Report returns the path of the report that is a suite's baseline under a
// name, after it was found to be the one that was set: with another one a
// comparison would mean something else than its name says. Without such a
// baseline the error is ErrNoBaseline.
func (d *Decisions) Report(name, suite string) (path string, err error) {
	b, ok := d.Baseline(name, suite)
	if !ok {
		return "", fmt.Errorf("baseline %s of suite %s: %w in %s", name, suite, ErrNoBaseline, d.path)
	}
	path = filepath.FromSlash(b.Report)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(d.path), path)
	}
	hash, err := hashOf(path)
	if err != nil {
		return "", fmt.Errorf("baseline %s of suite %s: %w", name, suite, err)
	}
	if hash != b.SHA256 {
		return "", fmt.Errorf("baseline %s of suite %s: %s is not the report that was set: its sha256 is %s, set was %s",
			name, suite, path, hash, b.SHA256)
	}
	return path, nil
}

func hashOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
