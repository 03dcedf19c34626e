package runstore

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
)

// DecisionsFile is where the decisions on a history are kept, to be committed
// beside the suites.
const DecisionsFile = "evalrun-history.json"

const decisionsSchema = "evalrun.history-decisions/1"

// Decisions are what people have decided about runs: which ones are baselines
// and from which a new segment of the trend starts. Runs come and go; this
// file is committed.
type Decisions struct {
	path      string
	Baselines []Baseline
	Accepted  []results.Accepted
}

// Baseline is the run that a suite is compared with under a name.
type Baseline struct {
	Name   string `json:"name"`
	Suite  string `json:"suite"`
	Run    string `json:"run"`
	Report string `json:"report"` // slash path of report.json, from the folder of the file unless absolute
	SHA256 string `json:"sha256"` // of the report's bytes
}

type decisionsDoc struct {
	Schema    string             `json:"schema"`
	Baselines []Baseline         `json:"baselines"`
	Accepted  []results.Accepted `json:"accepted"`
}

// OpenDecisions reads a file of decisions; one that is not there holds none.
func OpenDecisions(path string) (*Decisions, error) {
	d := &Decisions{path: path}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	doc, err := decodeDecisions(data)
	if err != nil {
		return nil, fmt.Errorf("read decisions: %s: %w", path, err)
	}
	d.Baselines, d.Accepted = doc.Baselines, doc.Accepted
	return d, nil
}

// decodeDecisions is strict: people edit and merge this file, and a key that
// is not understood is a decision that would be left out.
func decodeDecisions(data []byte) (doc decisionsDoc, err error) {
	if err := strictjson.Check(data); err != nil {
		return doc, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return doc, err
	}
	if doc.Schema != decisionsSchema {
		return doc, fmt.Errorf("schema is %q, this version reads %q", doc.Schema, decisionsSchema)
	}
	seen := map[[2]string]bool{}
	for _, b := range doc.Baselines {
		key := [2]string{b.Name, b.Suite}
		switch {
		case b.Name == "" || b.Suite == "" || b.Report == "" || b.SHA256 == "":
			return doc, fmt.Errorf("baseline %q of suite %q lacks its name, suite, report or sha256", b.Name, b.Suite)
		case seen[key]:
			return doc, fmt.Errorf("baseline %q of suite %q is there twice", b.Name, b.Suite)
		}
		seen[key] = true
	}
	return doc, nil
}

// Save writes the file, in an order that keeps the difference of two versions
// small.
func (d *Decisions) Save() error {
	slices.SortFunc(d.Baselines, func(a, b Baseline) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Suite, b.Suite))
	})
	slices.SortStableFunc(d.Accepted, func(a, b results.Accepted) int {
		return cmp.Or(cmp.Compare(a.Suite, b.Suite), a.At.Compare(b.At))
	})
	data, err := encoded(decisionsDoc{
		Schema:    decisionsSchema,
		Baselines: append([]Baseline{}, d.Baselines...),
		Accepted:  append([]results.Accepted{}, d.Accepted...),
	}, "  ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(d.path), 0o777)
	}
	if err == nil {
		err = maybe.WriteFile(d.path, data, 0o666)
	}
	if err != nil {
		return fmt.Errorf("write decisions: %w", err)
	}
	return nil
}

// Accept adds a run from which a suite's trend starts anew; of a run that is
// accepted already it replaces the reason.
func (d *Decisions) Accept(a results.Accepted) {
	d.Accepted = slices.DeleteFunc(d.Accepted, func(b results.Accepted) bool { return b.Suite == a.Suite && b.Run == a.Run })
	d.Accepted = append(d.Accepted, a)
}

// AcceptedOf returns the runs of a suite that were accepted.
func (d *Decisions) AcceptedOf(suite string) (of []results.Accepted) {
	for _, a := range d.Accepted {
		if a.Suite == suite {
			of = append(of, a)
		}
	}
	return of
}

// RemoveAccepted takes back the acceptance of a run, which may be gone, and
// returns those that are of that name: exactly, or beginning with it where no
// run has the name itself. Only one is removed; suite "" is any suite.
func (d *Decisions) RemoveAccepted(suite, run string) (found []results.Accepted) {
	for _, same := range []func(results.Accepted) bool{
		func(a results.Accepted) bool { return a.Run == run },
		func(a results.Accepted) bool { return run != "" && strings.HasPrefix(a.Run, run) },
	} {
		for _, a := range d.Accepted {
			if (suite == "" || a.Suite == suite) && same(a) {
				found = append(found, a)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	if len(found) == 1 {
		d.Accepted = slices.DeleteFunc(d.Accepted, func(a results.Accepted) bool { return a == found[0] })
	}
	return found
}
