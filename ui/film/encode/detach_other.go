//go:build !unix && !windows

package encode

import "os/exec"

func detach(*exec.Cmd) {}
