package suites

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const oneQuestion = "questions:\n  - {id: q1, query: a, rubric: {shouldAnswer: true}}\n"

// inFiles writes files into an empty folder and changes into it.
func inFiles(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// problemsOf loads paths that must not load.
func problemsOf(t *testing.T, opt Options, paths ...string) string {
	t.Helper()
	_, err := Load(paths, opt)
	var problems Problems
	if !errors.As(err, &problems) {
		t.Fatalf("Load(%q) = %v, want problems", paths, err)
	}
	return problems.Error()
}

func mustLoad(t *testing.T, paths ...string) []*Suite {
	t.Helper()
	loaded, err := Load(paths, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func TestPathsThatLeadToNoQuestion(t *testing.T) {
	inFiles(t, map[string]string{"folder/readme.txt": "", "folder/.hidden.yaml": oneQuestion, "sub.yaml/x": ""})
	for name, c := range map[string]struct{ path, want string }{
		"a pattern without a match":   {"suites/nosuch*.yaml", "suites/nosuch*.yaml: no file matches the pattern: no questions"},
		"a pattern of folders alone":  {"sub.*", "sub.*: no file matches the pattern: no questions"},
		"a malformed pattern":         {"[", "[: no file matches the pattern: no questions"},
		"a folder without suites":     {"folder", "folder: the folder holds no .yaml or .yml file: no questions"},
		"a file that is not there":    {"nosuch.yaml", "nosuch.yaml: no such file"},
		"a name that would be obeyed": {"no\x1bcsuch", "no<U+001B>csuch: no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := problemsOf(t, Options{}, c.path); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := problemsOf(t, Options{}); got != "no suite is named" {
		t.Errorf("no path: %q", got)
	}
}

func TestFoldersAndPatternsAreSortedAndEachFileIsReadOnce(t *testing.T) {
	question := func(id string) string { return strings.ReplaceAll(oneQuestion, "q1", id) }
	inFiles(t, map[string]string{
		"s/b.yaml": question("b"), "s/a.yml": question("a"), "s/c.yaml": question("c"), "s/deep/d.yaml": question("a"),
	})
	var got []string
	for _, s := range mustLoad(t, "s/c.yaml", "s", "./s/b.yaml", "s/*.yml") {
		got = append(got, filepath.ToSlash(s.Path))
	}
	if diff := cmp.Diff([]string{"s/c.yaml", "s/a.yml", "s/b.yaml"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestIDsAreUniqueOverACommand(t *testing.T) {
	inFiles(t, map[string]string{
		"a.yaml": "questions:\n  - {id: refunds, query: a, rubric: {shouldAnswer: true}}\n  - {id: 007, query: b, rubric: {shouldAnswer: true}}\n",
		"b.yaml": "questions:\n  - {id: refunds, query: c, rubric: {shouldAnswer: true}}\n  - {id: 7, query: d, rubric: {shouldAnswer: true}}\n  - {id: ~, query: e, rubric: {shouldAnswer: true}}\n  - {id: Refunds, query: f, rubric: {shouldAnswer: true}}\n",
	})
	got := problemsOf(t, Options{}, "a.yaml", "b.yaml")
	want := `b.yaml:2:10: duplicate question id "refunds": in a.yaml:2 and b.yaml:2
b.yaml:4:10: question 3: id is missing
hint: every question needs an id of its own`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestIDsThatDifferInCaseOnlyAreWarnedAbout(t *testing.T) {
	for name, ids := range map[string][2]string{
		"capitals second": {"refunds", "Refunds"},
		"capitals first":  {"Refunds", "refunds"},
		"capitals twice":  {"Refunds", "REFUNDS"},
	} {
		t.Run(name, func(t *testing.T) {
			x := newIndex()
			x.enter(ids[0], "a.yaml", 1)
			equal, alike, where := x.enter(ids[1], "b.yaml", 2)
			if equal != nil || alike == nil || alike.line != 1 || where != "a.yaml" {
				t.Errorf("enter = %v, %v, %q", equal, alike, where)
			}
			for _, id := range ids {
				if equal, _, _ := x.enter(id, "c.yaml", 3); equal == nil {
					t.Errorf("%s is not known to be used", id)
				}
			}
		})
	}
}

func TestProblemsOfAllFilesComeAtOnce(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": "", "b.yaml": "questions: [", "c.yaml": oneQuestion + "seed: 1\n"})
	got := problemsOf(t, Options{}, ".")
	for _, want := range []string{"a.yaml:1: ", "b.yaml:1: ", `c.yaml:3:1: unknown key "seed"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
}

func TestProblemsOfOneFileAreBounded(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": "questionsFrom: [m.jsonl]\n", "m.jsonl": strings.Repeat("{}\n", 5000)})
	_, err := Load([]string{"a.yaml"}, Options{})
	problems, _ := err.(Problems)
	if len(problems) != maxProblems+1 {
		t.Fatalf("%d problems, want %d and a note", len(problems), maxProblems)
	}
	if got := problems[0].String(); got != "m.jsonl: over 200 problems; the first are shown" {
		t.Errorf("first is %q", got)
	}
}

func TestDefaults(t *testing.T) {
	inFiles(t, map[string]string{"Kündigung? (neu).yaml": oneQuestion})
	s := mustLoad(t, "Kündigung? (neu).yaml")[0]
	if s.Name != "K-ndigung---neu-" || s.Version != 1 || s.Confidence != ConfidenceRequired || s.Judge.When != WhenAlways ||
		s.Gate.PassRate != 1 || s.Gate.MinScored != 0.95 || s.Floors["tone"] != 3 || s.Target != nil {
		t.Errorf("defaults: %+v", s)
	}
}

func TestPassAtNumberSetsAllFloors(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": "passAt: 2\n" + oneQuestion})
	for d, floor := range mustLoad(t, "a.yaml")[0].Floors {
		if floor != 2 {
			t.Errorf("%s is %v, want 2", d, floor)
		}
	}
}

func TestVariablesAreNeverExpanded(t *testing.T) {
	t.Setenv("PLAN", "gold")
	inFiles(t, map[string]string{"a.yaml": "judge: {headers: {x-team: \"${PLAN}\"}}\nquestions:\n  - {id: q1, query: \"Does ${PLAN} cost $5?\", rubric: {shouldAnswer: true}}\n"})
	s := mustLoad(t, "a.yaml")[0]
	for q := range s.Questions() {
		if q.Query != "Does ${PLAN} cost $5?" {
			t.Errorf("query is %q", q.Query)
		}
	}
	if s.Judge.Headers["x-team"] != "${PLAN}" || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].Message, "sent as written") {
		t.Errorf("headers %v, warnings %v", s.Judge.Headers, s.Warnings)
	}
}

// TestCheckoutsAreFound: each folder once, where the suite's names count from.
func TestCheckoutsAreFound(t *testing.T) {
	suite := "questions:\n" +
		"  - {id: a, query: a, rubric: {shouldAnswer: true, grounding: {root: ../code}}}\n" +
		"  - {id: b, query: b, rubric: {shouldAnswer: true, grounding: {root: ../code}}}\n" +
		"  - {id: c, query: c, rubric: {shouldAnswer: true, grounding: {minScore: 0.3}}}\n"
	inFiles(t, map[string]string{"s/a.yaml": suite, "code/main.go": "package main\n", ".git/HEAD": ""})
	s := mustLoad(t, "s/a.yaml")[0]
	if diff := cmp.Diff([]string{"../code"}, s.Checkouts); diff != "" {
		t.Fatalf("Checkouts (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(s.Folder(s.Checkouts[0]), "main.go")); err != nil {
		t.Error(err)
	}
}

// TestEveryUnreadableContextFileIsNamed: all problems come at once.
func TestEveryUnreadableContextFileIsNamed(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": "questions:\n  - id: a\n    query: a\n    rubric: {shouldAnswer: true}\n" +
		"    context: [{id: P1, file: one.md}, {id: P2, file: two.md}]\n"})
	got := problemsOf(t, Options{}, "a.yaml")
	for _, name := range []string{"one.md", "two.md"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s is not named in %s", name, got)
		}
	}
}
