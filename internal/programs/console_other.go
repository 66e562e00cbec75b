//go:build !windows

package programs

import "os/exec"

// WithoutConsole keeps a console from flashing up.
func WithoutConsole(*exec.Cmd) {}
