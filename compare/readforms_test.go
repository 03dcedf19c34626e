package compare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestFormsOfAReportThatAreRead(t *testing.T) {
	good := encoded(t, twoAnswers())
	var spaced bytes.Buffer
	if err := json.Indent(&spaced, good, "\t", "\r\n  "); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"on one line":                string(good),
		"with a mark at its head":    byteOrderMark + string(good),
		"with white space all over":  "\n\t" + spaced.String() + " \r\n",
		"with blocks of later years": strings.Replace(string(good), `"questions":`, `"later":[{"a":"}]\\\""},"x",-1e5,null],"questions":`, 1),
	} {
		run, err := Read("r", strings.NewReader(text))
		if err != nil || len(run.Questions) != 2 || len(run.find("q1").Repeats) != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReportsThatWereWrittenAreRead: what the writers of reports are held to
// must pass, with errors, skipped questions, repeats, panels, anchors and
// quarantine.
func TestReportsThatWereWrittenAreRead(t *testing.T) {
	paths, err := filepath.Glob("../testdata/reports/*.json.golden")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Read(path, f)
		f.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		if doc, err := Compare(run, run, Options{}); err != nil || doc.Refusal != nil {
			t.Errorf("%s compared with itself: %v, %v", path, doc.Refusal, err)
		}
	}
}

// TestARunThatHasYetToBeginIsRead: its settings are compared before it is paid
// for.
func TestARunThatHasYetToBeginIsRead(t *testing.T) {
	doc := twoAnswers()
	doc.Run.Status, doc.Questions, doc.Gate = results.RunRunning, []results.QuestionReport{}, results.GateResult{}
	if _, err := Read("r", bytes.NewReader(encoded(t, doc))); err != nil {
		t.Error(err)
	}
	doc.Run.Status = results.RunComplete
	if _, err := Read("r", bytes.NewReader(encoded(t, doc))); err == nil {
		t.Error("a complete run without questions is read")
	}
}

// FuzzSource: a value ends where it ends, whatever stands behind it and however
// little of it is in memory at once.
func FuzzSource(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"}\""}]}`, `"\\"`, "-1.5e3", "[[]]", "true", `""`, `{}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		want := bytes.Trim(data, " \t\r\n")
		if !json.Valid(want) {
			return
		}
		for _, behind := range []string{",", "}", "]", " ", "\n]"} {
			text := append(bytes.Clone(data), behind...)
			s := &source{in: bufio.NewReaderSize(bytes.NewReader(text), 16)}
			got, err := s.value()
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
			}
		}
	})
}
