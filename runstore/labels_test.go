package runstore

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func readLabels(t testing.TB, reader *LabelReader, text string) (Labels, error) {
	t.Helper()
	if err := reader.Read("people.csv", strings.NewReader(text), "anna"); err != nil {
		t.Fatal(err)
	}
	return reader.Labels()
}

func TestLabelsOfEveryShape(t *testing.T) {
	one := results.Label{ID: "q1", Dimension: "grounding", Rater: "anna", Score: 4}
	two := results.Label{ID: "q1", Dimension: "grounding", Rater: "ben", Score: 2.5}
	for _, c := range []struct {
		name, text string
		want       Labels
	}{
		{"a table", "id,dimension,rater,score\nq1,grounding,anna,4\nq1,grounding,ben,2.5\n",
			Labels{Labels: []results.Label{one, two}, Scale: results.JudgeScale()}},
		{"columns in another order, in capitals, with others between", "Score,Comment,ID,Dimension\n4,\"good, really\",q1,grounding\n",
			Labels{Labels: []results.Label{{ID: "q1", Dimension: "grounding", Rater: "anna", Score: 4, Comment: "good, really"}}, Scale: results.JudgeScale()}},
		{"semicolons and decimal commas", "\uFEFFid;dimension;rater;score\r\nq1;grounding;ben;2,5\r\n",
			Labels{Labels: []results.Label{two}, Scale: results.JudgeScale()}},
		{"tabs", "id\tdimension\tscore\nq1\tgrounding\t4\n",
			Labels{Labels: []results.Label{one}, Scale: results.JudgeScale()}},
		{"a repeat", "id,dimension,score,repeat\nq1,grounding,4,2\n",
			Labels{Labels: []results.Label{{ID: "q1", Repeat: 2, Dimension: "grounding", Rater: "anna", Score: 4}}, Scale: results.JudgeScale()}},
		{"a blank score is no label", "id,dimension,score\nq1,grounding,\nq1,grounding,4\n",
			Labels{Labels: []results.Label{one}, Scale: results.JudgeScale(), Blank: 1}},
		{"the same label twice is one", "id,dimension,score\nq1,grounding,4\nq1,grounding,4.0\n",
			Labels{Labels: []results.Label{one}, Scale: results.JudgeScale()}},
		{"lines", `{"id":"q1","dimension":"grounding","rater":"anna","score":4,"note":"x"}` + "\n\n" + `{"id":"q1","dimension":"grounding","rater":"ben","score":2.5}`,
			Labels{Labels: []results.Label{one, two}, Scale: results.JudgeScale()}},
		{"a rater by number", `{"id":"q1","dimension":"grounding","rater":7,"score":4}`,
			Labels{Labels: []results.Label{{ID: "q1", Dimension: "grounding", Rater: "7", Score: 4}}, Scale: results.JudgeScale()}},
		{"ratings by place, on a scale of their own", `{"id":"q1","ratings":{"tone":[0,null,4],"grounding":[2]},"scale":[0,4]}`,
			Labels{Labels: []results.Label{
				{ID: "q1", Dimension: "grounding", Rater: "rater 1", Score: 2},
				{ID: "q1", Dimension: "tone", Rater: "rater 1", Score: 0},
				{ID: "q1", Dimension: "tone", Rater: "rater 3", Score: 4},
			}, Scale: results.Scale{Lo: 0, Hi: 4}, Blank: 1}},
		{"ratings by name", `{"id":"q1","ratings":{"grounding":{"ben":2.5,"anna":4}}}`,
			Labels{Labels: []results.Label{one, two}, Scale: results.JudgeScale()}},
		{"keys that mean something else in another program's file",
			`{"id":"q1","dimension":"grounding","rater":"anna","score":4,"schema":2,"answer":"It takes 30 days.","judge":"gpt","at":"today","why":"it is right","flag":"no","draw":1.5}`,
			Labels{Labels: []results.Label{one}, Scale: results.JudgeScale()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readLabels(t, &LabelReader{}, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLabelProblemsNameEveryLine(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"an empty file", " \n", []string{"people.csv: the file is empty"}},
		{"no column of scores", "id,dimension,points\nq1,tone,4\n",
			[]string{"people.csv:1: the header names no score; want id, dimension, score and, for several people, rater"}},
		{"several bad rows at once", "id,dimension,score,repeat\nq1,tone,good,\n,tone,4,\nq1,,4,\nq1,tone,4,x\nq1,tone,4,-1\nq1,tone\nq2,tone,9,\nq3,tone,x,\n", []string{
			`people.csv:2: score "good" is not a number`, "people.csv:3: no id of a question", "people.csv:4: no dimension",
			`people.csv:5: repeat "x" is not a whole number`, "people.csv:6: repeat -1 is below 0",
			"people.csv:7: 2 cells, the header has 4", "people.csv:8: score 9 is outside of the scale 1..5",
			`people.csv:9: score "x" is not a number`}},
		{"one person, two scores", "id,dimension,score\nq1,tone,4\nq1,tone,5\n",
			[]string{`people.csv:3: rater "anna" scores tone of "q1" 5, and 4 in people.csv:2; name the raters apart`}},
		{"a number that is none", "id,dimension,score\nq1,tone,NaN\nq1,tone,Inf\n",
			[]string{"people.csv:2: the score is no number", "people.csv:3: the score is no number"}},
		{"an open quote", "id,dimension,score\nq1,tone,4\nq2,\"tone,5\n", []string{`people.csv:3: extraneous or missing " in quoted-field`}},
		{"lines of many kinds", strings.Join([]string{
			`{"id":"q1","dimension":"tone","score":"4"}`, `{"id":"q1","dimension":"tone"}`, `{"id":"q1","id":"q2","dimension":"tone","score":4}`,
			`{"id":"q1","dimension":"tone","rater":{},"score":4}`, `{"id":"q1","ratings":{"tone":4}}`, `{"id":"q1","score":3,"ratings":{"tone":[4]}}`,
			`{"id":7,"dimension":"tone","score":4}`, `{"id":"q1","dimension":"tone","score":4,"scale":[5,1]}`, `[1]`, `{"id":`,
		}, "\n"), []string{
			"people.csv:1: the score of tone is not a number", "people.csv:2: neither score nor ratings", `people.csv:3: `,
			"people.csv:4: rater is neither a text nor a whole number", "people.csv:5: ratings of tone are neither a list nor a mapping by rater",
			"people.csv:6: score and ratings exclude each other", "people.csv:7: id holds a number",
			"people.csv:8: scale is [5 1], want its lowest and its highest score", "people.csv:9: ", "people.csv:10: "}},
		{"two scales", `{"id":"q1","dimension":"tone","score":4,"scale":[1,4]}` + "\n" + `{"id":"q2","dimension":"tone","score":4,"scale":[1,5]}`,
			[]string{"people.csv:2: scale is 1..5, and 1..4 before"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readLabels(t, &LabelReader{}, c.text)
			problems, ok := errors.AsType[LabelProblems](err)
			if !ok || len(problems) != len(c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			for i, p := range problems {
				if !strings.HasPrefix(p.String(), c.want[i]) {
					t.Errorf("got %q, want %q", p, c.want[i])
				}
			}
		})
	}
}

func TestAFileOfBrokenLinesIsToldInTwenty(t *testing.T) {
	_, err := readLabels(t, &LabelReader{}, "id,dimension,score\n"+strings.Repeat("q1,tone,x\n", 50))
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 21 || lines[20] != "30 more problems with labels" {
		t.Errorf("%d lines, the last one %q", len(lines), lines[len(lines)-1])
	}
}

func TestTheScaleThatIsAskedForWins(t *testing.T) {
	text := `{"id":"q1","dimension":"tone","score":5,"scale":[1,5]}`
	if _, err := readLabels(t, &LabelReader{Scale: results.Scale{Lo: 1, Hi: 4}}, text); err == nil {
		t.Error("5 on the scale 1..4 is accepted")
	}
}

func TestPeopleAreKeptApartOverFiles(t *testing.T) {
	var reader LabelReader
	for _, rater := range []string{"anna", "ben"} {
		if err := reader.Read(rater+".csv", strings.NewReader("id,dimension,score\nq1,tone,4\n"), rater); err != nil {
			t.Fatal(err)
		}
	}
	got, err := reader.Labels()
	if err != nil || len(got.Labels) != 2 || got.Labels[0].Rater == got.Labels[1].Rater {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestALabelInARunFolderMayBeRevised(t *testing.T) {
	r := newRun(t, 1)
	if _, err := r.Labels(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without labels: %v", err)
	}
	writeFile(t, r, LabelsFile, `{"id":"q0","dimension":"tone","rater":"anna","score":2}
{"id":"q0","dimension":"tone","rater":"anna","score":5}
`)
	got, err := r.Labels()
	if err != nil || len(got.Labels) != 1 || got.Labels[0].Score != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzLabels: any file gives usable labels or problems with line numbers.
func FuzzLabels(f *testing.F) {
	for _, seed := range []string{
		"", "id,dimension,score\nq,tone,4\n", "id;dimension;score\nq;tone;4,5\n", "\uFEFFid\tdimension\tscore\n", "id,dimension,score\n\"q\nr\",tone,1e309\n",
		`{"id":"q","dimension":"tone","score":4}`, `{"id":"q","ratings":{"tone":[1,null,2]},"scale":[1,4]}`, `{"id":"q","ratings":{"tone":{"a":1}}}`, "{", "\x00\xff,",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var reader LabelReader
		if err := reader.Read("x", strings.NewReader(text), ""); err != nil {
			return
		}
		labels, err := reader.Labels()
		if err != nil {
			if problems, ok := errors.AsType[LabelProblems](err); !ok || len(problems) == 0 || problems.Error() == "" {
				t.Fatalf("error %v", err)
			}
			return
		}
		for _, l := range labels.Labels {
			inside := l.Score >= float64(labels.Scale.Lo) && l.Score <= float64(labels.Scale.Hi)
			if l.ID == "" || l.Dimension == "" || l.Repeat < 0 || math.IsNaN(l.Score) || !inside {
				t.Fatalf("label %+v on the scale %v", l, labels.Scale)
			}
		}
	})
}
