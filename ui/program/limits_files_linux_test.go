package program

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Go's runtime wrote a hundred lines where a limit was low. It still does where it cannot begin: with six files a
// library opens one before main, and with less than 2 GB there may be no thread.
func TestLimitsThatLetNothingWorkAreOneLine(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	for limit, want := range map[string]string{
		"-n 10": "the system lets it open 10 files at once", "-n 63": "open 63 files at once",
		"-v 3000000": "the system lets it address 2929 MB of memory",
	} {
		c := exec.Command("sh", "-c", fmt.Sprintf("ulimit %s && exec %q run -duration 1s", limit, self))
		c.Env = append(os.Environ(), asProgram+"=1")
		out, err := c.CombinedOutput()
		text := string(out)
		if c.ProcessState.ExitCode() != 1 || !strings.HasPrefix(text, "driftlab: ") || !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("ulimit %s: %v: %.400s", limit, err, text)
		}
	}
}
