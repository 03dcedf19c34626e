package compare

import (
	"bytes"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestFilesThatAreNoReportAreRefusedByCause(t *testing.T) {
	good := string(encoded(t, settled(reportOf("a", question("q1", 5), question("q2", 4)))))
	twice := string(encoded(t, reportOf("a", question("q1", 5), question("q1", 2))))
	for _, c := range []struct{ name, text, want string }{
		{"the same id twice with different scores", twice, `id "q1" stands twice: it is question 1 and question 2`},
		{"cut after 300 bytes", good[:300], "the file is cut off"},
		{"cut inside a question", good[:len(good)-40], "the file is cut off"},
		{"cut between two questions", good[:strings.Index(good, `,{"seq":1`)], "the file is cut off"},
		{"without its last brace", good[:len(good)-1], "the file is cut off"},
		{"another schema version", strings.Replace(good, "report/1", "report/2", 1), `schema "evalrun.report/2" is none that can be compared; evalrun.report/1 is`},
		{"no schema", strings.Replace(good, `"schema":"evalrun.report/1",`, "", 1), "the report has no schema"},
		{"a Markdown file given by mistake", "# refunds: PASS\n\n| a | b |\n", "Markdown, not a report.json; name the run folder"},
		{"an empty file", "", "the file is empty"},
		{"blanks alone", " \n\t\r\n", "the file is empty"},
		{"a table", "id,score\nq1,5\n", `not a report.json: it begins with 'i'`},
		{"a picture", "\x89PNG", `not a report.json: it begins with '`},
		{"the reports of several suites", `{"schema":"evalrun.reports/1","reports":[]}`, "several suites; name the report.json of one"},
		{"run.json", `{"schema":"evalrun.run/1","id":"x"}`, "run.json; name the run folder"},
		{"a comparison", `{"schema":"evalrun.compare/1"}`, "none that can be compared"},
		{"two documents", good + good, "text after the report"},
		{"no questions", `{"schema":"evalrun.report/1","run":{},"gate":{}}`, "the report has no questions"},
		{"questions that are no list", `{"schema":"evalrun.report/1","run":{},"gate":{},"questions":null}`, "questions is not a list"},
		{"questions that stand twice", strings.Replace(good, `"schema":"evalrun.report/1",`, `"schema":"evalrun.report/1","questions":[],`, 1), `duplicate key "questions"`},
		{"a score off the scale", strings.Replace(good, `"grounding":5`, `"grounding":7`, 1), `question "q1": score 7 of grounding is not within 1..5`},
		{"a verdict of another tool", strings.Replace(good, `"verdict":"pass","reasons"`, `"verdict":"ok","reasons"`, 1), `question "q1": verdict "ok" is none`},
		{"a question without an id", strings.Replace(good, `"id":"q1"`, `"id":""`, 1), "question 1: it has no id"},
		{"a question without a hash", strings.Replace(good, `"contentHash":"c-q1"`, `"contentHash":""`, 1), `question "q1": it has no contentHash`},
		{"a category that is none", strings.Replace(good, `"category":"positive"`, `"category":"neutral"`, 1), `question "q1": category "neutral" is none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.text == good {
				t.Fatal("the text was not changed")
			}
			run, err := Read("old/report.json", strings.NewReader(c.text))
			if err == nil {
				t.Fatalf("read as %+v", run)
			}
			if got := err.Error(); !strings.HasPrefix(got, "read old/report.json: ") || !strings.Contains(got, c.want) {
				t.Errorf("%s\nwant it to say %q", got, c.want)
			}
		})
	}
}

func TestReadKeepsWhatAComparisonNeeds(t *testing.T) {
	q := question("q1", 5)
	q.Reasoning[results.Grounding] = "two \"quoted\" words\nand a line"
	run := load(t, reportOf("a", q))
	got := run.find("q1")
	if got == nil || got.reasoning(results.Grounding) != q.Reasoning[results.Grounding] || got.Scores[results.Grounding] != 5 {
		t.Errorf("%+v", got)
	}
	if run.Served["m-1-0301"] != 1 || run.Gate.Verdict != results.Pass || run.Info.ID != "a" {
		t.Errorf("%+v", run)
	}
}

// TestAReportOfOldRepeats: a question without repeats is one answer.
func TestQuestionsWithoutRepeatsAreOneAnswer(t *testing.T) {
	q := question("q1", 5)
	q.Repeats = nil
	run := load(t, reportOf("a", q))
	if got := readPass(run.find("q1")); got.k != 1 || got.n != 1 {
		t.Errorf("%+v", got)
	}
}

func FuzzRead(f *testing.F) {
	good := encoded(f, reportOf("a", question("q1", 5), negative("q2", 4)))
	f.Add(good)
	f.Add(good[:300])
	f.Add([]byte(`{"schema":"evalrun.report/1","run":{"judge":null},"gate":{},"questions":[{}]}`))
	f.Add([]byte("# report"))
	f.Fuzz(func(t *testing.T, data []byte) {
		run, err := Read("x", bytes.NewReader(data))
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, q := range run.Questions {
			if q.ID == "" || seen[q.ID] {
				t.Fatalf("id %q", q.ID)
			}
			seen[q.ID] = true
		}
		doc, err := Compare(run, run, Options{})
		if err != nil {
			return
		}
		encoded(t, doc)
	})
}
