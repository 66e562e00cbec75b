package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrNotFile is the error for what is there and has no content of its own: a folder, a device, a pipe, a socket, or
// one of the files in which a system tells of itself.
var ErrNotFile = errors.New("not a file")

// Read is [ReadFrom] the disk.
func Read(path string, limit int64) ([]byte, error) { return ReadFrom(Disk{}, path, limit) }

// ReadFrom returns the content of a plain file of at most limit bytes, which [OpenPlain] tells from others. The error
// does not name the path.
func ReadFrom(fsys FS, path string, limit int64) ([]byte, error) {
	f, err := OpenPlain(fsys, path, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, Reason(err)
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(f, limit+1)) // it may grow meanwhile
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	return b.Bytes(), Reason(err)
}

// OpenPlain opens a plain file of at most limit bytes to be read as a stream. What is none is refused before it is
// opened, since opening a pipe waits for its other end and reading a device may never end, and again once
// it is open, in case another thing has taken its place. The error does not name the path.
func OpenPlain(fsys FS, path string, limit int64) (File, error) {
	if err := refuse(path); err != nil {
		return nil, err
	}
	info, err := fsys.Stat(path)
	if err == nil {
		err = readable(info, limit)
	}
	if err != nil {
		return nil, Reason(err)
	}
	f, err := fsys.Open(path)
	if err != nil {
		return nil, Reason(err)
	}
	if info, err = f.Stat(); err == nil {
		err = readable(info, limit)
	}
	if err != nil {
		f.Close()
		return nil, Reason(err)
	}
	return f, nil
}

// readable refuses what is no plain file and what is too large.
func readable(info fs.FileInfo, limit int64) error {
	switch {
	case !info.Mode().IsRegular():
		return ErrNotFile
	case info.Size() > limit:
		return fmt.Errorf("%d bytes is outside 0..%d", info.Size(), limit)
	}
	return nil
}

// refuse reports a path that leads to a device, or on Unix, over links too, to where the system tells of itself.
func refuse(path string) error {
	if runtime.GOOS == "windows" {
		return device(path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return Reason(err)
	}
	if ofTheSystem(abs) {
		return ErrNotFile
	}
	if to, err := filepath.EvalSymlinks(abs); err == nil && ofTheSystem(to) {
		return ErrNotFile
	}
	return nil
}

// ofTheSystem says whether an absolute path of Unix is of what looks like files and is none. Memory that is used
// as a disk, /dev/shm, has files.
func ofTheSystem(path string) bool {
	for _, root := range []string{"/proc", "/sys", "/dev"} {
		if rest, ok := strings.CutPrefix(path, root); ok && (rest == "" || rest[0] == '/') {
			return !strings.HasPrefix(path, "/dev/shm/")
		}
	}
	return false
}

// Below says whether a file lies in a folder or below it, wherever links lead. Both must be there.
func Below(folder, path string) (bool, error) {
	var ends [2]string
	for i, p := range []string{folder, path} {
		abs, err := filepath.Abs(p)
		if err == nil {
			ends[i], err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return false, Reason(err)
		}
	}
	rel, err := filepath.Rel(ends[0], ends[1])
	return err == nil && filepath.IsLocal(rel), nil
}
