package main

import (
	"encoding/json"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evalrun/evalrun/results"
)

// samefigures compares all that two reports say of their runs but which runs
// they are and what asking for them took: samefigures report.json report.json
func samefigures(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samefigures REPORT REPORT")
	}
	var docs [2]results.ReportDoc
	for i, name := range args {
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(name)), &docs[i]))
		docs[i].Run, docs[i].Judge, docs[i].Target = results.RunInfo{}, results.JudgeSummary{}, nil
	}
	if diff := cmp.Diff(docs[0], docs[1]); diff != "" {
		ts.Fatalf("%s", diff)
	}
}
