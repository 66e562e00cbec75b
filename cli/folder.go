package cli

import (
	"os"
	"path/filepath"

	"driftlab/internal/files"
)

// savedAs returns where the window saves a file by its own choice: in the working folder or, where that is the root
// of a disk or closed, among the person's documents. Programs that Finder starts on macOS begin at the root.
func savedAs(fsys files.FS, name string) string {
	work, err := os.Getwd()
	if err != nil || work != filepath.Dir(work) && files.NewSet(fsys).Try(name, nil) == nil {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return name
	}
	for _, path := range []string{filepath.Join(home, "Documents", name), filepath.Join(home, name)} {
		if files.NewSet(fsys).Try(path, nil) == nil {
			return path
		}
	}
	return name
}
