package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// TrendJSON writes trend.json, schema evalrun.trend/1.
func TrendJSON(w io.Writer, doc compare.TrendDoc) error {
	doc.Schema = compare.TrendSchema
	doc.Gate.Reasons, doc.Gate.Rules = orEmpty(doc.Gate.Reasons), orEmpty(doc.Gate.Rules)
	doc.Signals, doc.Segments = orEmpty(doc.Signals), orEmpty(doc.Segments)
	doc.Events, doc.Nights = orEmpty(doc.Events), orEmpty(doc.Nights)
	doc.Series = each(doc.Series, func(s *compare.TrendSeries) { s.Points = orEmpty(s.Points) })
	return writeJSON(w, doc)
}
