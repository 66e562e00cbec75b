package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// The libraries' exported functions use only types that another module can name.
func TestTheLibrariesShowNoTypeOfInternal(t *testing.T) {
	for _, name := range tracked(t) {
		room, _, _ := strings.Cut(name, "/")
		if room != "netsync" && room != "netsim" || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/internal/") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, page(t, name), 0)
		if err != nil {
			t.Fatal(err)
		}
		internal := map[string]bool{}
		for _, imported := range file.Imports {
			if from := strings.Trim(imported.Path.Value, `"`); strings.Contains(from, "/internal/") {
				internal[path.Base(from)] = true
			}
		}
		for _, shown := range shownBy(file) {
			ast.Inspect(shown, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if from, ok := s.X.(*ast.Ident); ok && internal[from.Name] {
						t.Errorf("%s: %s.%s is shown to a stranger", fset.Position(s.Pos()), from.Name, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// shownBy lists the types of a file's exported names: signatures, fields, variables and constants. Another module can use an alias
// for another package's type, as in type A = B.
func shownBy(file *ast.File) (shown []ast.Node) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				shown = append(shown, d.Type)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					fields, isStruct := s.Type.(*ast.StructType)
					if s.Name.IsExported() && !isStruct && s.Assign == token.NoPos {
						shown = append(shown, s.Type)
					} else if s.Name.IsExported() && isStruct {
						for _, f := range fields.Fields.List {
							if len(f.Names) == 0 || f.Names[0].IsExported() {
								shown = append(shown, f.Type)
							}
						}
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() {
						for _, v := range s.Values {
							if c, ok := v.(*ast.CompositeLit); ok {
								shown = append(shown, c.Type)
							}
						}
						if s.Type != nil {
							shown = append(shown, s.Type)
						}
					}
				}
			}
		}
	}
	return shown
}
