package cli

import (
	"os"
	"path/filepath"
	"strings"

	"driftlab/scenario"
)

// Opens says whether the first word of a command line is a session to be opened in the window: a file, as "Open
// with" and a file dropped on the program's icon give it, or a shared text.
func Opens(word string) bool {
	switch strings.ToLower(filepath.Ext(word)) {
	case ".toml", ".txt": // a file that is not there is told of by its name
		return true
	}
	info, err := os.Stat(word)
	return err == nil && !info.IsDir() || scenario.IsShared(word)
}
