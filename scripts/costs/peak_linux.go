package main

import (
	"os"
	"syscall"
)

// peakOf returns the most memory, in bytes, that a process or one that it waited for had at once.
func peakOf(s *os.ProcessState) int64 {
	if usage, ok := s.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}
