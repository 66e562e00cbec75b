package record

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// PartName is the name of a film while it is being made: out.part.mp4 for out.mp4. It keeps the extension,
// so that players open it.
func PartName(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".part" + extension
}

// createPart opens the file that a film is made in. What an earlier try left there is overwritten.
func createPart(path string) (*os.File, error) {
	f, err := os.Create(PartName(path))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", PartName(path), bare(err))
	}
	return f, nil
}

// place gives a whole film its name in one step. The bytes are on the disk before the name is theirs: after
// a power cut there is either the film of before or all of this one.
func place(from, to string) error {
	f, err := os.OpenFile(from, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", from, bare(err))
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("%s: %w", from, bare(err))
	}
	if err := os.Rename(from, to); err != nil {
		return fmt.Errorf("%s is complete, but it cannot be renamed to %s: %w", from, to, bare(err))
	}
	syncFolder(filepath.Dir(to))
	return nil
}

// syncFolder makes a new name last. Windows cannot and need not; where a file system refuses, the film is
// there all the same.
func syncFolder(path string) {
	if runtime.GOOS == "windows" {
		return
	}
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// keepUnlessEmpty returns the part file's name where there is something in it, and removes it otherwise.
func keepUnlessEmpty(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", nil
	}
	if info.Size() > 0 {
		return path, nil
	}
	return "", os.Remove(path)
}

// replacePart has copyTo write the film from its part into a file beside that, gives the file the film's name
// and removes the part. With an error the part stays, and nothing else.
func replacePart(part *os.File, path string, copyTo func(io.Writer) error) error {
	whole := PartName(part.Name())
	f, err := os.Create(whole)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", whole, bare(err))
	}
	err = copyTo(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = place(whole, path)
	} else {
		err = fmt.Errorf("%s: %w", whole, bare(err))
	}
	if err != nil {
		_ = os.Remove(whole)
		return err
	}
	_ = part.Close()
	return os.Remove(part.Name())
}
