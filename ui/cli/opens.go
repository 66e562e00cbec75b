package cli

import (
	"os"
	"path/filepath"
	"strings"

	"driftlab/game/scenario"
	"driftlab/internal/files"
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

// FromDesktop returns the window's flags for what stands behind -- on a command line: nothing, or one file or shared text, as
// a path or as an address of a file. A desktop hands these over, for a page that a person looks at too: so none of them is a flag.
func FromDesktop(args []string) (flags []string, err error) {
	switch {
	case len(args) == 0:
		return nil, nil
	case len(args) > 1:
		return nil, usagef("--: %d arguments is outside 0..1: one file, or one shared text", len(args))
	}
	what := args[0]
	if strings.HasPrefix(strings.ToLower(what), "file:") {
		if what, err = files.Pasted(what); err != nil {
			return nil, usagef("--: %w", err)
		}
	}
	return []string{"-open=" + what}, nil
}
