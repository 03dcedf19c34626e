package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/results"
)

// scanned is what the history keeps of a report.
func scanned(data []byte, slowly bool) (results.Night, error) {
	var r io.Reader = bytes.NewReader(data)
	if slowly {
		r = iotest.OneByteReader(r)
	}
	f, packed, err := scanReport(r)
	if err != nil {
		return results.Night{}, err
	}
	n := nightOf(f.Run)
	f.addTo(&n)
	n.Questions, err = unpack(packed, newTexts(), "")
	return n, err
}

// decoded is the same by way of the whole document.
func decoded(t *testing.T, data []byte) results.Night {
	t.Helper()
	var doc results.ReportDoc
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	n := nightOf(doc.Run)
	n.Gate, n.Totals, n.PassRate, n.Dimensions, n.Served = doc.Gate, doc.Totals, doc.PassRate, doc.Dimensions, doc.Judge.Served
	for _, q := range doc.Questions {
		scores := map[results.Series]float64{}
		for d, s := range q.Scores {
			scores[results.SeriesOf(q.Category, d)] = s
		}
		night := results.NightQuestion{ID: q.ID, ContentHash: q.ContentHash, Anchor: q.Anchor, Verdict: q.Verdict, Scores: scores}
		if q.Quarantine != nil {
			night.Quarantine = &results.Quarantine{Until: q.Quarantine.Until}
		}
		n.Questions = append(n.Questions, night)
	}
	return n
}

func storedReports(t testing.TB) map[string][]byte {
	t.Helper()
	stored := map[string][]byte{}
	for _, name := range []string{"hostile", "nightly", "nothing", "offline", "panel", "repeats", "stopped"} {
		data, err := os.ReadFile("../testdata/reports/" + name + ".json.golden")
		if err != nil {
			t.Fatal(err)
		}
		stored[name] = data
	}
	return stored
}

func TestScanningAReportIsDecodingIt(t *testing.T) {
	for name, data := range storedReports(t) {
		var compact bytes.Buffer
		if err := json.Compact(&compact, data); err != nil {
			t.Fatal(err)
		}
		want := decoded(t, data)
		for form, text := range map[string][]byte{"as written": data, "compact": compact.Bytes()} {
			for _, slowly := range []bool{false, true} {
				got, err := scanned(text, slowly)
				if err != nil {
					t.Fatalf("%s %s: %v", name, form, err)
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s %s, byte by byte %v (-want +got):\n%s", name, form, slowly, diff)
				}
			}
		}
	}
}

func TestNoBeginningOfAReportIsAReport(t *testing.T) {
	data, err := json.MarshalIndent(reportOf(complete("s", "r", testTime), 2.5), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for end := range data {
		if _, err := scanned(data[:end], false); err == nil {
			t.Fatalf("%d of %d bytes were taken for the whole", end, len(data))
		}
	}
}

func TestWhatIsNoReport(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "ends in the middle",
		"# Report\n":                            `'#' stands where '{' belongs`,
		"[]":                                    `'[' stands where '{' belongs`,
		"{}":                                    `schema is ""`,
		`{"schema":"evalrun.run/1"}`:            `schema is "evalrun.run/1"`,
		`{"schema":"evalrun.report/1"} {}`:      `'{' stands after its end`,
		`{"schema":"evalrun.report/1","gate":}`: `'}' stands where a value belongs`,
		`{"schema" "evalrun.report/1"}`:         `'"' stands where ':' belongs`,
		`{"questions":[{"id":"a"} {"id":"b"}]}`: `'{' stands where ',' belongs`,
		`{"questions":[{"scores":{"tone":"x"}}]}`:    "cannot unmarshal string",
		`{"questions":[{"scores":{"tone":0}}]}`:      "score 0 of tone is not within 1..5",
		`{"questions":[{"scores":{"tone":900}}]}`:    "score 900 of tone is not within 1..5",
		`{"questions":[{"scores":{"tone":-1e308}}]}`: "score -1e308 of tone is not within 1..5",
		`{"questions":[7]}`:                          `'7' stands where '{' belongs`,
		`{"totals":{"pass":x}}`:                      "invalid character 'x'",
	} {
		_, err := scanned([]byte(text), false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	broken := errors.New("the disk is gone")
	if _, _, err := scanReport(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestAScoreThatIsNullIsNone(t *testing.T) {
	text := `{"schema":"evalrun.report/1","questions":[{"id":"a","category":"positive","scores":{"tone":null,"grounding":4}}]}`
	_, packed, err := scanReport(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	questions, err := unpack(packed, newTexts(), "")
	if err != nil || len(questions) != 1 || len(questions[0].Scores) != 1 || questions[0].Scores["positive/grounding"] != 4 {
		t.Errorf("questions %+v, error %v", questions, err)
	}
}

func TestAQuestionLongerThanABlockIsRead(t *testing.T) {
	doc := reportOf(complete("s", "r", testTime), 2)
	doc.Questions[0].Query = strings.Repeat(`\ "and" `, scanBlock)
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	got, err := scanned(data, false)
	if err != nil || len(got.Questions) != 2 || got.Questions[1].ID != "q1" {
		t.Errorf("questions %+v, %v", got.Questions, err)
	}
}

// FuzzScanReport: no bytes make it panic, and how they arrive changes nothing.
func FuzzScanReport(f *testing.F) {
	small := reportOf(complete("s", "r", testTime), 2.5)
	small.Run, small.Dimensions = results.RunInfo{ID: "r"}, nil
	data, err := json.Marshal(small)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"schema":"evalrun.report/1","questions":[{"id":"\u0061","category":"negative","scores":{"tone":1e2}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		quick, err := scanned(data, false)
		slow, slowErr := scanned(data, true)
		if (err == nil) != (slowErr == nil) {
			t.Fatalf("at once: %v; byte by byte: %v", err, slowErr)
		}
		if diff := cmp.Diff(quick, slow, cmpopts.EquateNaNs()); err == nil && diff != "" {
			t.Fatalf("byte by byte:\n%s", diff)
		}
	})
}
