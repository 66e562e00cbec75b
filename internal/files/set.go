// Package files is how the program touches files: one interface to a file system, and sets of outputs that
// take their places together or not at all.
//
// It knows three rules. What is written is never what is read, over links and other names too. A file is
// whole or not there: it is written under a name of its own beside its place, opened exclusively and never
// through a link, and is on the disk before it takes its place. What belongs together, such as the files of a
// run, has a manifest, by which the next run proves that it may replace them, and a reader that none of them
// is from another run.
//
// It must not know what is in the files.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// A Set is all that a command writes at once. Its files take their places together when all of them are whole
// and on the disk, or not at all: then those of before are where they were.
type Set struct {
	fs      FS
	inputs  []string
	parts   []*Part
	names   map[string]bool // of the parts, of their files and of what these replace; see nameOf
	folders []*Folder
	made    []string        // folders that were not there, outer ones first
	tidied  map[string]bool // folders from which what killed programs had left was taken away
}

// NewSet begins a set of outputs of what is read from inputs: paths of files that are never written.
// A path of which there is no file is no input.
func NewSet(fsys FS, inputs ...string) *Set {
	return &Set{fs: fsys, inputs: inputs, names: map[string]bool{}, tidied: map[string]bool{}}
}

// Create begins a file of the set that a person has named. It takes the place of one that is there only where that is
// [MayReplace], and still as it was when the set is committed. Into a device or a pipe it is written straight. Errors
// name the path.
func (s *Set) Create(path string, ours Mark) (*Part, error) {
	if err := s.may(path, ours); err != nil {
		return nil, err
	}
	p, err := s.Own(path)
	if err == nil {
		p.marked = true
	}
	return p, err
}

// placeOf returns where a file that is free lies, "" for what is written straight.
func (s *Set) placeOf(path string) (string, error) {
	if err := s.Free(path); err != nil {
		return "", err
	}
	place, err := Place(s.fs, path)
	if err != nil {
		return "", fmt.Errorf("%q: %w", path, err)
	}
	return place, nil
}

// may says why a file that a person has named cannot be one of the set's.
func (s *Set) may(path string, ours Mark) error {
	if place, err := s.placeOf(path); err != nil || place == "" {
		return err
	}
	return MayReplace(s.fs, path, ours)
}

// Own begins a file of the set that is the program's own by its place, as its settings are: whatever is there is
// replaced, and where the path is a link, the file that the link leads to. Errors name the path.
func (s *Set) Own(path string) (*Part, error) {
	if err := s.Free(path); err != nil {
		return nil, err
	}
	p, err := newPart(s.fs, path)
	if err != nil {
		return nil, err
	}
	if err := p.canWrite(s.fs); err != nil {
		p.discard(s.fs)
		return nil, err
	}
	s.add(p)
	return p, nil
}

// tidy takes away what killed programs have left in a folder, once.
func (s *Set) tidy(dir string) {
	if s.tidied[dir] {
		return
	}
	s.tidied[dir] = true
	// Writers that are gone, processes of this machine, have left what is to go. Where a file
	// system has no second names, such a writer may have died just when what it was replacing had
	// no other name: then that gets its name again.
	entries, _ := s.fs.ReadDir(dir)
	for _, e := range entries {
		found := partNames.FindStringSubmatch(e.Name())
		if found == nil || found[3] != machine() || !e.Type().IsRegular() {
			continue
		}
		pid, err := strconv.Atoi(found[2])
		if err != nil || pid == os.Getpid() || alive(pid) {
			continue
		}
		left, place := filepath.Join(dir, e.Name()), filepath.Join(dir, found[1])
		if _, err := s.fs.Lstat(place); found[4] == backupEnding && errors.Is(err, fs.ErrNotExist) {
			s.fs.Rename(left, place)
		} else {
			s.fs.Remove(left) // if it can't be removed, it does no harm
		}
	}
}

// New begins a file of the set that is not there yet; what takes its name meanwhile stays, and is Commit's error.
func (s *Set) New(path string) (*Part, error) {
	p, err := s.Own(path)
	if err != nil {
		return nil, err
	}
	p.new = true
	return p, p.free(s.fs)
}

