//go:build !linux

package program

func limits() (files, memory int64) { return -1, -1 }
