package arch

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The most lines of Go that the program and its tests may have. Only an issue may raise a number; a change that removes lines
// lowers it.
const (
	mostLines     = 121_280
	mostTestLines = 96_920
	slack         = 300 // by which a number may be too high
)

func TestTheProgramGrowsOnlyWhereAnIssueSaysSo(t *testing.T) {
	product, tests := 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != "../.." && (strings.HasPrefix(name, ".") || name == "out") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, "_test.go") {
			tests += bytes.Count(text, []byte("\n"))
		} else {
			product += bytes.Count(text, []byte("\n"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		got, most int
	}{{"the program", product, mostLines}, {"its tests", tests, mostTestLines}} {
		if c.got > c.most {
			t.Errorf("%s: %d lines, at most %d", c.what, c.got, c.most)
		}
		if c.got < c.most-slack {
			t.Errorf("%s: %d lines: lower the number, %d, to that", c.what, c.got, c.most)
		}
	}
}
