package evalrun_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	caseRow  = regexp.MustCompile(`^\| ((?:YAML|JUDGE|CLIENT|RUN|COMPARE|MECH)-\d\d) \| ([^|]+) \| ([^|]+) \|$`)
	function = regexp.MustCompile("^`(\\S+) ((?:Test|Fuzz)\\w+)`$")
	script   = regexp.MustCompile("^`(\\S+\\.txtar)`$")
)

// TestCasesNameTestsThatExist holds testdata/cases/README.md to the code: a
// test that is renamed or dropped takes its row along.
func TestCasesNameTestsThatExist(t *testing.T) {
	data, err := os.ReadFile("testdata/cases/README.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|-") || strings.HasPrefix(line, "| case |") {
			continue
		}
		row := caseRow.FindStringSubmatch(line)
		if row == nil || seen[row[1]] {
			t.Errorf("not a row, or a case that has one: %s", line)
			continue
		}
		seen[row[1]] = true
		for _, named := range strings.Split(row[3], "; ") {
			if !testExists(t, named) {
				t.Errorf("%s: no test %s", row[1], named)
			}
		}
	}
	if len(seen) != 61 {
		t.Errorf("%d cases, want 61", len(seen))
	}
}

func testExists(t *testing.T, named string) bool {
	t.Helper()
	if m := script.FindStringSubmatch(named); m != nil {
		_, err := os.Stat(filepath.FromSlash(m[1]))
		return err == nil
	}
	m := function.FindStringSubmatch(named)
	if m == nil {
		return strings.HasPrefix(named, "later: needs ")
	}
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(m[1]), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		data, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(data), "\nfunc "+m[2]+"(")
	})
}
