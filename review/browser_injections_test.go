package review_test

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/internal/injections"
	"github.com/evalrun/evalrun/internal/nights"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// TestNoTextRunsInAReviewPage opens every page of a run of which every text
// is one that has run as a script elsewhere.
func TestNoTextRunsInAReviewPage(t *testing.T) {
	dir := t.TempDir()
	d := desk{t: t}
	for night := range 2 {
		d.runs = append(d.runs, injectedRun(t, dir, night))
	}
	d.serve(dir, nil)
	p := browsers.Open(t)
	paths := []string{"", "runs/RUN", "runs/RUN?page=2", "runs/RUN/queue", "runs/RUN/labels", "compare?head=RUN&base=" + filepath.Base(d.runs[0]), "search?q=alert", "search?q=script", "trends/injections"}
	for i, text := range injections.All() {
		if i%12 == 0 {
			paths = append(paths, fmt.Sprintf("runs/RUN/questions/%d", i))
		}
		if i%36 == 0 {
			at := url.QueryEscape(text.Text)
			paths = append(paths, "search?q="+at, "runs/RUN?text="+at+"&tag="+at+"&sort="+at)
		}
	}
	for _, path := range paths {
		p.Go(d.at(path))
		p.Unfold()
		p.Inert(browser.Value[int](p, `document.querySelectorAll('script[src^="/static/"]').length`))
		for _, trouble := range p.Troubles() {
			t.Error(trouble)
		}
		if t.Failed() {
			t.Fatalf("on %s: %s", path, text(p, "main"))
		}
	}
}

// injectedRun writes a run of one question for each text, with labels.
func injectedRun(t *testing.T, dir string, night int) string {
	t.Helper()
	texts := injections.All()
	at := 0
	next := func() string { at++; return texts[at%len(texts)].Text }
	var info results.RunInfo
	injections.FillEach(&info, next)
	started := time.Date(2026, 4, 11+night, 2, 0, 0, 0, time.UTC)
	info.Schema, info.ID, info.Suite.Name, info.Status = results.RunSchema, "", "injections", "complete"
	info.Started, info.Ended, info.Repeats, info.Planned = started, started.Add(time.Minute), 1, len(texts)
	// Words of a fixed set: a comparison refuses others.
	info.Judge.Kind, info.Judge.When, info.Target.Type, info.Confidence = results.JudgeModel, "always", "http", "required"
	info.Gate, info.Settings, info.Stop = results.GateSpec{PassRate: 0.9, MinScored: 0.5}, results.Settings{}, nil
	info.Selection = results.Selection{Total: len(texts), Selected: len(texts)}
	info.Dimensions = map[results.Category][]results.Dimension{results.Positive: {results.Grounding, results.Tone}}
	run, err := runstore.Create(dir, info, runstore.Options{Now: started, Rand: bytes.NewReader([]byte{1, byte(night)})})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if _, err := run.WriteQuestions(func(yield func(results.Question, error) bool) {
		for i, text := range texts {
			if !yield(injectedQuestion(i, text.Text), nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := run.Append(injectedRecord(i, text.Text, info.Dimensions[results.Positive], night)); err != nil {
			t.Fatalf("%s: %v", text.Name, err)
		}
	}
	if err := run.Finish(info); err != nil {
		t.Fatal(err)
	}
	if err := nights.Report(run); err != nil {
		t.Fatal(err)
	}
	injectLabels(t, run, texts)
	return run.Path()
}

func injectedQuestion(seq int, text string) results.Question {
	var q results.Question
	injections.Fill(&q, text)
	q.Seq, q.ID, q.Category, q.Anchor, q.Quarantine = seq, injectedID(seq, text), results.Positive, false, nil
	q.Rubric = []byte(`{}`)
	return q
}

// injectedID ends in what is no white space: labels refuse that.
func injectedID(seq int, text string) string { return fmt.Sprintf("%d %s.", seq, text) }

func injectedRecord(seq int, text string, dimensions []results.Dimension, night int) results.Record {
	var r results.Record
	injections.Fill(&r, text)
	q := injectedQuestion(seq, text)
	r.Schema, r.Seq, r.ID, r.Category, r.ContentHash, r.Final = results.RecordSchema, seq, q.ID, q.Category, q.ContentHash, true
	r.Verdict, r.Error = results.Pass, nil
	for i := range r.Findings {
		r.Findings[i].Status = results.FindingWarning
	}
	// A report counts models and kinds of errors by name, and no two names may
	// differ in letter case alone.
	judges := injections.All()[9].Text
	injections.Fill(&r.Judge, judges)
	injections.Fill(&r.JudgeAgain, judges)
	if (seq+night)%2 == 0 {
		r.Verdict = results.Fail
	}
	r.Cells = map[results.Series]results.Cell{}
	for _, d := range dimensions {
		var cell results.Cell
		injections.Fill(&cell, text)
		cell.Status = results.CellScored
		r.Cells[results.SeriesOf(results.Positive, d)] = cell
	}
	return r
}

func injectLabels(t *testing.T, run *runstore.Run, texts []injections.Text) {
	t.Helper()
	var said runstore.Saying
	for i, text := range texts {
		if !utf8.ValidString(text.Text) || strings.Contains(text.Text, "\r") {
			continue // no label can be of such a question
		}
		label := results.Label{ID: injectedID(i, text.Text), Dimension: "grounding", Rater: strings.TrimSpace(text.Text), Score: 3, Comment: text.Text, At: time.Unix(1, 0).UTC()}
		remark := results.Remark{ID: label.ID, Rater: label.Rater, Flag: true, Comment: text.Text, At: label.At}
		said.Labels, said.Remarks = append(said.Labels, label), append(said.Remarks, remark)
	}
	if err := run.LabelLog(nil).Append(said); err != nil {
		t.Fatal(err)
	}
}
