package targets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
)

func TestCSVRowsAreEnvelopes(t *testing.T) {
	r := openFile(t, "testdata/answers.csv", Format{})
	for _, c := range []recordedCase{
		{id: "refund-window", want: answers.Answer{ID: "refund-window", Query: "How long?", Text: "Within 30 days,\nwith \"the receipt\" [P1].",
			Confidence: "high", Citations: []answers.Citation{{ID: "P1"}}, LatencyMs: ptr(812.5),
			Retrieved: []answers.Passage{{ID: "P1", Title: "Refunds", Text: "30 days"}}}},
		{id: "007", want: answers.Answer{ID: "007", Declined: true, Retrieved: []answers.Passage{}}},
		{id: "x", query: "Only a query?", want: answers.Answer{Query: "Only a query?", Text: "=1+1", Confidence: "low"}},
		{id: "silent", code: CodeEmpty, says: "answers.csv:7: neither an answer nor declined: true"},
		{id: "7", code: CodeNoAnswer},
	} {
		c.check(t, r)
	}
	place, raw, err := r.Raw(question("007", ""))
	if err != nil || !strings.HasSuffix(place, "answers.csv:5") || string(raw) != "007,,,,TRUE,,[],," {
		t.Errorf("got %q at %s, %v", raw, place, err)
	}
}

func TestCSVProblemsAreNamedByLine(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"every bad row": {"id,answer,citations\na,x,nope\n\nb,x\nc,\"x\ny\",[]\nc,z,\n",
			[]string{"a.csv:2: citations is no JSON", "a.csv:4: the row has 2 cells, the header 3", `a.csv:7: id "c" stands on line 5 already`}},
		"no id":                    {"id,query,answer\n,,x\n", []string{"a.csv:2: neither id nor query"}},
		"a quote that stays open":  {"id,answer\na,x\nb,\"y\n", []string{`a.csv:3: extraneous or missing " in quoted-field`}},
		"a quote in a bare cell":   {"id,answer\na,x\"y\n", []string{`a.csv:2: bare " in non-quoted-field`}},
		"a column twice":           {"id,answer,id\n", []string{`a.csv:1: column "id" stands twice`}},
		"a column in capitals":     {"id,Answer\n", []string{`column "Answer" is written "answer"`}},
		"a column with a space":    {"id, answer\n", []string{`column " answer" is written "answer"`}},
		"semicolons":               {"id;answer\na;x\n", []string{"cells are separated by commas"}},
		"no key column":            {"answer,model\n", []string{"neither an id nor a query column"}},
		"no answer column":         {"id,model\n", []string{"neither an answer nor a declined column"}},
		"declined as a word":       {"id,answer,declined\na,x,yes\n", []string{"declined is no JSON"}},
		"declined as a text":       {"id,answer,declined\na,x,\"\"\"true\"\"\"\n", []string{"declined is a string"}},
		"a list that is an object": {"id,answer,retrieved\na,x,{}\n", []string{"retrieved is a object"}},
		"both names of a list":     {"id,answer,retrieved,sources\na,x,[],[]\n", []string{"keep one"}},
		"two values in a cell":     {"id,answer,latencyMs\na,x,1 2\n", []string{"latencyMs is no JSON"}},
		"not UTF-8":                {"id,answer\na,caf\xe9\n", []string{"answer is not valid UTF-8"}},
		"a header alone":           {"id,answer\n", []string{"holds no answers"}},
		"nothing":                  {"", []string{"holds no answers"}},
	} {
		_, err := OpenRecorded(writeFile(t, "a.csv", c.text))
		wantLines(t, name, err, c.want)
	}
}

func TestCSVRowOverTheLimitIsRefused(t *testing.T) {
	path := writeFile(t, "a.csv", "id,answer\na,x\nb,\""+strings.Repeat("x,\n", answers.MaxLine/2))
	_, err := OpenRecorded(path)
	if want := fmt.Sprintf("a.csv:3: over %d bytes", answers.MaxLine); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
