//go:build !linux

package xvfb

// OnLost does nothing where no server is started either.
func OnLost(func()) {}
