package review

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// comparedRun is one run of a comparison.
type comparedRun struct {
	*openRun
	said    *runstore.Opinions
	notices []string
	report  *compare.Run
	seqs    map[string]int // of the questions by id
}

// compared reads a run and its report, which must be that of the run as it is
// now.
func (s *Server) compared(name string) (comparedRun, error) {
	run, err := s.library.open(name)
	if err != nil {
		return comparedRun{}, err
	}
	c := comparedRun{openRun: run, seqs: make(map[string]int, len(run.rows))}
	for i := range run.rows {
		c.seqs[run.rows[i].ID] = run.rows[i].Seq
	}
	if c.said, c.notices, err = run.said(); err != nil {
		return c, err
	}
	f, err := runstore.OpenReport(run.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, refused(http.StatusConflict, "run %s has no %s: evalrun report %s draws it", name, runstore.ReportFile, shownPath(run.path))
	}
	if err != nil {
		return c, err
	}
	defer f.Close()
	if c.report, err = compare.Read(filepath.Join(run.path, runstore.ReportFile), f); err != nil {
		return c, err
	}
	c.report.Path = shownPath(run.path)
	if !c.report.IsOf(run.info) {
		return c, refused(http.StatusConflict, "the %s of run %s is not that of the run as it is now: evalrun report %s draws it",
			runstore.ReportFile, name, shownPath(run.path))
	}
	return c, nil
}

// hidesAny: a comparison tells of every question how its judge's scores moved.
func (s *Server) hidesAny(r *http.Request, c comparedRun) bool {
	hides := s.hides(r, c.said)
	for i := range c.rows {
		if hides(&c.rows[i]) {
			return true
		}
	}
	return false
}

// told notes that a page names a question and what its judges gave.
func told(id string, runs ...comparedRun) {
	for _, c := range runs {
		if seq, known := c.seqs[id]; known {
			c.seen.note(seq)
		}
	}
}

func (c comparedRun) answers(id string) ([]results.Record, error) {
	seq, known := c.seqs[id]
	if !known {
		return nil, nil
	}
	e, err := c.entry(seq)
	return e.Records, err
}

func (c comparedRun) link(id string) string {
	if seq, known := c.seqs[id]; known {
		return questionPath(c.openRun, seq, "")
	}
	return ""
}

// opinions are the labels of the answers that are there now.
func (c comparedRun) opinions(id string, repeat int, d results.Dimension) []reports.Opinion {
	one, known := c.row(c.seqs[id])
	if !known || one.ID != id {
		return nil
	}
	return peopleSaid(c.said, one)(id, repeat, d)
}
