package runstore

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func csvOf(t testing.TB, said Labels) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteLabelsCSV(&out, newOpinions(said)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// hostileTexts are cells that a spreadsheet computes, that a table takes for
// its own signs, or that look as if they were guarded already.
var hostileTexts = []string{
	"", "plain", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "'", "''", "'=1", "''=1", "'plain", "＝1+1", "a,b;c", `"`, `a"b`, "a\nb", "a\n\nb\n",
	" lead", "trail ", " ", "é\u0301", "\u202e", "\x00", "\\.", "#", "=cmd|' /C calc'!A0", "\ufeff", "true",
}

func TestNoCellIsAFormula(t *testing.T) {
	var said Labels
	for _, text := range hostileTexts {
		said.Labels = append(said.Labels, results.Label{ID: text + "x", Dimension: results.Dimension("=" + text), Rater: text + "r", Score: 3, Comment: text})
		said.Remarks = append(said.Remarks, results.Remark{ID: "=q", Rater: text, Comment: text, Flag: true})
	}
	rows, err := csv.NewReader(strings.NewReader(csvOf(t, said))).ReadAll()
	if err != nil || len(rows) != 1+2*len(hostileTexts) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") || strings.HasPrefix(cell, "＝") {
				t.Errorf("%s is %q", rows[0][i], cell)
			}
		}
	}
}

func TestAMarkThatLooksLikeANumberIsText(t *testing.T) {
	for _, mark := range []string{"1234567890123456", "12345678e0123456", "0123456789abcdef"} {
		label := labelOf("q1", "tone", "ada", 3)
		label.Answer = mark
		text := csvOf(t, Labels{Labels: []results.Label{label}})
		if cell := text[strings.LastIndex(text, ",")+1 : len(text)-1]; (cell != mark) != (mark != "0123456789abcdef") {
			t.Errorf("%s is written as %s", mark, cell)
		}
		got, err := readLabels(t, &LabelReader{}, text)
		if err != nil || got.Labels[0].Answer != mark {
			t.Errorf("%s is read as %+v, %v", mark, got, err)
		}
	}
}

// TestATableOfLabelsReadsBackAsItWas: what was appended, read and exported
// comes back, whatever the texts are.
func TestATableOfLabelsReadsBackAsItWas(t *testing.T) {
	draw := rand.New(rand.NewPCG(8, 9))
	for range 300 {
		said := drawnLabels(draw)
		text := csvOf(t, said)
		if draw.IntN(2) == 0 { // as a spreadsheet saves it
			text = "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n")
		}
		got, err := readLabels(t, &LabelReader{}, text)
		if err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		if diff := cmp.Diff(said, got); diff != "" {
			t.Fatalf("%s\n%q", diff, text)
		}
	}
}

func drawnLabels(draw *rand.Rand) Labels {
	said := Labels{Scale: results.JudgeScale()}
	texts := slices.DeleteFunc(slices.Clone(hostileTexts), func(s string) bool { return strings.TrimSpace(s) != s })
	text := func() string { return texts[draw.IntN(len(texts))] }
	for i := range 1 + draw.IntN(6) {
		id := text() + "q" + string(rune('0'+i))
		l := labelOf(id, results.Dimension("d"+text()), "r"+text(), float64(4+draw.IntN(17))/4)
		l.Comment, l.Repeat = hostileTexts[draw.IntN(len(hostileTexts))], draw.IntN(3)
		if draw.IntN(2) == 0 {
			saw, judge := draw.IntN(2) == 0, float64(1+draw.IntN(5))/3
			l.SawJudge, l.Judge, l.Why, l.Draw = &saw, &judge, results.WhyRandom, 1+draw.IntN(99)
			l.Answer, l.At = results.AnswerMark(text()), testTime.Add(time.Duration(draw.Int64N(1e12)))
		}
		said.Labels = append(said.Labels, l)
		r := results.Remark{ID: id, Rater: l.Rater, Comment: l.Comment, Flag: l.Comment == "" || draw.IntN(2) == 0, At: l.At, Answer: l.Answer}
		said.Remarks = append(said.Remarks, r)
	}
	return said
}

