package reports

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/evalrun/evalrun/compare"
)

const calibrationDir = "../testdata/calibration"

// calibrations reads every fixture, strictly: a figure that no writer knows
// would be a figure that no reader sees.
func calibrations(t testing.TB) map[string]compare.CalibrationDoc {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(calibrationDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", calibrationDir, err)
	}
	out := map[string]compare.CalibrationDoc{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var doc compare.CalibrationDoc
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&doc); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".json")] = doc
	}
	return out
}

// calibrationWriters are the formats by the ending of their golden files.
var calibrationWriters = map[string]func(io.Writer, compare.CalibrationDoc) error{
	".md":   CalibrationMarkdown,
	".json": CalibrationJSON,
	".txt":  func(w io.Writer, d compare.CalibrationDoc) error { return CalibrationTerminal(w, d, Options{}) },
	".wide": func(w io.Writer, d compare.CalibrationDoc) error {
		return CalibrationTerminal(w, d, Options{Width: 160})
	},
}

func calibrationText(t testing.TB, ending string, doc compare.CalibrationDoc) string {
	t.Helper()
	var b bytes.Buffer
	if err := calibrationWriters[ending](&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCalibrationsMatchTheirGoldenFiles(t *testing.T) {
	for name, doc := range calibrations(t) {
		for ending := range calibrationWriters {
			t.Run(name+ending, func(t *testing.T) {
				matchGolden(t, filepath.Join(calibrationDir, name+ending+".golden"), calibrationText(t, ending, doc))
			})
		}
	}
}

func TestCalibrationWritersReturnWriteErrors(t *testing.T) {
	for name, doc := range calibrations(t) {
		for ending, write := range calibrationWriters {
			returnsWriteErrors(t, name+ending, len(calibrationText(t, ending, doc)), func(w io.Writer) error { return write(w, doc) })
		}
	}
}

func TestCalibrationsActOnNoTerminalAndBreakNoLine(t *testing.T) {
	for name, doc := range calibrations(t) {
		for ending := range calibrationWriters {
			text := calibrationText(t, ending, doc)
			for _, r := range text {
				if r != '\n' && (r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0)) || ending != ".json" && hidden(r) {
					t.Errorf("%s%s holds the character %#x", name, ending, r)
				}
			}
			if ending != ".txt" && ending != ".wide" {
				continue
			}
			width := map[string]int{".txt": 80, ".wide": 160}[ending]
			for line := range strings.Lines(text) {
				if n := columns(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s%s: a line of %d columns: %q", name, ending, n, line)
				}
			}
		}
	}
}

func TestCalibrationsKeepTheirShapeInMarkdown(t *testing.T) {
	for name, doc := range calibrations(t) {
		source := calibrationText(t, ".md", doc)
		kinds := kindsOf(source)
		err := onlyHas(kinds, ast.KindDocument, ast.KindText, ast.KindHeading, ast.KindParagraph, ast.KindTextBlock, ast.KindEmphasis,
			ast.KindCodeSpan, ast.KindList, ast.KindListItem, extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell)
		if err != nil {
			t.Errorf("%s: text became %v", name, err)
		}
		want := 1 // the title
		if len(doc.Series) > 0 {
			want += 1 + len(doc.Series)
		}
		if kinds[ast.KindHeading] != want {
			t.Errorf("%s: %d headings, want %d", name, kinds[ast.KindHeading], want)
		}
	}
}

// TestEmptyListsOfACalibrationAreNotNull: a reader takes null for "not known".
func TestEmptyListsOfACalibrationAreNotNull(t *testing.T) {
	text := calibrationText(t, ".json", compare.CalibrationDoc{Drawn: &compare.LabelDraw{}, Series: []compare.CalibrationSeries{{Judge: &compare.JudgeAgreement{}}}})
	for _, list := range []string{"files", "raters", "unknown", "notices", "series", "says", "against", "matrix", "apart", "missing"} {
		if strings.Contains(text, `"`+list+`": null`) {
			t.Errorf("%s is null", list)
		}
	}
}
