package grounding

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/grounding/ranking"
)

func TestGapInWords(t *testing.T) {
	for _, c := range []struct {
		gap  time.Duration
		want string
	}{
		{time.Second, "1 minute(s)"},
		{59*time.Minute + 59*time.Second, "59 minute(s)"},
		{time.Hour, "1.0 hour(s)"},
		{90 * time.Minute, "1.5 hour(s)"},
		{276480 * time.Second, "3.2 day(s)"},
	} {
		if got := inWords(c.gap); got != c.want {
			t.Errorf("%v: %s, want %s", c.gap, got, c.want)
		}
	}
}

// repo answers git for a tree in which the context was committed at 1000 and
// the code at 2000.
func repo(changes map[string]string) func(...string) (string, error) {
	return func(args ...string) (string, error) {
		line := strings.Join(args, " ")
		for part, answer := range changes {
			if strings.Contains(line, part) {
				if answer == "error" {
					return "", errors.New("git failed")
				}
				return answer, nil
			}
		}
		switch {
		case strings.Contains(line, "log") && strings.Contains(line, "CLAUDE.md"):
			return "1000\n\nCLAUDE.md", nil
		case strings.Contains(line, "log"):
			return "2000\n\nsrc/a.go\nsrc/b.go", nil
		}
		return "", nil
	}
}

func TestAge(t *testing.T) {
	at := func(s int64) func() (string, time.Time, bool) {
		return func() (string, time.Time, bool) { return "src/new.go", time.Unix(s, 0), true }
	}
	modified := time.Unix(5000, 0)
	for _, c := range []struct {
		name string
		age  Age
		want string // "" is fresh, "?" is not told
	}{
		{"newer code by time", Age{Modified: modified, Newest: at(5060)}, "context is 1 minute(s) older than src/new.go"},
		{"as old as the code", Age{Modified: modified, Newest: at(5000)}, ""},
		{"written together with the code", Age{Modified: modified, Newest: at(5002)}, ""},
		{"no code", Age{Modified: modified, Newest: func() (string, time.Time, bool) { return "", time.Time{}, false }}, "?"},
		{"commits go before times", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(0), Git: repo(nil)}, "context is 16 minute(s) older than src/a.go"},
		{"outside the repository", Age{Modified: modified, Newest: at(0), Git: repo(nil)}, ""},
		{"not tracked", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(0), Git: repo(map[string]string{"ls-files": "error"})}, ""},
		{"context changed since its commit", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(0),
			Git: repo(map[string]string{"status --porcelain -- :(literal)CLAUDE.md": "M CLAUDE.md"})}, ""},
		{"code changed since its commit", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(9000),
			Git: repo(map[string]string{"status --porcelain -- *.go": "M src/new.go"})}, "context is 1.1 hour(s) older than src/new.go"},
		{"no commit of code", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(0), Git: repo(map[string]string{"--relative -- *.go": ""})}, ""},
		{"git does not work", Age{Path: "CLAUDE.md", Modified: modified, Newest: at(0), Git: repo(map[string]string{"": "error"})}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			stale, warning := c.age.Stale()
			switch {
			case c.want == "?":
				if stale != nil || warning != "" {
					t.Errorf("%v, %q", stale, warning)
				}
			case stale == nil || *stale != (c.want != "") || !strings.HasPrefix(warning, c.want):
				t.Errorf("%v, %q", stale, warning)
			}
		})
	}
}

// The hashes that a context carries decide, whatever the times say.
func TestAgeByHash(t *testing.T) {
	root := t.TempDir()
	lay(t, root, "src/a.go", "package a\n")
	ranked := []ranking.Ranked{{Path: "src/a.go"}}
	stamp, err := ranking.NewStamp(root, ranked, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ranking.Write(root, "a?", ranked, stamp); err != nil {
		t.Fatal(err)
	}
	age := Age{Root: root, Text: readFile(t, root, ranking.ContextFile)}
	age.Newest = func() (string, time.Time, bool) { return "src/a.go", time.Now(), true }
	if stale, warning := age.Stale(); stale == nil || *stale {
		t.Errorf("%v, %q", stale, warning)
	}
	lay(t, root, "src/a.go", "package b\n")
	if stale, warning := age.Stale(); stale == nil || !*stale || !strings.Contains(warning, "src/a.go") {
		t.Errorf("%v, %q", stale, warning)
	}
}
