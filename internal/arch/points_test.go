package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// The window is laid out in points. How many pixels a point has is known where pixels are made, and to what decides on it: there alone a
// function has several factors of a scale. How many such functions there are is what `go test ./internal/arch -run Points -v` says.
func TestTheWindowIsLaidOutInPoints(t *testing.T) {
	const many = 3
	known := []string{"ui/draw/", "ui/widgets/theme.go", "ui/widgets/art.go"} // ebitenui has its own canvas, in pixels
	found := 0
	err := filepath.WalkDir("../../ui", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		path = strings.TrimPrefix(filepath.ToSlash(path), "../../")
		file, err := parser.ParseFile(token.NewFileSet(), "../../"+path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || scaleFactors(f) < many {
				continue
			}
			found++
			if !within(path, known) {
				t.Errorf("%s: %s has %d factors of a scale", path, f.Name.Name, scaleFactors(f))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d functions have at least %d factors of a scale", found, many)
}

func within(path string, known []string) bool {
	for _, k := range known {
		if strings.HasPrefix(path, k) {
			return true
		}
	}
	return false
}

// scaleFactors counts the products and quotients with something that is called a scale, and the lengths that Px is given.
func scaleFactors(f *ast.FuncDecl) (n int) {
	count := func(factors ...ast.Expr) {
		for _, e := range factors {
			if called := calledAs(e); called == "z" || called == "zoom" || strings.EqualFold(called, "scale") {
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