// Adopt makes a file of the caller's that is there and whole one of the set's: Commit gives it its place, in the same
// file system, and until then and where it does not come to that it is left alone.
// Whether what is in that place may be replaced is the caller's to know. Errors name the path.
func (s *Set) Adopt(part, path string) error {
	if err := s.Free(path); err != nil {
		return err
	}
	p, err := adopt(s.fs, part, path)
	if err != nil {
		return err
	}
	if err := p.canWrite(s.fs); err != nil {
		return err
	}
	s.add(p)
	return nil
}

// add makes a part one of the set's.
func (s *Set) add(p *Part) {
	if p.place != "" {
		s.tidy(filepath.Dir(p.place))
	}
	s.parts = append(s.parts, p)
	for _, name := range []string{p.path, p.name, p.backup} {
		if name != "" {
			s.names[nameOf(s.fs, name)] = true // a part is found in it at once, however many there are
		}
	}
}

// Free says why a path cannot be one of the set's: something is read from it, or the set writes it already.
func (s *Set) Free(path string) error {
	for _, input := range s.inputs {
		if _, err := s.fs.Stat(input); input != "" && err == nil && SamePath(s.fs, path, input) {
			return fmt.Errorf("%q: it would replace what is read", path)
		}
	}
	if s.names[nameOf(s.fs, path)] {
		return fmt.Errorf("%q: two files would have this name", path)
	}
	for _, f := range s.folders {
		if SamePath(s.fs, path, f.Path(f.manifest)) {
			return fmt.Errorf("%q: it would replace the folder's manifest", path)
		}
	}
	return nil
}

// Mkdir makes a folder and those above it that are not there. Abandon removes them again.
func (s *Set) Mkdir(dir string) error {
	var missing []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := s.fs.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, at)
	}
	slices.Reverse(missing)
	s.made = append(s.made, missing...)
	if err := s.fs.MkdirAll(dir); err != nil {
		return fmt.Errorf("folder %q cannot be made: %w", dir, Reason(err))
	}
	return nil
}

// Try says why a file could not be created later on. It leaves no trace, and does not open what is written
// straight. Errors name the path.
func (s *Set) Try(path string, ours Mark) error {
	if err := s.may(path, ours); err != nil {
		return err
	}
	return s.CanWrite(path)
}

// CanWrite says why the program's own file could not be created later on, whatever is there: the system refuses it, or the
// path is not free. Whether what is there may be replaced is the other question, [MayReplace]; Try asks both.
func (s *Set) CanWrite(path string) error {
	if place, err := s.placeOf(path); err != nil || place == "" {
		return err
	}
	p, err := newPart(s.fs, path)
	if err != nil {
		return err
	}
	p.discard(s.fs)
	return p.canWrite(s.fs)
}

// Writable says why no file can be made in a folder, whatever is in it. It leaves no trace.
func Writable(fsys FS, folder string) error {
	p := &Part{place: filepath.Join(folder, "driftlab")}
	err := p.open(fsys)
	if err == nil {
		p.discard(fsys)
	}
	return err
}

// Err returns why a file cannot be written whole, as far as is known by now, such as a disk that is full: for work
// that had better end then. Commit would say it too.
func (s *Set) Err() error {
	for _, p := range s.parts {
		if p.refused != nil {
			return fmt.Errorf("%q: %w", p.path, Reason(p.refused))
		}
	}
	return nil
}

// Commit puts all files in their places. Where one could not be written whole, none is there. Where all are
// whole and one cannot have its place, all stay under the names of their parts, which the error tells.
func (s *Set) Commit() error {
	refused, err := s.commit()
	if refused != nil {
		for _, p := range s.parts {
			if p.announces && p != refused {
				p.discard(s.fs)
			} else {
				p.keep(s.fs)
			}
		}
		err = fmt.Errorf("%w; what was to be there is %q", err, refused.name)
		if len(s.parts) > 1 {
			err = fmt.Errorf("%w, and the other files are beside their places too", err)
		}
		s.parts, s.made = nil, nil
	}
	s.Abandon()
	return err
}

// Replace is Commit for files that are safe elsewhere too: where one cannot have its place, no part stays but those
// that were adopted.
func (s *Set) Replace() error {
	_, err := s.commit()
	s.Abandon()
	return err
}

