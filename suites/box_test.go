package suites

import (
	"os"
	"strings"
	"testing"
)

func contextSuite(file string) string {
	return "questions:\n  - {id: q1, query: a, rubric: {shouldAnswer: true}, context: [{id: P1, file: " + file + "}]}\n"
}

func TestFilesStayInsideTheRepository(t *testing.T) {
	files := map[string]string{
		"outside.md": "secret", "repo/.git/HEAD": "", "repo/docs/refunds.md": "text",
		"repo/suites/in.yaml": contextSuite("../docs/refunds.md"), "repo/suites/out.yaml": contextSuite("../../outside.md"),
		"repo/suites/link.yaml": contextSuite("link.md"), "repo/suites/folder.yaml": contextSuite("../docs"),
		"plain/a.yaml": contextSuite("../outside.md"),
	}
	inFiles(t, files)
	if err := os.Symlink("../../outside.md", "repo/suites/link.md"); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	const outside = "leads outside the suite's repository\nhint: files named in a suite stay inside"
	for name, c := range map[string]struct{ path, root, want string }{
		"a file of the repository":            {"repo/suites/in.yaml", "", ""},
		"dots that leave it":                  {"repo/suites/out.yaml", "", outside},
		"a link that leaves it":               {"repo/suites/link.yaml", "", outside},
		"a folder":                            {"repo/suites/folder.yaml", "", "not a regular file"},
		"without .git the suite's folder":     {"plain/a.yaml", "", outside},
		"a wider root":                        {"repo/suites/out.yaml", ".", ""},
		"a narrower root":                     {"repo/suites/in.yaml", "repo/suites", outside},
		"a root that does not hold the suite": {"repo/suites/in.yaml", "plain", "the suite is outside the root"},
		"a root that is not there":            {"repo/suites/in.yaml", "nosuch", "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load([]string{c.path}, Options{Root: c.root})
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestContextFilesAreReadWhenQuestionsAre(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": contextSuite("p.md"), "p.md": "\ufeffone\r\ntwo"})
	s := mustLoad(t, "a.yaml")[0]
	if held := s.inline[0].Context[0].Text; held != "" {
		t.Errorf("the suite holds %q in memory", held)
	}
	for q, err := range s.Questions() {
		if err != nil || q.Context[0].Text != "one\ntwo" || q.Context[0].Source != "p.md" {
			t.Errorf("context %+v, %v", q.Context, err)
		}
	}
	if err := os.WriteFile("p.md", []byte("three"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Questions() {
		if err == nil || !strings.Contains(err.Error(), "a.yaml:2: a context file of question q1 changed") {
			t.Errorf("a changed file gave %v", err)
		}
	}
}

func TestContextFileOverTheLimitIsRefused(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": contextSuite("p.md"), "p.md": strings.Repeat("x", maxContextFile+1)})
	if got := problemsOf(t, Options{}, "a.yaml"); !strings.Contains(got, `context file "p.md": over 4 MiB`) {
		t.Errorf("got %q", got)
	}
}

func TestQuestionFileThatChangedEndsTheSequence(t *testing.T) {
	line := `{"id":"ID","query":"a","rubric":{"shouldAnswer":true}}` + "\n"
	one, two := strings.Replace(line, "ID", "1", 1), strings.Replace(line, "ID", "2", 1)
	for name, now := range map[string]string{
		"grown": one + two, "other": two, "shortened": "\n", "broken": "{", "gone": "",
	} {
		t.Run(name, func(t *testing.T) {
			inFiles(t, map[string]string{"a.yaml": "questionsFrom: [m.jsonl]", "m.jsonl": one})
			s := mustLoad(t, "a.yaml")[0]
			if now == "" {
				os.Remove("m.jsonl")
			} else if err := os.WriteFile("m.jsonl", []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range s.Questions() {
				last = err
			}
			if last == nil || !strings.HasPrefix(last.Error(), "m.jsonl") {
				t.Errorf("sequence ended with %v", last)
			}
		})
	}
}
