package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestPanelsAreNotGivenTheWindow holds that what draws a world, in the window, in a film and on paper, cannot reach for
// the window: neither its fields nor its methods' parameters have one.
func TestPanelsAreNotGivenTheWindow(t *testing.T) {
	panels := map[string]bool{}
	for _, name := range strings.Fields("view world picture filmPicture taught lessonFigures tabPanel timeAxis spaceTime errorPlot " +
		"ticksView samplesView beatsView raceTable card viewport deck chips printing filmJob summaryCard") {
		panels[name] = false
	}
	name := func(e ast.Expr) string {
		if star, ok := e.(*ast.StarExpr); ok {
			e = star.X
		}
		id, _ := e.(*ast.Ident)
		if id == nil {
			return ""
		}
		return id.Name
	}
	check := func(panel string, fields *ast.FieldList) {
		if _, ok := panels[panel]; !ok || fields == nil {
			return
		}
		panels[panel] = true
		for _, f := range fields.List {
			if name(f.Type) == "App" {
				t.Errorf("%s is given the window", panel)
			}
		}
	}
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				check(name(n.Recv.List[0].Type), n.Type.Params)
			}
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok {
				check(n.Name.Name, s.Fields)
			}
		}
		return true
	}
	sources, err := filepath.Glob("*.go")
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, failed := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err = failed; err != nil {
			break
		}
		ast.Inspect(file, look)
	}
	if err != nil {
		t.Fatal(err)
	}
	for panel, seen := range panels {
		if !seen {
			t.Errorf("there is no panel %s", panel)
		}
	}
}
