package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// ComparisonJSON writes compare.json, schema evalrun.compare/1.
func ComparisonJSON(w io.Writer, doc compare.Doc) error {
	return writeJSON(w, filledComparison(doc))
}

// RankingJSON writes the comparison of three runs or more, schema
// evalrun.rank/1.
func RankingJSON(w io.Writer, doc compare.RankDoc) error {
	return writeJSON(w, filledRanking(doc))
}

func writeJSON(w io.Writer, doc any) error {
	data, err := newIndentedJSON("").encode(doc)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// filledComparison has an empty list wherever there is nothing to list, so
// that a reader never meets null for "none".
func filledComparison(doc compare.Doc) compare.Doc {
	doc.Schema = compare.Schema
	doc.Base.Served, doc.Head.Served = orNone(doc.Base.Served), orNone(doc.Head.Served)
	doc.Blocks = each(doc.Blocks, func(b *compare.Block) { b.Details = orEmpty(b.Details) })
	doc.Notices, doc.Allowed = orEmpty(doc.Notices), orEmpty(doc.Allowed)
	doc.Refusal = withLists(doc.Refusal, func(r *compare.Refusal) { r.Reasons = orEmpty(r.Reasons) })
	doc.Gate.Reasons, doc.Gate.Rules = orEmpty(doc.Gate.Reasons), orEmpty(doc.Gate.Rules)
	doc.Pairing = filledPairing(doc.Pairing)
	doc.Series = each(doc.Series, func(s *compare.Series) { s.Notes = orEmpty(s.Notes) })
	doc.Anchors.Moved = orEmpty(doc.Anchors.Moved)
	doc.Anchors.Series = each(doc.Anchors.Series, func(s *compare.Series) { s.Notes = orEmpty(s.Notes) })
	doc.Hard = orEmpty(doc.Hard)
	doc.Flips.List = each(doc.Flips.List, func(f *compare.Flip) { f.Reasons = orEmpty(f.Reasons) })
	doc.Length.Rho = orEmpty(doc.Length.Rho)
	doc.Slices = orEmpty(doc.Slices)
	return doc
}

func filledPairing(p compare.Pairing) compare.Pairing {
	p.OnlyBase, p.OnlyHead = orEmpty(p.OnlyBase), orEmpty(p.OnlyHead)
	p.Edited = each(p.Edited, func(e *compare.Edited) { e.What = orEmpty(e.What) })
	p.Quarantined = orEmpty(p.Quarantined)
	return p
}

func filledRanking(doc compare.RankDoc) compare.RankDoc {
	doc.Schema = compare.RankSchema
	doc.Runs = each(doc.Runs, func(s *compare.Side) { s.Served = orNone(s.Served) })
	doc.Labels, doc.Notices, doc.Allowed = orEmpty(doc.Labels), orEmpty(doc.Notices), orEmpty(doc.Allowed)
	doc.Refusal = withLists(doc.Refusal, func(r *compare.RankRefusal) { r.Reasons = orEmpty(r.Reasons) })
	doc.Lost = orEmpty(doc.Lost)
	doc.Series = each(doc.Series, func(s *compare.RankSeries) {
		s.Missing, s.Rows, s.Pairs, s.Notes = orEmpty(s.Missing), orEmpty(s.Rows), orEmpty(s.Pairs), orEmpty(s.Notes)
	})
	return doc
}

// each is a copy of a list with every entry filled; a writer leaves what it
// is given as it is.
func each[T any](list []T, fill func(*T)) []T {
	out := append([]T{}, list...)
	for i := range out {
		fill(&out[i])
	}
	return out
}
