//go:build !linux

package program

func files() int64 { return -1 }

func memory() int64 { return -1 }
