package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// goNames adds what one Go file shows. What can be parsed of a broken file
// counts.
func goNames(text []byte, scope scope, found names) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	g := goReader{scope: scope, found: found, pkg: file.Name.Name}
	found.add(g.pkg + ".")
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			g.function(decl)
		case *ast.GenDecl:
			g.general(decl)
		}
	}
	if scope == own {
		ast.Inspect(file, g.used)
	}
}

type goReader struct {
	scope scope
	found names
	pkg   string
}

// add records a name and its owner; another module's code can be used by its
// exported names alone.
func (g goReader) add(owner, name string) {
	if g.scope == own || ast.IsExported(name) {
		g.found.add(name)
		g.found.add(owner + "." + name)
	}
}

func (g goReader) function(decl *ast.FuncDecl) {
	owner := g.pkg
	if decl.Recv != nil && len(decl.Recv.List) > 0 {
		owner = typeName(decl.Recv.List[0].Type)
	}
	g.add(owner, decl.Name.Name)
}

func (g goReader) general(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			g.add(g.pkg, spec.Name.Name)
			g.found.add(spec.Name.Name + ".")
			g.members(spec)
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				g.add(g.pkg, name.Name)
			}
		}
	}
}

// members adds the methods of an interface and the fields of a struct that
// hold a function, since both can be called.
func (g goReader) members(spec *ast.TypeSpec) {
	var fields *ast.FieldList
	switch t := spec.Type.(type) {
	case *ast.InterfaceType:
		fields = t.Methods
	case *ast.StructType:
		fields = t.Fields
	}
	if fields == nil {
		return
	}
	for _, field := range fields.List {
		if _, ok := field.Type.(*ast.FuncType); ok {
			for _, name := range field.Names {
				g.add(spec.Name.Name, name.Name)
			}
		}
	}
}

// used adds the names that are called and those bound to a function literal.
func (g goReader) used(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		g.called(n.Fun)
	case *ast.AssignStmt:
		for i, value := range n.Rhs {
			if i < len(n.Lhs) {
				g.bound(n.Lhs[i], value)
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if i < len(n.Names) {
				g.bound(n.Names[i], value)
			}
		}
	case *ast.KeyValueExpr:
		g.bound(n.Key, n.Value)
	}
	return true
}

func (g goReader) called(callee ast.Expr) {
	switch callee := callee.(type) {
	case *ast.Ident:
		g.found.add(callee.Name)
	case *ast.SelectorExpr:
		g.found.add(callee.Sel.Name)
		if owner, ok := callee.X.(*ast.Ident); ok {
			g.found.add(owner.Name + "." + callee.Sel.Name)
		}
	case *ast.IndexExpr:
		g.called(callee.X)
	case *ast.IndexListExpr:
		g.called(callee.X)
	}
}

func (g goReader) bound(to, value ast.Expr) {
	if _, ok := value.(*ast.FuncLit); ok {
		g.called(to)
	}
}

// typeName returns the name of a receiver's type: "Store" of *Store[K].
func typeName(t ast.Expr) string {
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}
