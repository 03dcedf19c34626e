package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// goSignatures returns the declarations of a Go file in their order, and its
// package comment's first sentence.
func goSignatures(text []byte) ([]Signature, string) {
	fset := token.NewFileSet()
	// What can be parsed of a broken file counts.
	file, _ := parser.ParseFile(fset, "", text, parser.SkipObjectResolution|parser.ParseComments)
	if file == nil || !file.Package.IsValid() {
		return nil, ""
	}
	g := goSurvey{text: text, file: fset.File(file.Package)}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			end := decl.End()
			if decl.Body != nil {
				end = decl.Body.Lbrace
			}
			g.add("", decl.Pos(), end, decl.End())
		case *ast.GenDecl:
			g.general(decl)
		}
	}
	return g.found, firstSentence(file.Doc.Text())
}

type goSurvey struct {
	text  []byte
	file  *token.File
	found []Signature
}

func (g *goSurvey) general(decl *ast.GenDecl) {
	if decl.Tok == token.IMPORT {
		return
	}
	for _, spec := range decl.Specs {
		if value, ok := spec.(*ast.ValueSpec); ok && !value.Names[0].IsExported() {
			continue // the names a package keeps to itself say little about it
		}
		g.add(decl.Tok.String()+" ", spec.Pos(), spec.End(), spec.End())
	}
}

// add takes the text from..to of a declaration that ends at end.
func (g *goSurvey) add(keyword string, from, to, end token.Pos) {
	text := append([]byte(keyword), g.text[g.offset(from):g.offset(to)]...)
	g.found = append(g.found, signature(text, g.file.Line(from), g.file.Line(end)))
}

// offset keeps positions that the parser made up for a broken file inside it.
func (g *goSurvey) offset(pos token.Pos) int {
	return min(max(int(pos)-g.file.Base(), 0), len(g.text))
}
