package main

import (
	"iter"
	"path/filepath"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// artefacts are the report files of a run folder, each a pure function of its
// run.json, questions and records.
var artefacts = []struct {
	name string
	to   func(*runstore.Artefact) reports.Sink
}{
	{"report.md", func(a *runstore.Artefact) reports.Sink { return reports.ToMarkdown(a) }},
	{runstore.ReportFile, func(a *runstore.Artefact) reports.Sink { return reports.ToJSON(a, a.Spool()) }},
	{"junit.xml", func(a *runstore.Artefact) reports.Sink { return reports.ToJUnit(a, a.Spool()) }},
	{"report.html", func(a *runstore.Artefact) reports.Sink { return reports.ToHTML(a, a.Spool()) }},
}

// drawReports assesses a run and writes its artefacts in one pass over what
// is stored.
func drawReports(store *runstore.Run, entries iter.Seq2[results.Entry, error]) (reports.View, error) {
	view := reports.View{Entries: store.Outcomes}
	err := store.WriteFiles(artefactNames(), func(files []*runstore.Artefact) (err error) {
		sinks := make([]reports.Sink, len(artefacts))
		for i, a := range artefacts {
			sinks[i] = a.to(files[i])
		}
		draft := reports.NewDraft(store.Info(), sinks...)
		if view.Doc, err = verdict.Assess(store.Info, draft.Through(entries)); err != nil {
			return err
		}
		return draft.Finish(view.Doc)
	})
	return view, err
}

// drawing is the reports of a run being drawn while it goes on, mostly in the
// time that it waits for the judge.
type drawing struct {
	store *runstore.Run
	done  chan struct{}
	view  reports.View
	err   error
}

func startDrawing(store *runstore.Run) *drawing {
	d := &drawing{store: store, done: make(chan struct{})}
	go func() {
		defer close(d.done)
		d.view, d.err = drawReports(store, store.Follow())
	}()
	return d
}

// after returns the reports of the run, which has ended and is closed; a run
// that broke has none. What could not be drawn beside the run is drawn from
// its folder, or is wrong with it.
func (d *drawing) after(broken error) (reports.View, error) {
	<-d.done
	if broken != nil {
		return reports.View{}, broken
	}
	if d.err != nil {
		return drawReports(d.store, d.store.Outcomes())
	}
	return d.view, nil
}

func artefactNames() []string {
	names := make([]string, len(artefacts))
	for i, a := range artefacts {
		names[i] = a.name
	}
	return names
}

// table prints the short report of a run on stdout.
func (h host) table(view reports.View, folder string) error {
	return reports.Terminal(h.stdout, view, reports.Options{
		Color: h.color, Width: h.width, Report: filepath.Join(folder, artefacts[0].name),
	})
}
