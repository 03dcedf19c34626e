package reports

import (
	"bufio"
	"encoding/xml"
	"io"
	"strconv"
	"time"

	"github.com/evalrun/evalrun/results"
)

// Limits in bytes. GitLab refuses a file of 30 MB: texts are cut per case,
// and once maxDetail bytes are written passing cases keep no reasoning lines.
const (
	maxCaseText = 8 << 10
	maxDetail   = 16 << 20
)

// ToJUnit returns a sink that writes junit.xml in the dialect that GitLab,
// Jenkins and Azure DevOps share: a failed question is a failure; one without
// a decision, by an error or for want of anything to decide on, is an error;
// one that was not run, or is set apart from the gate, is skipped. Its totals are those of the verdict. A Draft needs
// a spool.
func ToJUnit(w io.Writer, spool Spool) Sink {
	bw := bufio.NewWriter(w)
	s := &junitSink{w: bw, body: newBody(bw, spool)}
	s.cases = xml.NewEncoder(s)
	s.cases.Indent("    ", "  ") // as inside testsuites and testsuite
	return s
}

type junitSink struct {
	w     *bufio.Writer
	body  body
	cases *xml.Encoder
	size  int64 // bytes of the cases so far
	run   results.RunInfo
}

// Write takes the cases.
func (s *junitSink) Write(p []byte) (int, error) {
	n, err := s.body.Write(p)
	s.size += int64(n)
	return n, err
}

func (s *junitSink) begin(run results.RunInfo) { s.run = run }

// head ends within the elements that end closes.
func (s *junitSink) head(doc *results.ReportDoc) error {
	if _, err := s.w.WriteString(xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(s.w)
	enc.Indent("", "  ")
	totals := totalAttrs(doc)
	if err := enc.EncodeToken(element("testsuites", append([]xml.Attr{attr("name", "evalrun")}, totals...)...)); err != nil {
		return err
	}
	suite := append([]xml.Attr{attr("name", xmlLine(doc.Run.Suite.Name))}, totals...)
	if !doc.Run.Started.IsZero() {
		// xs:dateTime without a zone is what the oldest schema allows.
		suite = append(suite, attr("timestamp", doc.Run.Started.UTC().Format("2006-01-02T15:04:05")))
	}
	if err := enc.EncodeToken(element("testsuite", suite...)); err != nil {
		return err
	}
	if err := enc.Encode(properties(doc)); err != nil {
		return err
	}
	return s.w.WriteByte('\n')
}

// entry writes one case per planned repeat, so that the cases add up to what
// was planned even when the run was stopped.
func (s *junitSink) entry(e *drawn) error {
	next := 0
	for repeat := range max(1, s.run.Repeats) {
		var r *results.Record
		if next < len(e.Records) && e.Records[next].Repeat == repeat {
			r = &e.Records[next]
			next++
		}
		if err := s.cases.Encode(s.testCase(e.Question, r, repeat)); err != nil {
			return err
		}
	}
	return nil
}

func (s *junitSink) end() error {
	if err := s.body.settle(); err != nil {
		return err
	}
	if s.size > 0 {
		s.w.WriteByte('\n')
	}
	s.w.WriteString("  </testsuite>\n</testsuites>\n")
	return s.w.Flush()
}

// totalAttrs counts as the cases do: error holds everything undecided.
func totalAttrs(doc *results.ReportDoc) []xml.Attr {
	t := doc.Totals
	return []xml.Attr{
		attr("tests", strconv.Itoa(t.Planned)),
		attr("failures", strconv.Itoa(t.Fail)),
		attr("errors", strconv.Itoa(t.Error+t.Inconclusive)),
		attr("skipped", strconv.Itoa(t.Skipped+t.Planned-t.Counted())),
		attr("time", seconds(doc.Run.Ended.Sub(doc.Run.Started))),
	}
}

func element(name string, attrs ...xml.Attr) xml.StartElement {
	return xml.StartElement{Name: xml.Name{Local: name}, Attr: attrs}
}

func attr(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }

// seconds is 0 for a span without both ends.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(max(0, d.Seconds()), 'f', 3, 64)
}
