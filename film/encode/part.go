package encode

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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

// onDisk brings a whole part onto the disk before it is given its name: after a power cut there is either the film
// of before or all of this one.
func onDisk(fsys files.FS, name string) error {
	f, err := fsys.Into(name)
	if err == nil {
		err = cmp.Or(f.Sync(), f.Close())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, files.Reason(err))
	}
	return nil
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

// A copied film is made in a part that plays at any time, and copied from there when it is whole.
type copied struct {
	disk   files.FS
	path   string
	file   files.File // the part
	offset int64      // written to it so far
	err    error      // of a write that failed: nothing is written behind half a piece
	made   string     // the copy; "" for none
}

func newCopied(s Spec) (copied, error) {
	f, err := createPart(s.disk(), PartName(s.Path))
	return copied{disk: s.disk(), path: s.Path, file: f}, err
}

// Write writes to the part and counts the bytes.
func (c *copied) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.file.Write(p)
	c.offset, c.err = c.offset+int64(n), err
	return n, err
}

// failed adds the part's name to an error.
func (c *copied) failed(err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", c.file.Name(), files.Reason(err))
	}
	return nil
}

// copy has copyTo write the film into a file beside the part, and brings that onto the disk.
func (c *copied) copy(copyTo func(io.Writer) error) ([]Whole, error) {
	name := PartName(c.file.Name())
	f, err := createPart(c.disk, name)
	if err != nil {
		return nil, err
	}
	c.made = name
	err = copyTo(f)
	if err == nil {
		err = f.Sync()
	}
	if err = cmp.Or(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Reason(err))
	}
	return []Whole{{name, c.path}}, nil
}

// placed removes the part.
func (c *copied) placed() error {
	_ = c.file.Close() // nothing in it is needed any more
	return c.disk.Remove(c.file.Name())
}

// keep cuts the part to size, since half a piece may follow, closes it, and removes the copy. It returns the part's
// name, "" if it is empty.
func (c *copied) keep(size int64) (string, error) {
	if c.made != "" {
		_ = c.disk.Remove(c.made)
	}
	_ = c.file.Truncate(size)
	_ = c.file.Close()
	if size == 0 {
		return "", c.disk.Remove(c.file.Name())
	}
	return c.file.Name(), nil
}
