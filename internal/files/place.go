package files

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// foldsCase says that names which differ in case only are usually of one file here. Where they are not, too much
// is refused.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// maxLinks is how many links may lead to a file, one after the other.
const maxLinks = 40

// Place returns the path of the file itself to which a path leads over links; it need not be there yet. It
// returns "" for what nothing may take the place of: a device or a pipe. The error does not name the path.
func Place(fsys FS, path string) (string, error) {
	info, err := fsys.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return "", nil
	}
	for range maxLinks {
		to, err := fsys.Readlink(path)
		if err != nil {
			return path, nil // it is no link, or it is not there
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(path) // not cleaned: a .. goes up from where links have led
			to = dir + to
		}
		path = to
	}
	return "", fmt.Errorf("more than %d links lead to it", maxLinks)
}

// SamePath says whether two paths are of one file, over links and other names of it. They need not be there
// yet.
func SamePath(fsys FS, a, b string) bool {
	infoA, errA := fsys.Stat(a)
	infoB, errB := fsys.Stat(b)
	if errA == nil && errB == nil {
		return fsys.Same(infoA, infoB)
	}
	if errA == nil || errB == nil {
		return false // one is there and the other is not
	}
	return nameOf(fsys, a) == nameOf(fsys, b)
}

// nameOf returns what names of one file have in common.
func nameOf(fsys FS, path string) string {
	path = resolved(fsys, path)
	if foldsCase {
		path = strings.ToLower(path)
	}
	return path
}

// resolved returns the path of a file from the root on, with no links in it.
func resolved(fsys FS, path string) string {
	if place, err := Place(fsys, path); err == nil && place != "" {
		path = place
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	folder, name := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, name)
}
