package files

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// An FS is a file system as the program uses it. Its errors are those of package fs, so that errors.Is tells
// what they are.
type FS interface {
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Create makes a file for reading and writing that is not there yet, not even as a link.
	Create(name string) (File, error)
	// Append opens a file for reading, and for writing at its end. It is made if it is not there.
	Append(name string) (File, error)
	// Into opens what is there, a device or a pipe, for writing.
	Into(name string) (File, error)

	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	ReadDir(name string) ([]fs.DirEntry, error)

	Mkdir(name string) error
	MkdirAll(name string) error
	// Link gives a file a second name, which must be free. Not every file system can.
	Link(from, to string) error
	// Rename gives a file another name in one step, over a file that has it.
	Rename(from, to string) error
	Remove(name string) error
	// Claim keeps others from writing what has this name, also by other processes, until release is called or
	// the program has ended. Where another has it the error is [ErrClaimed]; where the system has no such
	// locks there is no claim and no error.
	Claim(name string) (release func(), err error)
	// Force says whether a person wants files replaced that this program has not written: -force.
	Force() bool
	// SyncFolder makes the names in a folder last over a power cut, where the system can and need do so.
	SyncFolder(name string) error
}

// A File is an open file of an [FS].
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.Seeker
	io.Closer
	Name() string
	Stat() (fs.FileInfo, error)
	// Sync returns when what was written is on the disk.
	Sync() error
	// Truncate cuts the file off after size bytes.
	Truncate(size int64) error
}

// ErrClaimed says that something else is writing under a name.
var ErrClaimed = errors.New("something else is writing it: wait for its end, or choose another name")

// Failed says of an error that the system has failed, as a disk that is full, or that another program is in the way: with
// the same names it may go well another time. Other errors are about what was named.
func Failed(err error) bool {
	for _, reason := range append(systemFailures, ErrClaimed, syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM) {
		if errors.Is(err, reason) {
			return true
		}
	}
	return false
}

// Disk is the system's own file system. What its methods do [FS] says.
type Disk struct{}

// Forced is a file system in which files may be replaced that this program has not written.
type Forced struct{ FS }

func (Forced) Force() bool { return true }

func (Disk) Open(name string) (File, error)   { return open(name, os.O_RDONLY|withoutWaiting) }
func (Disk) Create(name string) (File, error) { return open(name, os.O_RDWR|os.O_CREATE|os.O_EXCL) }
func (Disk) Append(name string) (File, error) { return open(name, os.O_RDWR|os.O_CREATE|os.O_APPEND) }
func (Disk) Into(name string) (File, error)   { return open(name, os.O_WRONLY) }

// open keeps a failed *os.File from becoming a File that is not nil.
func open(name string, flag int) (File, error) {
	f, err := os.OpenFile(name, flag, 0o666)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (Disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (Disk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (Disk) Readlink(name string) (string, error)       { return os.Readlink(name) }
func (Disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (Disk) Mkdir(name string) error                    { return os.Mkdir(name, 0o777) }
func (Disk) MkdirAll(name string) error                 { return os.MkdirAll(name, 0o777) }
func (Disk) Link(from, to string) error                 { return os.Link(from, to) }
func (Disk) Rename(from, to string) error               { return os.Rename(from, to) }
func (Disk) Remove(name string) error                   { return os.Remove(name) }
func (Disk) Force() bool                                { return false }

// Claim implements FS. What claims is a lock in the folder for temporary files.
func (Disk) Claim(name string) (release func(), err error) {
	return claim(filepath.Join(os.TempDir(), fmt.Sprintf("driftlab-%x.lock", sha256.Sum256([]byte(nameOf(Disk{}, name))))))
}

// SyncFolder implements FS. Windows cannot and need not.
func (Disk) SyncFolder(name string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return nil
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Reason takes operation and path out of an error of the file system, since messages name the file already.
func Reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		return call.Err
	}
	return err
}
