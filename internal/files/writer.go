package files

import (
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
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

// backupName returns the n-th name of what this process is replacing.
func backupName(place string, n int) string {
	return strings.TrimSuffix(partName(place, n), partEnding) + backupEnding
}

// keptName returns the n-th name of a part that is kept for a person.
func keptName(place string, n int) string { return fmt.Sprintf("%s.%d%s", place, n, partEnding) }

// partNames are the names of parts that have a writer, and of what they replace: of what file, the writer's process, its
// machine and the ending.
var partNames = regexp.MustCompile(`(?s)^(.+)\.[1-9][0-9]{0,5}-([1-9][0-9]{0,9})-([0-9a-f]{8})(\.partial|\.old)$`)
