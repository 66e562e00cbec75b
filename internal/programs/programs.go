// Package programs finds other programs, such as ffmpeg.
package programs

import (
	"os/exec"
	"path/filepath"
	"runtime"
)

// folders are where a system's package managers put programs for a terminal to find. What Finder starts on macOS
// has the system's own folders in its PATH and none of these.
var folders = map[string][]string{
	"darwin": {"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"},
}

// Find returns the path of a program: as PATH has it, or else where package managers of this system put theirs.
// The error is that of [exec.LookPath].
func Find(name string) (string, error) { return find(name, folders[runtime.GOOS]) }

func find(name string, beside []string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		return path, nil
	}
	for _, folder := range beside {
		if path, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return path, nil
		}
	}
	return "", err
}
