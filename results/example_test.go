package results_test

import (
	"encoding/json"
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// A line of records.jsonl is one Record.
func ExampleRecord() {
	line := `{"schema":"evalrun.record/1","seq":0,"id":"refund-window","category":"positive","query":"How long?",
		"answer":{"answer":"Within 30 days [1].","confidence":"high"},
		"findings":[{"check":"mustMention","status":"pass","phrase":"30 days"}],
		"cells":{"positive/grounding":{"status":"scored","score":3,"reasoning":"the source says 14 days"},
			"positive/citations":{"status":"unassessable"}},
		"verdict":"fail","reasons":["positive/grounding 3 is below its floor 4"],"final":true}`
	var r results.Record
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		panic(err)
	}
	fmt.Println(r.ID, r.Verdict, r.Reasons)
	for _, d := range []results.Dimension{results.Grounding, results.Citations} {
		cell := r.Cells[results.SeriesOf(r.Category, d)]
		if cell.Score == nil { // a number that does not exist is nil, never 0
			fmt.Println(d, cell.Status)
			continue
		}
		fmt.Println(d, *cell.Score, cell.Reasoning)
	}
	// Output:
	// refund-window fail [positive/grounding 3 is below its floor 4]
	// grounding 3 the source says 14 days
	// citations unassessable
}

// report.json is one ReportDoc.
func ExampleReportDoc() {
	report := `{"schema":"evalrun.report/1","gate":{"verdict":"inconclusive","exitCode":4},
		"totals":{"planned":20,"pass":18,"fail":0,"error":2,"inconclusive":0,"skipped":0},
		"passRate":{"k":18,"n":18,"rate":1,"worst":0.9,"best":1},
		"dimensions":[{"name":"negative/grounding","planned":0,"mean":null,"reason":"no cell of this series"}]}`
	var doc results.ReportDoc
	if err := json.Unmarshal([]byte(report), &doc); err != nil {
		panic(err)
	}
	fmt.Println(doc.Gate.Verdict, "exit", doc.Gate.ExitCode)
	fmt.Printf("%d of %d pass, %d without a decision\n", doc.Totals.Pass, doc.Totals.Planned, doc.Totals.Error)
	fmt.Printf("between %.0f %% and %.0f %%\n", 100**doc.PassRate.Worst, 100**doc.PassRate.Best)
	for _, d := range doc.Dimensions {
		if d.Mean == nil {
			fmt.Println(d.Name, d.Reason)
		}
	}
	// Output:
	// inconclusive exit 4
	// 18 of 20 pass, 2 without a decision
	// between 90 % and 100 %
	// negative/grounding no cell of this series
}
