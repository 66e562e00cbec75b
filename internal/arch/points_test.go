package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The window is laid out in points. Only code that makes pixels knows how many pixels a point has: only there a function multiplies by
// a scale more than once. `go test ./internal/arch -run LaidOutInPoints -v` counts such functions.
func TestTheWindowIsLaidOutInPoints(t *testing.T) {
	const many = 3
	found := 0
	paths, err := filepath.Glob("../../ui/*/*.go")
	root, _ := filepath.Glob("../../ui/*.go")
	if err != nil || len(root) == 0 {
		t.Fatal(err, root)
	}
	for _, path := range append(root, paths...) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(path, "_test.go") || scaleFactors(f) < many {
				continue
			}
			found++
			// ebitenui has its own canvas, in pixels
			if path := strings.TrimPrefix(filepath.ToSlash(path), "../../"); !strings.HasPrefix(path, "ui/draw/") && path != "ui/widgets/theme.go" && path != "ui/widgets/art.go" {
				t.Errorf("%s: %s has %d factors of a scale", path, f.Name.Name, scaleFactors(f))
			}
		}
	}
	t.Logf("%d functions have at least %d factors of a scale", found, many)
}

// scaleFactors counts products and quotients with something called a scale, and calls of Px.
func scaleFactors(f *ast.FuncDecl) (n int) {
	count := func(factors ...ast.Expr) {
		for _, e := range factors {
			if slices.Contains([]string{"z", "zoom", "scale"}, strings.ToLower(calledAs(e))) {
				n++
			}
		}
	}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.BinaryExpr:
			if x.Op == token.MUL || x.Op == token.QUO {
				count(x.X, x.Y)
			}
		case *ast.AssignStmt:
			if x.Tok == token.MUL_ASSIGN || x.Tok == token.QUO_ASSIGN {
				count(x.Rhs...)
			}
		case *ast.CallExpr:
			if strings.EqualFold(calledAs(x.Fun), "px") {
				n++
			}
		}
		return true
	})
	return n
}

// calledAs returns the last name of an expression such as v.zoom, z, float32(a.Scale) or fonts.Scale().
func calledAs(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ParenExpr:
		return calledAs(e.X)
	case *ast.CallExpr:
		if to := calledAs(e.Fun); (to == "float32" || to == "float64") && len(e.Args) == 1 {
			return calledAs(e.Args[0])
		}
		return calledAs(e.Fun)
	}
	return ""
}
