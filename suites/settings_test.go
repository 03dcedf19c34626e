package suites

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func settingsOf(t *testing.T, text string) (Settings, error) {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, SettingsFile), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ReadSettings(root)
}

func TestSettings(t *testing.T) {
	s, err := settingsOf(t, "ground: {threshold: 0, boostAbove: 0.8, penalizeBelow: 0.3, allow: claims.txt}\nx-note: free\n")
	if err != nil {
		t.Fatal(err)
	}
	g := s.Ground
	if g.Threshold == nil || *g.Threshold != 0 || *g.BoostAbove != 0.8 || *g.PenalizeBelow != 0.3 || g.AllowList != "claims.txt" {
		t.Errorf("got %+v", g)
	}
}

func TestSettingsOfCommentsOnly(t *testing.T) {
	if s, err := settingsOf(t, "# ground: {threshold: 0.3}\n"); err != nil || s.Ground.Threshold != nil {
		t.Errorf("got %+v, %v; want empty settings", s, err)
	}
}

func TestNoSettingsFile(t *testing.T) {
	s, err := ReadSettings(t.TempDir())
	if err != nil || s.Ground.Threshold != nil {
		t.Errorf("got %+v, %v; want empty settings", s, err)
	}
}

// A checkout of others may not have a file of this machine read and quoted.
func TestSettingsOutsideTheRoot(t *testing.T) {
	outside, root := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("s3cret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(root, SettingsFile)); err != nil {
		t.Skip("this file system has no symbolic links")
	}
	_, err := ReadSettings(root)
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.HasPrefix(err.Error(), ".evalrun.yaml: cannot be read") {
		t.Errorf("got %v", err)
	}
}

func TestSettingsThatAreNoFile(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, SettingsFile), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSettings(root); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("got %v", err)
	}
}

// TestSettingsProblems: a setting that is not understood must stop the
// command, for the default in its place could let answers pass.
func TestSettingsProblems(t *testing.T) {
	for text, want := range map[string]string{
		"ground: {treshold: 0.3}":              ".evalrun.yaml:1:10: unknown key \"treshold\"",
		"ground: {threshold: high}":            ".evalrun.yaml:1:21: ground.threshold is text (\"high\"), want a number",
		"ground: {threshold: 1.5}":             ".evalrun.yaml:1:21: ground.threshold is 1.5",
		"judge: {model: x}":                    ".evalrun.yaml:1:1: unknown key \"judge\"",
		"- ground":                             ".evalrun.yaml:1:1: the file is a list, want a mapping",
		"ground: {threshold: .nan}":            "ground.threshold",
		"ground: [":                            ".evalrun.yaml:1",
		"ground: {}\n---\nground: {}\n":        ".evalrun.yaml:2: a second document",
		"ground: {threshold: 1, threshold: 0}": "duplicate key",
	} {
		if _, err := settingsOf(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
