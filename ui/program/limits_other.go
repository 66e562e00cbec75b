//go:build !linux

package program

func openFiles() int64 { return -1 }

func addressSpace() int64 { return -1 }
