// Package naming says where the window puts its files, and what they are called.
package naming

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/files"
)

// Folder returns where the window puts its files: beside the log.
func Folder(log string) string {
	if dir, err := filepath.Abs(filepath.Dir(log)); err == nil {
		return dir
	}
	return filepath.Dir(log)
}

// Stem returns a path's last element without its ending.
func Stem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// Plain returns a path's stem as a name that is valid for files on every system.
func Plain(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, Stem(name))
	return name[:min(len(name), 60)]
}

// Of returns the name for files about a session.
func Of(sc *scenario.Scenario) string {
	if sc.Name == "" {
		return "driftlab"
	}
	return Plain(sc.Name)
}

// maxSameName is how many files of the same name get numbers.
const maxSameName = 10_000

// Free returns a path in a folder, without ending, at which no file exists with any of the endings: the name itself, or with a
// number after it.
func Free(fsys files.FS, folder, name string, endings ...string) (stem string, err error) {
	for n := 1; n <= maxSameName; n++ {
		stem = filepath.Join(folder, name)
		if n > 1 {
			stem += fmt.Sprintf("-%d", n)
		}
		free := true
		for _, ending := range endings {
			_, err := fsys.Lstat(stem + ending)
			free = free && err != nil // Try reports faults of the folder
		}
		if free {
			return stem, files.NewSet(fsys).Try(stem+endings[0], nil)
		}
	}
	return "", fmt.Errorf("%q is there %d times already", filepath.Join(folder, name), maxSameName)
}

// Exists reports whether there is something at a path.
func Exists(path string) bool {
	if path == "" {
		return false
	}
	_, err := os.Stat(path)
	return err == nil
}
