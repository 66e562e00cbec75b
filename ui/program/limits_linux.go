package program

import (
	"math"
	"syscall"
)

// limits returns how many files may be open and how many bytes may be addressed, -1 for no limit.
func limits() (files, memory int64) {
	return limit(syscall.RLIMIT_NOFILE), limit(syscall.RLIMIT_AS)
}

func limit(resource int) int64 {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(resource, &l); err != nil || uint64(l.Cur) > math.MaxInt64 {
		return -1
	}
	return int64(l.Cur)
}
