package reports

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// hostileName is what a tag, a model or a reason may hold.
const hostileName = "# a|b `c` <script>alert(1)</script> [x](javascript:1) \x1b[31m\u202e \r\n## h\n- *i* ---"

// renamed is the fixture with every block, its names turned hostile.
func renamed(t *testing.T) View {
	t.Helper()
	v := views(t)["panel"]
	data, err := json.Marshal(v.Doc)
	if err != nil {
		t.Fatal(err)
	}
	var doc results.ReportDoc
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for i := range doc.Slices.Tags {
		doc.Slices.Tags[i].Name += hostileName
	}
	for i := range doc.Slices.Groups {
		doc.Slices.Groups[i].Name += hostileName
	}
	for i := range doc.Panel.Members {
		doc.Panel.Members[i] += hostileName
		doc.Run.Judge.Panel.Members[i].Model += hostileName
	}
	for i := range doc.Panel.Series {
		doc.Panel.Series[i].Members[1].Failed = map[string]int{hostileName: 2}
	}
	for i := range doc.Panel.LeaveOut {
		doc.Panel.LeaveOut[i].Model += hostileName
	}
	doc.Abstention.DisputedQuestions = []string{hostileName}
	for i := range doc.Quarantine.Questions {
		doc.Quarantine.Questions[i].ID += hostileName
		doc.Quarantine.Questions[i].Until += hostileName
		doc.Quarantine.Questions[i].Reason += hostileName
	}
	return View{Doc: doc, Entries: func() iter.Seq2[results.Entry, error] {
		return func(yield func(results.Entry, error) bool) {
			for e, err := range v.Entries() {
				if !yield(hostileVotes(e), err) {
					return
				}
			}
		}
	}}
}

func hostileVotes(e results.Entry) results.Entry {
	if e.Question.Quarantine != nil {
		copied := *e.Question.Quarantine
		copied.Reason += hostileName
		e.Question.Quarantine = &copied
	}
	for i := range e.Records {
		cells := map[results.Series]results.Cell{}
		for name, cell := range e.Records[i].Cells {
			cell.Votes = slices.Clone(cell.Votes)
			for j := range cell.Votes {
				cell.Votes[j].Model += hostileName
			}
			cells[name] = cell
		}
		e.Records[i].Cells = cells
	}
	return e
}

func TestNamesInTheBlocksChangeNoStructure(t *testing.T) {
	plain, hostile := views(t)["panel"], renamed(t)
	want := kindsOf(string(render(t, Markdown, plain)))
	source := string(render(t, Markdown, hostile))
	got := kindsOf(source)
	for kind, n := range want {
		// Names stand in code spans where they are plain, and are escaped
		// where they are not.
		if kind.String() != "CodeSpan" && kind.String() != "Text" && got[kind] != n {
			t.Errorf("%d %s, want %d", got[kind], kind, n)
		}
	}
	evenRows(t, "hostile names", source)
	for ending, write := range writers {
		for _, r := range string(render(t, write, hostile)) {
			if r != '\n' && (r < 0x20 || r == 0x7f) || ending != ".json" && hidden(r) {
				t.Errorf("%s holds the character %#x", ending, r)
			}
		}
	}
	readJUnit(t, render(t, JUnit, hostile))
	for line := range strings.Lines(string(render(t, writers[".txt"], hostile))) {
		if columns(strings.TrimRight(line, "\n")) > 80 && !strings.HasPrefix(line, "report: ") {
			t.Errorf("line of %d columns: %s", columns(line), line)
		}
	}
}

func TestTerminalNamesFailuresOnlyOfWhatCounts(t *testing.T) {
	text := string(render(t, writers[".txt"], views(t)["panel"]))
	_, failures, ok := strings.Cut(text, "\nfailures\n")
	if !ok || strings.Contains(failures, "opening-hours") || strings.Contains(failures, "anchor-bad") {
		t.Errorf("failures: %s", failures)
	}
}

func TestReportsOfOlderVersionsDrawWithoutTheBlocks(t *testing.T) {
	v := views(t)["panel"]
	v.Doc.Calibration, v.Doc.Slices, v.Doc.Panel, v.Doc.Anchors, v.Doc.Quarantine = nil, nil, nil, nil, nil
	for ending, write := range writers {
		if len(render(t, write, v)) == 0 {
			t.Errorf("%s is empty", ending)
		}
	}
}

func TestLongListsOfSlicesAreCutAndCounted(t *testing.T) {
	v := views(t)["panel"]
	one := v.Doc.Slices.Tags[1]
	slices := results.Slices{MoreTags: 7}
	for range results.MaxSlices {
		slices.Tags = append(slices.Tags, one)
	}
	v.Doc.Slices = &slices
	for ending, want := range map[string][]string{
		".md":  {"150 tags more in `report.json`.", "7 tags more not summed up.", "of 207 slices"},
		".txt": {"199 tags more in the report"},
	} {
		text := string(render(t, writers[ending], v))
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s does not say %q", ending, part)
			}
		}
	}
}

func TestQuestionCarriesItsTraitsAndStates(t *testing.T) {
	got := map[string]string{}
	for e, err := range views(t)["panel"].Entries() {
		if err != nil {
			t.Fatal(err)
		}
		q := QuestionOf(views(t)["panel"].Doc.Run, e)
		traits := string(q.Repeats[0].State)
		if q.Anchor {
			traits += " anchor"
		}
		if q.Quarantine != nil {
			traits += " until " + q.Quarantine.Until
		}
		if q.InputHash != e.Question.InputHash || q.InputHash == "" {
			t.Errorf("%s: input hash %q", q.ID, q.InputHash)
		}
		got[q.ID] = traits
	}
	want := map[string]string{
		"share-price": "declined", "ceo-salary": "hedged", "weather": "declined", "refund-window": "answered",
		"opening-hours": "answered until 2026-05-31", "anchor-bad": "answered anchor",
	}
	for id := range got {
		if _, asked := want[id]; !asked {
			delete(got, id)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestIntervalsOfFiguresStandBesideThem(t *testing.T) {
	for _, c := range []struct {
		name      string
		v, lo, hi *float64
		reason    string
		want      string
	}{
		{"an interval", new(0.8), new(0.6), new(0.954), "", " (95 % interval 0.60 to 0.95)"},
		{"no interval", new(0.8), nil, nil, "no interval: all from one group", " (no interval: all from one group)"},
		{"no figure says so itself", nil, nil, nil, "needs a negative question", ""},
		{"a report of before there were intervals", new(0.8), nil, nil, "", ""},
	} {
		if got := intervalWords(c.v, c.lo, c.hi, 2, c.reason); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	calibration := &results.CalibrationSummary{
		N: 60, ECE: new(0.12), ECELo: new(0.0512), ECEHi: new(0.2), Brier: new(0.2),
		Reliability: new(0.0), Resolution: new(0.0), Uncertainty: new(0.2),
	}
	if got := promiseWords(calibration); !strings.Contains(got, "calibration error 0.120 (95 % interval 0.051 to 0.200), Brier") {
		t.Errorf("%q", got)
	}
}
