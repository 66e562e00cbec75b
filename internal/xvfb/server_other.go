//go:build !linux

package xvfb

import "os/exec"

// OnLost does nothing where no server is started either.
func OnLost(func()) {}

// withParent does nothing where a process cannot be bound to its parent.
func withParent(*exec.Cmd) {}
