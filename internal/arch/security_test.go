package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Tests that these pages promise exist.
func TestPagesThatPromiseNameTestsThatAreThere(t *testing.T) {
	promised := map[string]bool{}
	for name, least := range map[string]int{"docs/security.md": 20, "docs/release.md": 12} {
		tests := regexp.MustCompile(`Test[A-Z]\w+`).FindAllString(page(t, name), -1)
		if len(tests) < least {
			t.Errorf("%s names %d tests", name, len(tests))
		}
		for _, test := range tests {
			promised[test] = false
		}
	}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "out" {
			return fs.SkipDir // may contain whole other systems
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for name := range promised {
			promised[name] = promised[name] || strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, there := range promised {
		if !there {
			t.Errorf("there is no %s", name)
		}
	}
}
