package files

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// A Part is a file of a [Set] while it is being written, under a name of its own in the folder where it takes
// its place. Into a device or a pipe it is written straight.
type Part struct {
	path   string      // as the user has it
	place  string      // which it takes; "" where it is written straight
	before fs.FileInfo // what is there; nil for nothing
	folder *Folder     // to whose manifest it belongs; nil for none
	name   string      // of the part, "" where it is written straight
	new    bool        // it takes the place of nothing
	marked bool        // it takes the place of what was looked at when it was begun, and of nothing else
	backup string      // the name of what it replaces, until all of the set have their places

	file    File
	w       *bufio.Writer
	hash    hash.Hash
	closed  bool
	refused error // the first of writing
	err     error // of closing
	adopted bool  // it was there before the set: it is never removed

	announces bool // it is the manifest of what is about to take its place
}

// maxTries bounds how many names are tried for a part.
const maxTries = 10_000

// newPart opens a part exclusively. The other end of a named pipe is waited for.
func newPart(fsys FS, path string) (*Part, error) {
	place, err := Place(fsys, path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	p := &Part{path: path, place: place, hash: sha256.New()}
	if place == "" {
		if p.file, err = fsys.Into(path); err != nil {
			return nil, fmt.Errorf("%q: %w", path, Reason(err))
		}
	} else if err := p.open(fsys); err != nil {
		return nil, fmt.Errorf("folder %q cannot be written to: %w", filepath.Dir(place), Reason(err))
	}
	p.w = bufio.NewWriterSize(counted{p}, 1<<16)
	return p, nil
}

// open makes the part under the first name that is free, as what it replaces will have one.
func (p *Part) open(fsys FS) (err error) {
	p.before, _ = fsys.Lstat(p.place)
	for n := 1; n <= maxTries; n++ {
		p.name = partName(p.place, n)
		p.backup = backupName(p.place, n)
		if _, err := fsys.Lstat(p.backup); err == nil {
			continue
		}
		if p.file, err = fsys.Create(p.name); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return fmt.Errorf("%d files named %s.N%s are there", maxTries, filepath.Base(p.place), partEnding)
}

// adopt makes a file that is there and whole a part.
func adopt(fsys FS, name, path string) (*Part, error) {
	place, err := Place(fsys, path)
	if err == nil && place == "" {
		err = errors.New("it is no plain file")
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	p := &Part{path: path, place: place, name: name, hash: sha256.New(), closed: true, adopted: true}
	p.before, _ = fsys.Lstat(place)
	for n := 1; err == nil; n++ {
		p.backup = backupName(place, n)
		_, err = fsys.Lstat(p.backup)
	}
	f, err := fsys.Into(name)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, Reason(err))
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return nil, fmt.Errorf("%q: %w", name, Reason(err))
	}
	return p, nil
}

// keep gives a part that is whole the name of one that stays for a person, where the file system lets it.
func (p *Part) keep(fsys FS) {
	for n := 1; n <= maxTries && !p.adopted && p.name != ""; n++ {
		kept := fmt.Sprintf("%s.%d%s", p.place, n, partEnding)
		if _, err := fsys.Lstat(kept); err == nil {
			continue
		}
		if fsys.Rename(p.name, kept) == nil {
			p.name = kept
		}
		return
	}
}

// The endings of what is there for a short time only: CLOCK.csv.1-….partial, and CLOCK.csv.1-….old.
const (
	partEnding   = ".partial"
	backupEnding = ".old"
)

// counted writes into a part's file and keeps its hash. The part's own methods are not its: a long text would go
// round between them.
type counted struct{ part *Part }

func (c counted) Write(b []byte) (int, error) {
	n, err := c.part.file.Write(b)
	if err != nil && c.part.refused == nil {
		c.part.refused = err
	}
	c.part.hash.Write(b[:n])
	return n, err
}

// Write implements io.Writer. An error stays until Commit, which reports it.
func (p *Part) Write(b []byte) (int, error) { return p.w.Write(b) }

func (p *Part) WriteString(s string) (int, error) { return p.w.WriteString(s) }

// Close brings the whole part onto the disk, before Commit does it: for sets of more files than may be open at
// once. It is closed in any case, and its error stays until Commit too.
func (p *Part) Close() error {
	if p.closed {
		return p.err
	}
	p.closed = true
	p.err = p.w.Flush()
	if p.err == nil && p.place != "" {
		p.err = p.file.Sync()
	}
	p.err = errors.Join(p.err, p.file.Close())
	return p.err
}

// discard removes the part, unless it was there before the set.
func (p *Part) discard(fsys FS) {
	if p.adopted {
		return
	}
	if !p.closed {
		p.closed = true
		p.file.Close()
	}
	if p.name != "" {
		fsys.Remove(p.name)
	}
}

// canWrite says whether what is there can be replaced: Windows refuses it while another program has it open,
// and what nobody may write to is left alone everywhere.
func (p *Part) canWrite(fsys FS) error {
	if p.before == nil {
		return nil
	}
	f, err := fsys.Into(p.place)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("%q cannot be replaced: %w", p.path, Reason(err))
	}
	return nil
}

// free refuses a part that may not replace what is there.
func (p *Part) free(fsys FS) error {
	if _, err := fsys.Lstat(p.path); p.new && err == nil {
		return fmt.Errorf("%q: %w", p.path, fs.ErrExist)
	}
	if p.marked && p.place != "" && !p.unchanged(fsys) {
		return fmt.Errorf("%q: %w", p.path, errChanged)
	}
	return nil
}

var errChanged = errors.New("somebody has changed it meanwhile")

// unchanged says whether what the part takes the place of is still what it was when the part was begun.
func (p *Part) unchanged(fsys FS) bool {
	now, err := fsys.Lstat(p.place)
	if err != nil || p.before == nil {
		return (err != nil) == (p.before == nil)
	}
	return os.SameFile(now, p.before) && now.Size() == p.before.Size() && now.ModTime().Equal(p.before.ModTime())
}

// A part's name says who writes it, so that what a killed program has left is known from what is being written:
// CLOCK.csv.1-4711-9f3a07c2.partial is the first part of CLOCK.csv, of process 4711 on machine 9f3a07c2. A number that
// a process has again keeps a part longer than need be, and what another machine writes into a shared folder is left
// alone. A part that is kept for a person, as CLOCK.csv.1.partial, has no writer, and is never taken away.

// machine tells this machine from others with which it may share folders, and from containers on it, which count
// processes for themselves.
var machine = sync.OnceValue(func() string {
	host, _ := os.Hostname()
	id, _ := os.ReadFile("/etc/machine-id") // Linux; elsewhere the name has to do
	space, _ := os.Readlink("/proc/self/ns/pid")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", host, id, space))
	return fmt.Sprintf("%x", sum[:4])
})

// partName returns the n-th name of a part that this process writes.
func partName(place string, n int) string {
	return fmt.Sprintf("%s.%d-%d-%s%s", place, n, os.Getpid(), machine(), partEnding)
}

// backupName returns the n-th name of what this process is replacing.
func backupName(place string, n int) string {
	return strings.TrimSuffix(partName(place, n), partEnding) + backupEnding
}

// partNames are the names of parts that have a writer, and of what they replace: of what file, the writer's process, its
// machine and the ending.
var partNames = regexp.MustCompile(`(?s)^(.+)\.[1-9][0-9]{0,5}-([1-9][0-9]{0,9})-([0-9a-f]{8})(\.partial|\.old)$`)
