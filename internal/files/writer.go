package files

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A part's name says who writes it, so that what a killed program has left is known from what is being written:
// CLOCK.csv.1-4711-9f3a07c2.partial is the first part of CLOCK.csv, of process 4711 on machine 9f3a07c2. A number that
// a process has again keeps a part longer than need be, and what another machine writes into a shared folder is left
// alone. A part that is kept for a person, as CLOCK.csv.1.partial, has no writer, and is never taken away.

// machine tells this machine from others with which it may share folders, and from containers on it, which count
// processes for themselves.
var machine = sync.OnceValue(func() string {
	host, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id") // Linux; elsewhere the name has to do
	space, _ := os.Readlink("/proc/self/ns/pid")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", host, id, space))
	return fmt.Sprintf("%x", sum[:4])
})

// partName returns the n-th name of a part that this process writes.
func partName(place string, n int) string {
	return fmt.Sprintf("%s.%d-%d-%s%s", place, n, os.Getpid(), machine(), partEnding)
}

// keptName returns the n-th name of a part that is kept for a person.
func keptName(place string, n int) string { return fmt.Sprintf("%s.%d%s", place, n, partEnding) }

// partNames are the names of parts: of what file, and of those that have a writer its process and its machine.
var partNames = regexp.MustCompile(`(?s)^(.+)\.[1-9][0-9]{0,5}(?:-([1-9][0-9]{0,9})-([0-9a-f]{8}))?` + regexp.QuoteMeta(partEnding) + `$`)

// abandoned says whether a name is that of a part whose writer, a process of this machine, is gone.
func abandoned(part string) bool {
	found := partNames.FindStringSubmatch(part)
	if found == nil || found[3] != machine() {
		return false
	}
	pid, err := strconv.Atoi(found[2])
	return err == nil && pid != os.Getpid() && !alive(pid)
}

// tidy takes away the parts in a folder whose writers are gone. Where a journal lies in the folder, or in the one above,
// they may be what completes a writing, and stay.
func tidy(fsys FS, dir string) {
	entries, _ := fsys.ReadDir(dir)
	var left []string
	for _, e := range entries {
		if e.Type().IsRegular() && abandoned(e.Name()) {
			left = append(left, filepath.Join(dir, e.Name()))
		}
	}
	if len(left) == 0 || hasJournal(fsys, dir) || hasJournal(fsys, filepath.Join(dir, "..")) {
		return
	}
	for _, part := range left {
		fsys.Remove(part) // what cannot be removed is in nobody's way
	}
}

// hasJournal says whether a writing into a folder was broken off while files took their places.
func hasJournal(fsys FS, dir string) bool {
	entries, err := fsys.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), journalEnding) {
			return true
		}
	}
	return err != nil
}
