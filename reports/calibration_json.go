package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// CalibrationJSON writes the document, schema evalrun.calibration/1.
func CalibrationJSON(w io.Writer, doc compare.CalibrationDoc) error {
	doc.Schema = compare.CalibrationSchema
	doc.Labels.Files, doc.Labels.Raters, doc.Labels.Unknown = orEmpty(doc.Labels.Files), orEmpty(doc.Labels.Raters), orEmpty(doc.Labels.Unknown)
	doc.Notices = orEmpty(doc.Notices)
	doc.Series = each(doc.Series, func(s *compare.CalibrationSeries) {
		s.Says = orEmpty(s.Says)
		if s.Judge != nil {
			judge := *s.Judge
			judge.Against, judge.Matrix, judge.Apart = orEmpty(judge.Against), orEmpty(judge.Matrix), orEmpty(judge.Apart)
			s.Judge = &judge
		}
	})
	return writeJSON(w, doc)
}
