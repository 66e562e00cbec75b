package arch

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// A stranger's module consists only of what a library's README says: its program, the replacement, and what it prints.
func TestAStrangerCanUseTheLibrariesByTheirReadmes(t *testing.T) {
	root, module := gitRoot(t), modulePath(t)
	for _, library := range []string{"netsync", "netsim", "game/congestion"} {
		t.Run(library, func(t *testing.T) {
			readme := filetest.Read(t, filepath.Join(root, library, "README.md"))
			found := regexp.MustCompile("(?s)```go\n(.*?)```\n\n((?:    [^\n]*\n)+)").FindSubmatch(readme)
			if found == nil {
				t.Fatal("the README has no program and what it prints")
			}
			if n := strings.Count(string(readme), "\n"); n > 90 {
				t.Errorf("the README has %d lines: one screen, with its program, is 90 at most", n)
			}
			own := t.TempDir()
			sums := filetest.Read(t, filepath.Join(root, "go.sum"))
			for name, text := range map[string][]byte{"main.go": found[1], "go.sum": sums} {
				filetest.Write(t, filepath.Join(own, name), text)
			}
			run := func(args ...string) string {
				t.Helper()
				c := exec.Command("go", args...)
				c.Dir = own
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
				}
				return string(out)
			}
			run("mod", "init", "example.org/stranger")
			run("mod", "edit", "-require", module+"@v0.0.0", "-replace", module+"="+root)
			got := run("run", "-mod=mod", ".")
			if want := strings.ReplaceAll("\n"+string(found[2]), "\n    ", "\n")[1:]; got != want {
				t.Errorf("it prints\n%swant\n%s", got, want)
			}
		})
	}
}