func TestRemarksAndScoresOfATable(t *testing.T) {
	const header = "id,repeat,dimension,score,rater,at,comment,flag,sawJudge,judge,why,draw,answer\n"
	got, err := readLabels(t, &LabelReader{}, header+"q1,,,,,,odd,TRUE,,,,,\nq1,,tone,,,,not now,,,,,,\nq2,,,,,,,,,,,,\n")
	want := Labels{Remarks: []results.Remark{{ID: "q1", Rater: "anna", Comment: "odd", Flag: true}}, Scale: results.JudgeScale(), Blank: 2}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	// What evalrun's own columns hold must be what it wrote.
	_, err = readLabels(t, &LabelReader{}, header+"q1,,tone,3,,yesterday,,,,,,,\nq1,,tone,3,,,,,perhaps,,,,\nq1,,tone,3,,,,,,high,,,\n"+
		"q1,,tone,3,,,,,,,,-1,\nq1,,tone,3,,,,,,,,,1.2E+15\nq1,,,3,,,,,,,,,\nq1,,,,,,x,maybe,,,,,\n")
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	if diff := cmp.Diff([]string{
		`people.csv:2: at "yesterday" cannot be read`, `people.csv:3: sawJudge "perhaps" cannot be read`, `people.csv:4: judge "high" cannot be read`,
		`people.csv:5: draw "-1" cannot be read`, `people.csv:6: answer "1.2E+15" cannot be read`, "people.csv:7: no dimension", `people.csv:8: flag "maybe" cannot be read`,
	}, lines); diff != "" {
		t.Error(diff)
	}
	// Other tables use the words as they like.
	got, err = readLabels(t, &LabelReader{}, "id,dimension,score,answer,judge,why,at\nq1,tone,3,It takes 30 days.,gpt,because of it,noon\n")
	if err != nil || len(got.Labels) != 1 || got.Labels[0].Answer != "" || got.Labels[0].Judge != nil || got.Labels[0].Why != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzLabelsTable: what was read of any file can be written as a table that
// says the same.
func FuzzLabelsTable(f *testing.F) {
	for _, seed := range []string{
		"id,dimension,score,comment\nq,tone,4,'=1\n", "id;dimension;score;flag\nq;;;true\n", `{"id":"q","comment":"\r\n\r"}` + "\n" + `{"id":"q","dimension":"tone","score":4,"rater":" a\r\nb"}`,
		`{"id":"'=q","dimension":"'","score":1,"at":"2026-01-02T03:04:05.678+05:30","sawJudge":false,"judge":4.25,"why":"random","draw":3,"answer":"0123456789012345"}`,
		"id,repeat,dimension,score,rater,at,comment,flag,sawJudge,judge,why,draw,answer\n'-q,1,'+d,2.5,'@r,,\"'\n\",,1,2,chosen,4,\n", `{"id":"q\r","dimension":"\t","score":4}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var reader LabelReader
		if err := reader.Read("x", strings.NewReader(text), "anna"); err != nil {
			return
		}
		said, err := reader.Labels()
		if err != nil || len(said.Labels)+len(said.Remarks) == 0 {
			return
		}
		table := csvOf(t, said)
		again := LabelReader{Scale: said.Scale}
		if err := again.Read("y", strings.NewReader(table), "anna"); err != nil {
			t.Fatal(err)
		}
		got, err := again.Labels()
		if err != nil {
			t.Fatalf("%v in %q", err, table)
		}
		if diff := cmp.Diff(said.Labels, got.Labels) + cmp.Diff(said.Remarks, got.Remarks); diff != "" {
			t.Fatalf("%s in %q", diff, table)
		}
	})
}
