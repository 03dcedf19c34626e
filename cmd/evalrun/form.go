package main

import (
	"io"

	"github.com/evalrun/evalrun/reports"
)

// form is how a result is printed: as text for a person unless a flag says
// otherwise.
type form struct{ json, md bool }

// writers print a result in each form.
type writers[D any] struct {
	json, md func(io.Writer, D) error
	text     func(io.Writer, D, reports.Options) error
}

func (w writers[D]) print(f form, out io.Writer, doc D, opt reports.Options) error {
	switch {
	case f.json:
		return w.json(out, doc)
	case f.md:
		return w.md(out, doc)
	}
	return w.text(out, doc, opt)
}
