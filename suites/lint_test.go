package suites

import (
	"fmt"
	"strings"
	"testing"
)

func TestNearDuplicates(t *testing.T) {
	const ten = "one two three four five six seven eight nine"
	for name, c := range map[string]struct {
		a, b string
		want bool
	}{
		"same words":                      {"What is it?", "what IS it", true},
		"other order":                     {"is what it", "what is it", true},
		"one word more in ten":            {ten, ten + " ten", true},
		"one word of ten replaced":        {ten + " ten", ten + " eleven", false},
		"another number in a short query": {"price of plan 1", "price of plan 2", false},
		"a leading word added to ten":     {ten + " ten", "aa " + ten + " ten", true},
		"nothing in common":               {"a b c", "d e f", false},
		"a short query within a long one": {"one two", ten, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, order := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
				var l linter
				var asked repeats
				l.repeated(entry{Question: Question{ID: "1", Query: order[0]}}, &asked)
				l.repeated(entry{Question: Question{ID: "2", Query: order[1]}}, &asked)
				if got := len(l.found.together()) == 1; got != c.want {
					t.Errorf("reported %t, want %t", got, c.want)
				}
			}
		})
	}
}

func TestNearDuplicatesAreLookedForAmongTheFirst(t *testing.T) {
	var l linter
	var asked repeats
	for i := range maxCompared + 10 {
		l.repeated(entry{Question: Question{Query: fmt.Sprintf("number%d", i)}}, &asked)
	}
	l.repeated(entry{Question: Question{Query: "number1"}}, &asked)
	if len(asked.asked) != maxCompared || len(l.found.together()) != 0 {
		t.Errorf("compared %d, %d warnings", len(asked.asked), len(l.found.together()))
	}
}

func TestEqualWarningsBecomeOne(t *testing.T) {
	for n, want := range map[int]string{
		2: "question q0: checks nothing|question q1: checks nothing",
		3: "checks nothing (3 questions: q0, q1, q2)",
		7: "checks nothing (7 questions: q0, q1, q2, q3, q4 and 2 more)",
	} {
		var l linter
		for i := range n {
			l.subject = fmt.Sprintf("question q%d: ", i)
			l.warn(position{line: i + 1}, "", "checks nothing")
		}
		var got []string
		for _, p := range l.found.together() {
			got = append(got, p.Message)
		}
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%d: %s", n, text)
		}
	}
}

func TestShortPhrases(t *testing.T) {
	for phrase, want := range map[string]bool{
		"no": true, "for": true, "four": false, "10": false, "€5": false, "no.": false, "é": true, "日本": false, "": false,
	} {
		if short(phrase) != want {
			t.Errorf("short(%q) = %t, want %t", phrase, !want, want)
		}
	}
}

func TestLintSaysWhenAFileCannotBeReadAgain(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": contextSuite("p.md"), "p.md": "text"})
	s := mustLoad(t, "a.yaml")[0]
	s.inline[0].contextFiles[0].name = "gone.md"
	var all strings.Builder
	for _, w := range Lint(s, goldenDay()) {
		fmt.Fprintln(&all, w)
	}
	if !strings.Contains(all.String(), `read "gone.md": no such file`) {
		t.Errorf("warnings:\n%s", all.String())
	}
}
