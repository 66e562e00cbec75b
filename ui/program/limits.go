package program

import "fmt"

const (
	// leastFiles is how many files must be allowed to be open: those of a run or a film, pipes to other programs, connections to
	// the display and Go's own.
	leastFiles = 64
	// leastMemory is the least address space in bytes. Go takes most of it for tables that stay empty and for its threads'
	// stacks.
	leastMemory = 4 << 30
)

// checkLimits reports a limit below which nothing works: how many files may be open, and how many bytes may be addressed; -1 is
// no limit. With a limit that is lower still Go itself doesn't start.
func checkLimits(files, memory int64) error {
	switch {
	case files >= 0 && files < leastFiles:
		return fmt.Errorf("the system lets it open %d files at once, and it needs %d: ulimit -n %d or more", files, leastFiles, leastFiles)
	case memory >= 0 && memory < leastMemory:
		return fmt.Errorf("the system lets it address %d MB of memory, and it needs %d: ulimit -v %d or more", memory>>20, leastMemory>>20, leastMemory>>10)
	}
	return nil
}
