package evalrun_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/evalrun/evalrun"

// TestImportsFollowTheTable holds every import of the module to the two
// tables of docs/architecture.md. Test files are held to the second one only
// where they are part of the package proper.
func TestImportsFollowTheTable(t *testing.T) {
	edges, homes := readTables(t)
	for pkg, imports := range moduleImports(t) {
		allowed, listed := edges[pkg]
		if !listed && !strings.HasPrefix(pkg, "internal/") {
			t.Errorf("package %s has no row in docs/architecture.md", pkg)
			continue
		}
		for _, imported := range imports {
			if own, ok := strings.CutPrefix(imported, module+"/"); ok {
				if !strings.HasPrefix(own, "internal/") && !allowed["*"] && !allowed[own] {
					t.Errorf("%s imports %s, which its row does not allow", pkg, own)
				}
			}
			for library, only := range homes {
				if (imported == library || strings.HasPrefix(imported, library+"/")) && !only[pkg] {
					t.Errorf("%s imports %s, which has its home elsewhere", pkg, imported)
				}
			}
		}
	}
}

// TestTableNamesOnlyPackages keeps rows of packages that are gone out of the
// table.
func TestTableNamesOnlyPackages(t *testing.T) {
	edges, _ := readTables(t)
	have := moduleImports(t)
	for pkg := range edges {
		if _, ok := have[pkg]; !ok {
			t.Errorf("docs/architecture.md has a row for %s, which does not exist", pkg)
		}
	}
}

// readTables returns package → allowed imports and library → its homes.
func readTables(t *testing.T) (edges, homes map[string]map[string]bool) {
	t.Helper()
	data, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	edges, homes = map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		name := strings.TrimSpace(cells[0])
		last := set(strings.TrimSpace(cells[len(cells)-1]))
		switch {
		case !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|-") || name == "package" || name == "library":
		case len(cells) == 3:
			edges[name] = last
		case len(cells) == 2:
			homes[name] = last
		}
	}
	if len(edges) < 10 || len(homes) < 5 {
		t.Fatalf("docs/architecture.md: found %d packages and %d libraries", len(edges), len(homes))
	}
	return edges, homes
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// moduleImports maps each package of the module to what its files import.
func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || (len(entry.Name()) > 1 && entry.Name()[0] == '.')) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(file))
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			out[pkg] = append(out[pkg], imported)
		}
		if _, ok := out[pkg]; !ok {
			out[pkg] = nil
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
