package arch

import (
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
	for _, file := range tracked(t) {
		if strings.HasSuffix(file, "_test.go") {
			text := page(t, file)
			for name := range promised {
				promised[name] = promised[name] || strings.Contains(text, "\nfunc "+name+"(t *testing.T)")
			}
		}
	}
	for name, there := range promised {
		if !there {
			t.Errorf("there is no %s", name)
		}
	}
}
