//go:build !linux

package xvfb

import "os/exec"

// withParent does nothing where a process cannot be bound to its parent.
func withParent(*exec.Cmd) {}
