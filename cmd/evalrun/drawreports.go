package main

import (
	"io"
	"path/filepath"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// artefacts are the report files of a run folder, each a pure function of its
// run.json, questions and records.
var artefacts = []struct {
	name string
	to   func(io.Writer) reports.Sink
}{
	{"report.md", reports.ToMarkdown},
	{"report.json", reports.ToJSON},
	{"junit.xml", reports.ToJUnit},
}

// drawReports assesses a run from what is stored and writes its artefacts.
func drawReports(store *runstore.Run) (reports.View, error) {
	doc, err := verdict.Assess(store.Info(), store.Entries())
	if err != nil {
		return reports.View{}, err
	}
	view := reports.View{Doc: doc, Entries: store.Entries}
	return view, store.WriteFiles(artefactNames(), func(files []io.Writer) error {
		sinks := make([]reports.Sink, len(artefacts))
		for i, a := range artefacts {
			sinks[i] = a.to(files[i])
		}
		return reports.Write(view, sinks...)
	})
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
