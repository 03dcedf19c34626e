package suites

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// SettingsFile is the name, at the root of a repository, of the file that
// holds its settings.
const SettingsFile = ".evalrun.yaml"

// Settings are what a repository sets for commands that read no suite.
type Settings struct {
	Ground GroundSettings
}

// GroundSettings are the section "ground". Nil and empty fields were not set.
type GroundSettings struct {
	Threshold     *float64 // 0..1, score from which an answer passes
	BoostAbove    *float64 // 0..1, score over which its files gain weight
	PenalizeBelow *float64 // 0..1, score under which they lose weight
	AllowList     string   // file with claims that need no evidence, relative to the root
}

var (
	settingsKeys = keyset{SettingsFile, []string{"ground"}}
	groundKeys   = keyset{"ground", []string{"threshold", "boostAbove", "penalizeBelow", "allow"}}
)

// ReadSettings reads the settings of the repository at root, which are empty
// where there is no file. A link may not lead out of the root: what is wrong
// with a file is quoted. The error is a Problems with all that is wrong.
func ReadSettings(root string) (Settings, error) {
	f, err := openSettings(root)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	}
	d, problems := readOpened(SettingsFile, f, err)
	if len(problems) > 0 {
		return Settings{}, Problems(problems)
	}
	return d.settings()
}

// openSettings does not open a pipe, which would wait for a writer.
func openSettings(root string) (*os.File, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	info, err := dir.Stat(SettingsFile)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return dir.Open(SettingsFile)
}

func (d document) settings() (Settings, error) {
	if _, _, err := decodeYAML(d.text); errors.Is(err, io.EOF) {
		return Settings{}, nil // comments only: nothing is set
	}
	first, err := d.parse()
	if len(err) > 0 {
		return Settings{}, Problems(err)
	}
	r := &reader{file: d.file}
	s := Settings{}
	if o, ok := r.object(first, "the file", "", settingsKeys); ok {
		s.Ground = r.ground(o.get("ground"))
	}
	if len(r.problems) > 0 {
		return Settings{}, Problems(sorted(r.problems))
	}
	return s, nil
}

func (r *reader) ground(n *node) GroundSettings {
	o, ok := r.object(n, "ground", "ground.", groundKeys)
	if !ok {
		return GroundSettings{}
	}
	return GroundSettings{
		Threshold:     r.number(o.get("threshold"), "ground.threshold", 0, 1),
		BoostAbove:    r.number(o.get("boostAbove"), "ground.boostAbove", 0, 1),
		PenalizeBelow: r.number(o.get("penalizeBelow"), "ground.penalizeBelow", 0, 1),
		AllowList:     r.text(o.get("allow"), "ground.allow"),
	}
}
