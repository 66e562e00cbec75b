package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What docs/security.md promises is held by a test that is there.
func TestThePageOnSecurityNamesTestsThatAreThere(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	promised := map[string]bool{}
	for _, name := range regexp.MustCompile(`Test[A-Z]\w+`).FindAllString(string(page), -1) {
		promised[name] = false
	}
	if len(promised) < 20 {
		t.Errorf("it names %d tests", len(promised))
	}
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
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
