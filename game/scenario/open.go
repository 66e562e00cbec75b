package scenario

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"driftlab/assets"
	"driftlab/internal/files"
)

// Open reads a session from whatever a person has of it: a shared text, the path of a file with one,
// the path of a scenario or of a log, or the name of a scenario of the program. Files that a shared
// text carries are written into a folder. Anyone may have written it: see [Parse] for the files that it has read.
func Open(what, folder string) (*Scenario, error) {
	if IsShared(what) {
		return ParseShared(what, folder)
	}
	what = strings.TrimSpace(what)
	if _, err := assets.Scenario(what); err == nil {
		return Load(what)
	}
	src, err := files.Read(what, maxFile)
	switch {
	case err != nil:
		return Load(what) // which says what is wrong with the path
	case IsShared(string(src)) && !formatLine.Match(src):
		sc, err := ParseShared(string(src), folder)
		if err == nil {
			sc.read = append(sc.read, what)
		}
		return sc, err
	}
	return parseFile(what, string(src), fromOutside)
}

// formatLine is what no scenario lacks and no shared text has.
var formatLine = regexp.MustCompile(`(?m)^\s*format\s*=`)

// FilesFolder returns the folder of the user's in which files are kept that came without a path: those of
// shared texts, and dropped ones. It is "" where the system names none.
func FilesFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "driftlab", "files")
}
