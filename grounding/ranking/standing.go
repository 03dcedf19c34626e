package ranking

import (
	"path"
	"strings"

	"github.com/evalrun/evalrun/grounding/repository"
)

// What a file's score keeps when it repeats what other files say: a test
// names everything it tests, a generated file everything it was made from.
const (
	testStanding      = 0.5
	generatedStanding = 0.3
)

// standing returns 1 for ordinary code and less for what speaks about other
// code, unless the question asks for tests.
func (q *query) standing(f repository.File) float64 {
	standing := 1.0
	if _, asked := q.terms["test"]; !asked && testFile(f.Path) {
		standing *= testStanding
	}
	if generated(f) {
		standing *= generatedStanding
	}
	return standing
}

func testFile(name string) bool {
	folders, base := path.Split(strings.ToLower(name))
	for _, folder := range strings.Split(folders, "/") {
		switch folder {
		case "test", "tests", "__tests__", "spec", "testdata", "fixtures":
			return true
		}
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") ||
		strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") || strings.HasSuffix(stem, "_spec")
}

// generated tells by the comment that Go's tools agree on, or by the names
// that generators and bundlers give.
func generated(f repository.File) bool {
	if strings.HasPrefix(f.Doc, "Code generated ") {
		return true
	}
	folders, base := path.Split(strings.ToLower(f.Path))
	for _, folder := range strings.Split(folders, "/") {
		if folder == "generated" || folder == "dist" {
			return true
		}
	}
	for _, mark := range []string{".pb.", ".gen.", ".min.", "_generated.", ".generated.", "_pb2.", "zz_generated"} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	return false
}
