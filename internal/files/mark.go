package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// A Mark says of a file that is there whether this program has written it, as the format that is to take its place is
// written. It goes by what is in the file, which may be anybody's: it reads a bounded part.
type Mark func(f io.ReaderAt) bool

// Why a file is not replaced.
var (
	// ErrForeign is the reason for a file that this program has not written, or that somebody has changed since.
	ErrForeign = errors.New("it is not as driftlab wrote it: choose another name, move it away, or use -force")
	// ErrLink is the reason for a link: what it leads to was not named, and may be anywhere.
	ErrLink = errors.New("it is a link, and nothing is written through one: name the file itself, or move the link away")
)

// MayReplace says why what is at a path may not be replaced. It may be where nothing is, where a file is empty or has
// the mark, and where the file system has [FS.Force]; a link, a folder or a device never is. Errors name the path.
func MayReplace(fsys FS, path string, ours Mark) error {
	info, err := fsys.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = plain(info)
	}
	if err != nil {
		return fmt.Errorf("%q: %w", path, Reason(err))
	}
	if fsys.Force() || info.Size() == 0 {
		return nil
	}
	f, err := fsys.Open(path)
	if err != nil {
		return fmt.Errorf("%q: %w", path, Reason(err))
	}
	defer f.Close()
	if ours == nil || !ours(f) {
		return fmt.Errorf("%q: %w", path, ErrForeign)
	}
	return nil
}

// plain refuses what is no file of its own.
func plain(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return ErrLink
	case mode.IsDir():
		return errFolder
	case !mode.IsRegular():
		return ErrNotFile
	}
	return nil
}

var errFolder = errors.New("it is a folder: choose another name")

// Head reads up to n bytes of a file from a place on, fewer where there are no more.
func Head(f io.ReaderAt, at int64, n int) []byte {
	b := make([]byte, n)
	n, _ = f.ReadAt(b, at)
	return b[:n]
}

// HeadHas returns a mark that files have whose first n bytes have some text in them.
func HeadHas(text string, n int) Mark {
	return func(f io.ReaderAt) bool { return bytes.Contains(Head(f, 0, n), []byte(text)) }
}

// seal begins the line that ends a text for which [Sealed] has stood in.
const seal = "driftlab wrote this; SHA-256 of all above: "

// maxSealed bounds what is read of a sealed text, in bytes.
const maxSealed = 64 << 20

// Sealed returns a text with one more line, a comment that has the checksum of the others. comment is what comments
// begin with.
func Sealed(text, comment string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	sum := sha256.Sum256([]byte(text))
	return text + comment + seal + hex.EncodeToString(sum[:]) + "\n"
}

// IsSealed is the [Mark] of a text as Sealed returned it, unchanged since.
func IsSealed(f io.ReaderAt) bool {
	b, err := io.ReadAll(io.NewSectionReader(f, 0, maxSealed))
	text, ended := strings.CutSuffix(string(b), "\n")
	at := strings.LastIndexByte(text, '\n') + 1
	_, sum, ok := strings.Cut(text[at:], seal)
	want := sha256.Sum256(b[:at])
	return err == nil && ended && ok && sum == hex.EncodeToString(want[:])
}
