package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// CalibrationJSON writes the document, schema evalrun.calibration/1.
func CalibrationJSON(w io.Writer, doc compare.CalibrationDoc) error {
	doc.Schema = compare.CalibrationSchema
	doc.Labels.Files, doc.Labels.Raters, doc.Labels.Unknown = orEmpty(doc.Labels.Files), orEmpty(doc.Labels.Raters), orEmpty(doc.Labels.Unknown)
	doc.Drawn = withLists(doc.Drawn, func(d *compare.LabelDraw) { d.Missing = orEmpty(d.Missing) })
	doc.Notices = orEmpty(doc.Notices)
	doc.Series = each(doc.Series, func(s *compare.CalibrationSeries) {
		s.Says = orEmpty(s.Says)
		s.Judge = withLists(s.Judge, func(j *compare.JudgeAgreement) {
			j.Against, j.Matrix, j.Apart = orEmpty(j.Against), orEmpty(j.Matrix), orEmpty(j.Apart)
		})
	})
	return writeJSON(w, doc)
}
