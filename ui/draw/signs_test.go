package draw

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"driftlab/internal/files/filetest"
)

// TestTheFontsHaveEverySignThatIsShown looks through the texts of both languages, the lessons, and what the window's code has
// as text: a sign that no font has is an empty box.
func TestTheFontsHaveEverySignThatIsShown(t *testing.T) {
	t.Parallel()
	known := func(r rune) bool {
		return !unicode.IsPrint(r) || r < latin1 || strings.ContainsRune(symbols, r)
	}
	found := 0
	look := func(where, text string) {
		for _, r := range text {
			if found++; !known(r) {
				t.Errorf("%s: no font has %q in %.60q", where, r, text)
			}
		}
	}
	walk(t, filepath.Join("..", "..", "assets"), ".toml", func(path string) {
		text := filetest.Read(t, path)
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(strings.TrimSpace(line), "#") {
				look(path, line)
			}
		}
	})
	walk(t, "..", ".go", func(path string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("..", "film", "encode")) { // which writes bytes
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		check(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					look(path, text)
				}
			}
			return true
		})
	})
	if found < 100_000 {
		t.Errorf("only %d characters were looked at", found)
	}
}

func walk(t *testing.T, dir, ending string, look func(path string)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ending) {
			look(path)
		}
		return err
	})
	check(t, err)
}
