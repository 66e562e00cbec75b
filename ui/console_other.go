//go:build !windows

package ui

import "os/exec"

func withoutConsole(*exec.Cmd) {}
