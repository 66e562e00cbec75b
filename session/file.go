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
// its place once it is whole. One that is broken off leaves an older file as it was. Where the path is
// a link the file that it leads to is replaced and the link stays. Into a device or a pipe it is
// written straight.
type File struct {
	path  string // as the user has it
	place string // which it takes in the end; "" where it is written straight
	f     *os.File
	w     *bufio.Writer
}

// NewFile begins what is to be the file at path, in a folder that is there. The other end of a named
// pipe is waited for.
func NewFile(path string) (*File, error) {
	place, err := placeOf(path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	if place == "" {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", path, reason(err))
		}
		return &File{path, "", f, bufio.NewWriterSize(f, 1<<16)}, nil
	}
	f, err := createBeside(place)
	if err != nil {
		return nil, fmt.Errorf("folder %q cannot be written to: %w", filepath.Dir(place), reason(err))
	}
	return &File{path, place, f, bufio.NewWriterSize(f, 1<<16)}, nil
}

// Write implements io.Writer. An error stays until Finish, which reports it.
func (f *File) Write(b []byte) (int, error) { return f.w.Write(b) }

// Finish puts the whole file in its place.
func (f *File) Finish() error {
	err := f.w.Flush()
	if err == nil && f.place != "" {
		err = f.f.Chmod(0o644)
	}
	err = errors.Join(err, f.f.Close())
	if err == nil && f.place != "" {
		err = os.Rename(f.f.Name(), f.place)
	}
	if err != nil {
		f.Abandon()
		return fmt.Errorf("%q: %w", f.path, reason(err))
	}
	return nil
}

// Abandon removes what has been written; an older file stays. After Finish it does nothing.
func (f *File) Abandon() {
	f.f.Close()
	if f.place != "" {
		os.Remove(f.f.Name())
	}
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

// TryFile says why a file could not be written later on. It leaves no trace, and does not open what is
// written straight. The error does not name the file.
func TryFile(path string) error {
	place, err := placeOf(path)
	if err != nil || place == "" {
		return err
	}
	f, err := createBeside(place)
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	return reason(err)
}

// createBeside makes a file in the folder of the one whose place it may take.
func createBeside(place string) (*os.File, error) {
	dir, base := filepath.Split(place)
	if dir == "" {
		dir = "." // not the folder for temporary files
	}
	return os.CreateTemp(dir, base+".*.partial")
}

// maxLinks is how many links may lead to a file, one after the other.
const maxLinks = 40

// placeOf returns the path of the file itself to which a path leads over links; it need not be there
// yet. It returns "" for what nothing may take the place of: a device or a pipe.
func placeOf(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		return "", nil
	}
	for range maxLinks {
		to, err := os.Readlink(path)
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

// reason takes the path out of a file error, since messages name it already.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var rename *os.LinkError
	if errors.As(err, &rename) {
		return rename.Err
	}
	return err
}
