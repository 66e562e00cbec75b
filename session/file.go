package session

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is a file while it is being written: under a name of its own, in the folder in which it takes
// its place once it is whole. One that is broken off leaves an older file as it was.
type File struct {
	path string
	f    *os.File
	w    *bufio.Writer
}

// NewFile begins what is to be the file at path, in a folder that is there.
func NewFile(path string) (*File, error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, filepath.Base(path)+".*.partial")
	if err != nil {
		return nil, fmt.Errorf("folder %q cannot be written to: %w", dir, reason(err))
	}
	return &File{path, f, bufio.NewWriterSize(f, 1<<16)}, nil
}

// Write implements io.Writer. An error stays until Finish, which reports it.
func (f *File) Write(b []byte) (int, error) { return f.w.Write(b) }

// Finish puts the whole file in its place.
func (f *File) Finish() error {
	err := f.w.Flush()
	if err == nil {
		err = f.f.Chmod(0o644)
	}
	err = errors.Join(err, f.f.Close())
	if err == nil {
		err = os.Rename(f.f.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.f.Name())
		return fmt.Errorf("%q: %w", f.path, reason(err))
	}
	return nil
}

// Abandon removes what has been written; an older file stays. After Finish it does nothing.
func (f *File) Abandon() {
	f.f.Close()
	os.Remove(f.f.Name())
}

// WriteFile writes a file so that a broken-off write leaves an older one as it was.
func WriteFile(path, text string) error {
	f, err := NewFile(path)
	if err != nil {
		return err
	}
	f.w.WriteString(text)
	return f.Finish()
}

// reason takes the path out of a file error, since messages name it already.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
