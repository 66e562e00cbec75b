// Package await has tests wait for something without a guess at how long it may take. Only tests import it.
package await

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// reserve is what a test that gives up leaves of its time, to say why.
const reserve = 20 * time.Second

// Deadline returns when a test is to give up waiting: shortly before it would be ended itself. On a machine that
// does much else anything may take long.
func Deadline(t testing.TB) time.Time {
	if t, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := t.Deadline(); ok {
			return end.Add(-reserve)
		}
	}
	return time.Now().Add(time.Hour)
}

// NoProcessOf waits until no process of this machine has a path among its arguments. Where the system has no /proc
// it does not wait.
func NoProcessOf(t testing.TB, path string) {
	t.Helper()
	Until(t, "no process has "+path+" among its arguments", func() bool {
		all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range all {
			if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), path) {
				return false
			}
		}
		return true
	})
}

// Until waits until something is so, and ends the test if it never is.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for giveUp := Deadline(t); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(giveUp) {
			t.Fatalf("it has not come to this: %s", what)
		}
	}
}
