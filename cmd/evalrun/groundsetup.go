package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// groundSetup is what flags and settings amount to.
type groundSetup struct {
	root  string // absolute, links resolved
	rules grounding.Rules
	bands grounding.Bands
	allow *grounding.AllowList
}

func (o *groundOptions) setUp(cmd *cobra.Command) (groundSetup, error) {
	root, err := workingTree(o.root)
	if err != nil {
		return groundSetup{}, err
	}
	settings, err := suites.ReadSettings(root)
	if err != nil {
		return groundSetup{}, err
	}
	set := groundSetup{root: root, rules: grounding.DefaultRules(), bands: grounding.DefaultBands()}
	set.rules.RequireClaims, set.rules.Support = o.requireClaims, o.support
	if set.rules.FailOn, err = grounding.ParseFailOn(o.failOn); err != nil {
		return set, fmt.Errorf("--fail-on: %w", err)
	}
	for _, n := range []struct {
		flag  string
		given float64
		saved *float64
		into  *float64
	}{
		{"threshold", o.threshold, settings.Ground.Threshold, &set.rules.Threshold},
		{"boost-above", o.boostAbove, settings.Ground.BoostAbove, &set.bands.BoostAbove},
		{"penalize-below", o.penalizeBelow, settings.Ground.PenalizeBelow, &set.bands.PenalizeBelow},
	} {
		switch {
		case cmd.Flags().Changed(n.flag):
			*n.into = n.given
		case n.saved != nil:
			*n.into = *n.saved
		}
		if err := grounding.Fraction(*n.into); err != nil {
			return set, fmt.Errorf("--%s %w", n.flag, err)
		}
	}
	if o.learn && set.bands.PenalizeBelow > set.bands.BoostAbove {
		return set, &failure{
			code: verdict.ExitUsage,
			err:  fmt.Errorf("--penalize-below %v is above --boost-above %v", set.bands.PenalizeBelow, set.bands.BoostAbove),
			hint: "what no flag sets comes from " + suites.SettingsFile + " or is a default",
		}
	}
	set.allow, err = o.readAllowList(root, settings.Ground.AllowList)
	return set, err
}

// readAllowList reads the list of the flag, or the one that the settings name
// from the root.
func (o *groundOptions) readAllowList(root, saved string) (*grounding.AllowList, error) {
	var file *os.File
	var err error
	name := o.allow
	switch {
	case name != "":
		file, err = os.Open(name)
	case saved != "":
		name = saved + " that " + suites.SettingsFile + " names"
		file, err = os.OpenInRoot(root, filepath.FromSlash(saved))
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the allow-list %s: %w", name, cause(err))
	}
	defer file.Close()
	list, err := grounding.ReadAllowList(file)
	if err != nil {
		return nil, fmt.Errorf("read the allow-list %s: %w", name, err)
	}
	return list, nil
}

// cause is what went wrong with a file, without the file's name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// workingTree is the repository a command speaks of: the folder that was
// named, else the nearest one upwards that has a .git, else the current one.
func workingTree(named string) (string, error) {
	start := named
	if start == "" {
		start = "."
	}
	dir, err := filepath.Abs(start)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	switch {
	case err != nil && named != "":
		return "", fmt.Errorf("--root %s: %w", named, err)
	case err != nil:
		return "", fmt.Errorf("find the root: %w", err)
	}
	if named != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("--root %s is not a folder", named)
		}
		return dir, nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return dir, nil
		}
	}
}

// fromRoot is a path as seen from the root, with slashes. What lies outside
// keeps its name alone: where else it stands is nobody's business.
func (s groundSetup) fromRoot(name string) string {
	if name == stdinName {
		return name
	}
	if rel, ok := s.inside(name); ok {
		return rel
	}
	return filepath.Base(name)
}

func (s groundSetup) inside(name string) (rel string, ok bool) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err = filepath.Rel(s.root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
