package arch

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	ofATarget = regexp.MustCompile(`(?m)^func Fuzz(\w+)\(f \*testing\.F\)`)
	ofItsRow  = regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\| (\\w+) \\| (?:[\\d,]+|–) \\|$")
)

func TestThePageOfTestsHasEachFuzzTargetAndNoOther(t *testing.T) {
	var targets, rows []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && slices.Contains([]string{"out", "dist", ".git"}, d.Name()) { // build outputs, with other people's sources
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, target := range ofATarget.FindAllSubmatch(text, -1) {
			dir, _ := filepath.Rel("../..", filepath.Dir(path))
			targets = append(targets, fmt.Sprintf("%s %s", filepath.ToSlash(dir), target[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(page(t, "docs/measured.md"), "\n## How fast each fuzz target is\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, row := range ofItsRow.FindAllStringSubmatch(table, -1) {
		rows = append(rows, row[1]+" "+row[2])
	}
	for _, target := range targets {
		if !slices.Contains(rows, target) {
			t.Errorf("docs/measured.md lacks the fuzz target %s", target)
		}
	}
	for i, row := range rows {
		if !slices.Contains(targets, row) || slices.Contains(rows[:i], row) {
			t.Errorf("docs/measured.md has %s, which is no fuzz target, or has it twice", row)
		}
	}
	if count := fmt.Sprintf("There are %d targets", len(targets)); !strings.Contains(table, count) {
		t.Errorf("docs/measured.md does not say %q", count)
	}
}
