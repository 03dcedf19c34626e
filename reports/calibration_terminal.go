package reports

import (
	"io"

	"github.com/evalrun/evalrun/compare"
)

// CalibrationTerminal writes how far a judge agrees with people: what came
// out, the figures, and what may be said of each dimension.
func CalibrationTerminal(w io.Writer, doc compare.CalibrationDoc, opt Options) error {
	s := newScreen(opt)
	s.WriteString(Fit(calibrationTitle(doc), s.width) + "\n")
	s.line("%s", cut(doc.Headline, maxReason))
	s.line("%s", cut(labelWords(doc), maxReason))
	for _, notice := range doc.Notices {
		s.line("%s", cut(notice, maxReason))
	}
	if len(doc.Series) > 0 {
		header := calibrationHeader(doc)
		if err := s.table(header, calibrationRows(doc), []int{len(header), 7, 6, 5, 4, 2}); err != nil {
			return err
		}
	}
	for _, series := range doc.Series {
		s.WriteString("\n" + Fit(string(series.Name), s.width) + "\n")
		s.indented(series.Says)
	}
	s.WriteByte('\n')
	s.line("next: %s", cut(doc.Next, maxReason))
	_, err := s.WriteTo(w)
	return err
}
