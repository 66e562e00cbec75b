package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	reserve = 20 * time.Second // what a test that gives up leaves of its time, to say why
	longest = 10 * time.Minute // that anything is waited for, on a machine that does much else
)

// Deadline returns when a test that begins to wait now is to give up: what hangs must not use up the time of the tests after
// it, so a wait takes at most half of what is left to all of them, and [longest] in any case.
func Deadline(t testing.TB) time.Time {
	now, most := time.Now(), longest
	if t, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := t.Deadline(); ok {
			most = min(most, end.Add(-reserve).Sub(now)/2)
		}
	}
	return now.Add(most)
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
