package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// goRoot returns the root of the Go that runs the test.
func goRoot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	root := strings.TrimSpace(string(out))
	if err != nil || root == "" {
		t.Skip("no Go installation to read")
	}
	if _, err := os.Stat(filepath.Join(root, "src", "net")); err != nil {
		t.Skip("the Go installation has no sources")
	}
	return root
}

// TestNothingThatGoCodeNamesIsFake reads package net and those below it with a
// second reader and asks every function, method, type, constant, variable and
// callee for itself.
func TestNothingThatGoCodeNamesIsFake(t *testing.T) {
	root := filepath.Join(goRoot(t), "src", "net")
	x := openAt(t, root, repository.Options{})
	named := namedInGo(t, root)
	for name := range named {
		if got := x.Symbol(name); got != repository.Cleared {
			t.Errorf("%s is %s", name, got)
		}
	}
	t.Logf("%d names", len(named))
	if len(named) < 1000 {
		t.Errorf("only %d names were asked", len(named))
	}
}

// TestChangedNamesOfGoCodeAreFake is the other side: a name that nobody wrote.
func TestChangedNamesOfGoCodeAreFake(t *testing.T) {
	root := filepath.Join(goRoot(t), "src", "net")
	x := openAt(t, root, repository.Options{})
	named := namedInGo(t, root)
	for name := range named {
		if changed := name + "Qz"; !named[changed] && x.Symbol(changed) != repository.Fake {
			t.Errorf("%s is %s", changed, x.Symbol(changed))
		}
	}
}

func namedInGo(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[n.Name.Name] = true
			case *ast.CallExpr:
				switch callee := n.Fun.(type) {
				case *ast.Ident:
					names[callee.Name] = true
				case *ast.SelectorExpr:
					names[callee.Sel.Name] = true
				}
			}
			return true
		})
		for _, object := range file.Scope.Objects {
			names[object.Name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(names, "_")
	return names
}
