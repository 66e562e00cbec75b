package cli

import (
	"os"
	"path/filepath"

	"driftlab/internal/files"
)

// savedAs returns where the window saves a file by its own choice: in the working folder or, where that is the root
// of a disk or closed, among the person's documents. Programs that Finder starts on macOS begin at the root. What is in
// the folder already makes no difference: a file beside it gets a number.
func savedAs(fsys files.FS, name string) string {
	var folders []string
	if work, err := os.Getwd(); err == nil && work != filepath.Dir(work) {
		folders = append(folders, work)
	}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, "Documents"), home)
	}
	for _, folder := range folders {
		if files.Writable(fsys, folder) == nil {
			return filepath.Join(folder, name)
		}
	}
	return name
}
