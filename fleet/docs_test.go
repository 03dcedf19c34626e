package fleet

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheDocsNameTheWorkersPermissions: who copies the list has the one that
// TestAWorkerNeedsFewPermissions works with.
func TestTheDocsNameTheWorkersPermissions(t *testing.T) {
	data, err := os.ReadFile("../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "user: worker,")
	lists, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/scale.md has no user: worker")
	}
	var named []string
	for _, quoted := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(lists, -1) {
		named = append(named, quoted[1])
	}
	want := append(slices.Clone(workerPermissions.Publish.Allow), workerPermissions.Subscribe.Allow...)
	slices.Sort(named)
	slices.Sort(want)
	if !slices.Equal(named, want) {
		t.Errorf("docs/scale.md names\n%v\nand the tested ones are\n%v", named, want)
	}
}
