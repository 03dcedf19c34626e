package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// handbook writes a suite of so many questions with the recorded answers of
// an assistant that gets the first few wrong: handbook FOLDER QUESTIONS WRONG
func handbook(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: handbook FOLDER QUESTIONS WRONG")
	}
	questions, err := strconv.Atoi(args[1])
	ts.Check(err)
	wrong, err := strconv.Atoi(args[2])
	ts.Check(err)
	var suite, answers strings.Builder
	suite.WriteString("name: handbook\ngate: {passRate: 0}\ntarget: {type: recorded, file: answers.jsonl}\nquestions:\n")
	for i := range questions {
		days := 10 + i
		fmt.Fprintf(&suite, "  - {id: q%03d, query: \"How many days has request %d?\", rubric: {shouldAnswer: true, mustMention: [%d days]}}\n", i, i, days)
		said := days
		if i < wrong {
			said += 1000
		}
		fmt.Fprintf(&answers, `{"id":"q%03d","answer":"Request %d has %d days [P].","confidence":"high","citations":[{"id":"P"}],"retrieved":[{"id":"P","text":"Request %d has %d days."}]}`+"\n", i, i, said, i, days)
	}
	folder := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(folder, 0o755))
	ts.Check(os.WriteFile(filepath.Join(folder, "suite.yaml"), []byte(suite.String()), 0o644))
	ts.Check(os.WriteFile(filepath.Join(folder, "answers.jsonl"), []byte(answers.String()), 0o644))
}
