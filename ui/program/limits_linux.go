package program

import (
	"math"
	"syscall"
)

func openFiles() int64 { return limit(syscall.RLIMIT_NOFILE) }

func addressSpace() int64 { return limit(syscall.RLIMIT_AS) }

func limit(resource int) int64 {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(resource, &l); err != nil || uint64(l.Cur) > math.MaxInt64 {
		return -1
	}
	return int64(l.Cur)
}
