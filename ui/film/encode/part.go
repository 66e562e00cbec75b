package encode

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"driftlab/internal/files"
)

// PartName is the name of a film while it is being made: out.part.mp4 for out.mp4. It keeps the extension,
// so that players open it.
func PartName(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".part" + extension
}

// Claim keeps others from making a film of the same name, whatever its ending, until release is called or this
// program has ended: both would write the same files.
func (s Spec) Claim() (release func(), err error) {
	part := PartName(s.Path)
	if release, err = s.disk().Claim(strings.TrimSuffix(part, filepath.Ext(part))); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return release, nil
}

// checkOurs says why a file cannot be replaced or removed: it is none that this package has made. What is not
// there can be.
func checkOurs(fsys files.FS, path string) error { return files.MayReplace(fsys, path, IsFilm) }

// createPart opens the file that a film is made in, which must not be there. What an earlier try has left under its
// name is removed first.
func createPart(fsys files.FS, name string) (files.File, error) {
	if err := checkOurs(fsys, name); err != nil {
		return nil, err
	}
	err := fsys.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	var f files.File
	if err == nil {
		f, err = fsys.Create(name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", name, files.Reason(err))
	}
	return f, nil
}

// keepUnlessEmpty returns the part file's name where there is something in it, and removes it otherwise.
func keepUnlessEmpty(fsys files.FS, path string) (string, error) {
	info, err := fsys.Stat(path)
	if err != nil {
		return "", nil
	}
	if info.Size() > 0 {
		return path, nil
	}
	return "", fsys.Remove(path)
}
