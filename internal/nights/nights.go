// Package nights writes folders of runs as nights had them, for tests of pages
// and for pictures of them. The runs are those of a fixture of the reports: its
// figures and its entries.
package nights

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// Fixture is a run as the fixtures of the reports hold it.
type Fixture struct {
	Doc     results.ReportDoc
	Entries []results.Entry
}

// Read reads a fixture from a file. Those of the reports cite nothing and have
// stretches of no particular place; here each answer cites how its first
// passage begins, and what a check found stands where it says.
func Read(path string) (Fixture, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Fixture{}, err
	}
	var f Fixture
	if err := json.Unmarshal(data, &f); err != nil {
		return Fixture{}, fmt.Errorf("decode %s: %w", path, err)
	}
	for _, e := range f.Entries {
		for i := range e.Records {
			cite(&e.Records[i])
			place(&e.Records[i])
		}
	}
	return f, nil
}

// quoted is how many bytes of a passage are cited.
const quoted = 35

func cite(r *results.Record) {
	if r.Answer == nil || len(r.Answer.Retrieved) == 0 || len(r.Answer.Retrieved[0].Text) < quoted {
		return
	}
	p, start, end, all := r.Answer.Retrieved[0], 0, quoted, 1.0
	r.Quotes = &results.QuoteCheck{VerbatimRate: &all, MeanScore: &all, MinScore: &all, Citations: []results.QuoteCitation{{
		Claim: "C1", Passage: p.ID, Status: "verified", Method: "exact", Reason: "found word for word",
		Score: 1, Quote: p.Text[:quoted], Start: &start, End: &end,
	}}}
}

// Write writes a number of runs, one night after the other, the last of them
// the fixture itself, and returns their folders. Of what did not pass in it
// some passed in each night before, the more the longer ago.
func (f Fixture) Write(dir string, nights int) ([]string, error) {
	var folders []string
	for ago := nights - 1; ago >= 0; ago-- {
		folder, err := f.night(dir, ago)
		if err != nil {
			return nil, fmt.Errorf("write a run of %d nights ago: %w", ago, err)
		}
		folders = append(folders, folder)
	}
	return folders, nil
}

func (f Fixture) night(dir string, ago int) (string, error) {
	info := f.Doc.Run
	info.ID = ""
	info.Started = info.Started.AddDate(0, 0, -ago)
	info.Ended = info.Ended.AddDate(0, 0, -ago)
	run, err := runstore.Create(dir, info, runstore.Options{Now: info.Started, Rand: bytes.NewReader([]byte{byte(ago), 0x3f})})
	if err != nil {
		return "", err
	}
	entries := make([]results.Entry, len(f.Entries))
	for i, e := range f.Entries {
		entries[i] = e
		if ago > 0 && (i+ago)%4 < min(ago, 3) {
			entries[i] = passed(e)
		}
	}
	if err := fill(run, info, entries); err != nil {
		return "", err
	}
	return run.Path(), run.Close()
}

func fill(run *runstore.Run, info results.RunInfo, entries []results.Entry) error {
	if _, err := run.WriteQuestions(func(yield func(results.Question, error) bool) {
		for _, e := range entries {
			if !yield(e.Question, nil) {
				return
			}
		}
	}); err != nil {
		return err
	}
	for _, e := range entries {
		for _, r := range e.Records {
			if err := run.Append(r); err != nil {
				return err
			}
		}
	}
	info.ID = run.Info().ID
	if err := run.Finish(info); err != nil {
		return err
	}
	return Report(run)
}

// Report writes the report.json of a run, which comparisons and the history of
// a folder read.
func Report(run *runstore.Run) error {
	doc, err := verdict.Assess(run.Info, run.Entries())
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := reports.JSON(&b, reports.View{Doc: doc, Entries: run.Entries}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(run.Path(), runstore.ReportFile), b.Bytes(), 0o644)
}

// passed is an entry with the best scores and every check passed.
func passed(e results.Entry) results.Entry {
	records := make([]results.Record, len(e.Records))
	for i, r := range e.Records {
		if r.Answer != nil {
			r = passedTry(r)
		}
		records[i] = r
	}
	e.Records = records
	return e
}

func passedTry(r results.Record) results.Record {
	best := 5.0
	r.Verdict, r.Reasons, r.Error = results.Pass, nil, nil
	cells := map[results.Series]results.Cell{}
	for series, cell := range r.Cells {
		if cell.Score != nil {
			cell.Score, cell.Reasoning = &best, "all of it stands in the passages"
		}
		cells[series] = cell
	}
	r.Cells = cells
	findings := make([]results.Finding, len(r.Findings))
	for i, finding := range r.Findings {
		finding.Status = results.FindingPass
		findings[i] = finding
	}
	r.Findings = findings
	return r
}

func place(r *results.Record) {
	for i := range r.Findings {
		found := &r.Findings[i]
		if found.Start == nil || r.Answer == nil {
			continue
		}
		if at := strings.Index(strings.ToLower(r.Answer.Text), strings.ToLower(found.Phrase)); at >= 0 {
			end := at + len(found.Phrase)
			found.Start, found.End = &at, &end
		}
	}
}

// View is the fixture itself as a report draws it.
func (f Fixture) View() reports.View {
	return reports.View{Doc: f.Doc, Entries: func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for _, e := range f.Entries {
				if !yield(e, nil) {
					return
				}
			}
		}
	}}
}