// commit brings all files onto the disk and into their places. Where it fails the parts are still there; refused is the
// one that cannot have its place where all are whole.
func (s *Set) commit() (refused *Part, err error) {
	for _, p := range s.parts {
		if err := p.Close(); err != nil {
			return nil, fmt.Errorf("%q: %w", p.path, Reason(err))
		}
		if err := p.free(s.fs); err != nil {
			return nil, err
		}
	}
	for _, f := range s.folders {
		first, last, err := f.begin(s.parts)
		if err != nil {
			return nil, err
		}
		s.parts = append(append([]*Part{first}, s.parts...), last)
	}
	s.parts = slices.DeleteFunc(s.parts, func(p *Part) bool { return p.name == "" })
	if refused, err := s.place(); err != nil {
		return refused, err
	}
	for _, f := range s.folders {
		// What is stale and cannot be removed stays, and is in no manifest any more.
		for _, path := range f.stale {
			f.set.fs.Remove(path)
		}
	}
	s.parts, s.made = nil, nil
	return nil, nil
}

// place moves the parts of files that are whole: all of them or none.
func (s *Set) place() (refused *Part, err error) {
	for i, p := range s.parts {
		if err := s.move(p, len(s.parts) > 1); err != nil {
			for _, done := range slices.Backward(s.parts[:i]) {
				s.fs.Rename(done.place, done.name)
				if done.before != nil {
					s.fs.Rename(done.backup, done.place)
				}
			}
			return p, fmt.Errorf("%q cannot be replaced: %w", p.path, Reason(err))
		}
		if p.announces {
			s.fs.SyncFolder(filepath.Dir(p.place)) // before any other name changes
		}
	}
	folders := map[string]bool{}
	for _, p := range s.parts {
		if p.before != nil {
			s.fs.Remove(p.backup)
		}
		if dir := filepath.Dir(p.place); !folders[dir] {
			folders[dir] = true
			s.fs.SyncFolder(dir) // where a file system refuses, the files are there all the same
		}
	}
	return nil, nil
}

// move gives a part its place, and what was there the name of its backup where it may have to go back. A
// second name does that without a moment in which there is no file; not every file system has those.
func (s *Set) move(p *Part, mayGoBack bool) error {
	if p.before != nil && mayGoBack && s.fs.Link(p.place, p.backup) != nil {
		if err := s.fs.Rename(p.place, p.backup); err != nil {
			return err
		}
	}
	err := s.fs.Rename(p.name, p.place)
	if err != nil && p.before != nil && mayGoBack {
		s.fs.Rename(p.backup, p.place)
		s.fs.Remove(p.backup) // two names of one file: renaming has done nothing
	}
	return err
}

// Abandon removes what has been written; what was there before stays. After Commit it does nothing.
func (s *Set) Abandon() {
	for _, p := range s.parts {
		p.discard(s.fs)
	}
	for _, f := range s.folders {
		f.release()
	}
	for _, dir := range slices.Backward(s.made) {
		s.fs.Remove(dir) // which others may use by now: then it stays
	}
	s.parts, s.folders, s.made = nil, nil, nil
	clear(s.names)
}

// Write writes one file that is the program's own by its place, whole or not at all, as a set of its own.
func Write(fsys FS, path, text string, inputs ...string) error {
	s := NewSet(fsys, inputs...)
	p, err := s.Own(path)
	return s.write(p, err, text)
}

// WriteMarked writes one file that a person has named, as [Set.Create] does, whole or not at all.
func WriteMarked(fsys FS, path string, ours Mark, text string, inputs ...string) error {
	s := NewSet(fsys, inputs...)
	p, err := s.Create(path, ours)
	return s.write(p, err, text)
}

// WriteNew writes one file that is not there yet, whole or not at all.
func WriteNew(fsys FS, path, text string) error {
	s := NewSet(fsys)
	p, err := s.New(path)
	return s.write(p, err, text)
}

// write writes the set's only file, if it could be begun, and puts it in its place.
func (s *Set) write(p *Part, err error, text string) error {
	defer s.Abandon() // after Commit it does nothing
	if err != nil {
		return err
	}
	p.WriteString(text) // an error stays in the part until Commit
	return s.Commit()
}
