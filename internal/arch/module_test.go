package arch

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

func TestTheModuleCanHaveAnotherPath(t *testing.T) {
	testkit.LongOnly(t) // compiles everything again
	copied := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = copied
		c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
			return strings.HasPrefix(v, testkit.LongVariable+"=") || strings.HasPrefix(v, "DISPLAY=")
		})
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run("git", "clone", "-q", gitRoot(t), ".")
	run("scripts/module.sh", "example.org/team/driftlab")
	run("go", "vet", "./...")
	run("go", "test", "-short", "./...")
}

func TestAModulePathThatIsNoneIsRefused(t *testing.T) {
	for _, path := range []string{"", "/driftlab", "example.org/", "a b", "a//b", "a'b"} {
		out, err := exec.Command("../../scripts/module.sh", path).CombinedOutput()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%q: %v, %s", path, err, out)
		}
	}
}

// gitRoot returns the folder of the repository.
func gitRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
