package reports

import (
	"io"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/internal/injections"
	"github.com/evalrun/evalrun/results"
)

// TestNoTextRunsInAPage shows every text in every place of a question, and
// one after the other in all places of the pages' other documents.
func TestNoTextRunsInAPage(t *testing.T) {
	p := browsers.Open(t)
	texts := injections.All()
	at := 0
	next := func() string { at++; return texts[at%len(texts)].Text }
	for _, part := range slices.Collect(slices.Chunk(texts, 36)) {
		var v View
		injections.FillEach(&v.Doc, next)
		v.Entries = questionsOf(&v.Doc.Run, part)
		inert(t, p, 1, func(w io.Writer) error { return HTML(w, v) })
		if got := browser.Value[int](p, `document.querySelectorAll('#questions > tbody .question').length`); got != len(part) {
			t.Errorf("%d of %d questions unfold", got, len(part))
		}
		var (
			doc     compare.Doc
			ranking compare.RankDoc
			trend   compare.TrendDoc
		)
		injections.FillEach(&doc, next)
		injections.FillEach(&ranking, next)
		injections.FillEach(&trend, next)
		sides := Sides{Base: answered(next(), next()), Head: answered(next(), next())}
		inert(t, p, 0, func(w io.Writer) error { return ComparisonHTML(w, doc, sides) })
		inert(t, p, 0, func(w io.Writer) error { return RankingHTML(w, ranking) })
		inert(t, p, 0, func(w io.Writer) error { return TrendHTML(w, trend) })
	}
}

// questionsOf are one question for each text, and the dimensions of their run.
func questionsOf(run *results.RunInfo, texts []injections.Text) func() iter.Seq2[results.Entry, error] {
	var entries []results.Entry
	run.Dimensions = map[results.Category][]results.Dimension{}
	for i, text := range texts {
		of, e := filled(text.Text)
		maps.Copy(run.Dimensions, of.Dimensions)
		e.Question.Seq, e.Question.Anchor = i, i%7 == 0
		e.Question.Quarantine = nil
		entries = append(entries, e)
	}
	return func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

func inert(t *testing.T, p *browser.Page, scripts int, write func(io.Writer) error) {
	t.Helper()
	p.Go(pageFile(t, write))
	p.Unfold()
	p.Inert(scripts)
}
