package main

import (
	"os"
	"path/filepath"
	"regexp"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/runstore"
)

// What two runs of the same suite differ in, wherever they were measured.
var (
	timestamp = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z| UTC)`)
	runName   = regexp.MustCompile(`[0-9]{8}T[0-9]{6}Z-([A-Za-z0-9._-]+)-[0-9a-f]{4}`)
	duration  = regexp.MustCompile(`"(latencyMs|answerMs|judgeMs)": ?[0-9.]+`)
	measurer  = regexp.MustCompile(`"worker": ?"[^"]*",?`)
)

// continued is what a run says of having been resumed.
var continued = regexp.MustCompile(`,\s+"resumed": \[[^]]*\]|- continued once, last TIME by [^\n]*\n`)

// reported is what a run folder reports, by file, but for its ids, its times,
// who measured and what is left out.
func reported(folder string, leftOut ...*regexp.Regexp) (map[string]string, error) {
	out := map[string]string{}
	for _, file := range []string{runstore.ReportFile, "report.md", runstore.InfoFile, runstore.QuestionsFile} {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return nil, err
		}
		text = timestamp.ReplaceAll(text, []byte("TIME"))
		text = runName.ReplaceAll(text, []byte("TIME-$1-RUN"))
		text = duration.ReplaceAll(text, []byte(`"$1": 0`))
		for _, part := range append(leftOut, measurer) {
			text = part.ReplaceAll(text, nil)
		}
		out[file] = string(text)
	}
	return out, nil
}

// differences are those between what two run folders report.
func differences(a, b string, leftOut ...*regexp.Regexp) (string, error) {
	one, err := reported(a, leftOut...)
	if err != nil {
		return "", err
	}
	other, err := reported(b, leftOut...)
	return cmp.Diff(one, other), err
}

// samereports compares what two run folders report: samereports RUN RUN
func samereports(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samereports RUN RUN")
	}
	diff, err := differences(ts.MkAbs(args[0]), ts.MkAbs(args[1]))
	ts.Check(err)
	if diff != "" {
		ts.Fatalf("the reports differ: %s", diff)
	}
}
