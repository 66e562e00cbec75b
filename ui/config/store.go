package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"driftlab/internal/files"
)

// A Store has the settings in use and their file, which other windows use too.
type Store struct {
	fs    files.FS
	path  string              // "" if nothing is saved
	now   Settings            // the settings in use: the file's, unless the command line sets others
	owed  []func(*Settings)   // changes that are not in the file yet, the earliest first
	err   error               // what was wrong with the file
	pause func(time.Duration) // waits
}

// maxOwed limits the changes kept for a file that can't be written.
const maxOwed = 1000

// How long to wait for another window that is writing the file, which takes some milliseconds.
const (
	claimTries = 10
	claimPause = 5 * time.Millisecond
)

// A PutAside says that an unreadable file has a new name, and that there is a new settings file.
type PutAside struct {
	Path, As string
	Why      error
}

func (p *PutAside) Error() string {
	return fmt.Sprintf("settings %q: %v. It is now %q, and the settings start from their defaults", p.Path, p.Why, filepath.Base(p.As))
}
func (p *PutAside) Unwrap() error { return p.Why }

// File returns the path of the settings file in the user's configuration folder, or "" if the system has no such folder.
func File() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // js/wasm, or a user without a home
	}
	return filepath.Join(dir, "driftlab", "settings.toml")
}

// Open reads the settings file at a path, "" for none. What is wrong in it gets its default, Err says what that is, and the file
// stays as it is until a person changes a setting.
func Open(fsys files.FS, path string) *Store {
	found := look(fsys, path)
	s := &Store{fs: fsys, path: path, now: found.says, pause: time.Sleep}
	switch {
	case found.lost:
		s.err = fmt.Errorf("settings %q: %w. The next change of a setting renames the file to %q", path, found.wrong, filepath.Base(path)+badEnding)
	case found.wrong != nil:
		s.err = fmt.Errorf("settings %q: %w", path, found.wrong)
	}
	return s
}

// A file is what was found at a path.
type file struct {
	says  Settings
	all   map[string]any // its content
	wrong error          // in one line
	lost  bool           // the file exists, but nothing could be read
}

// look reads a settings file. If there is none it returns the defaults.
func look(fsys files.FS, path string) file {
	f := file{says: Defaults(), all: map[string]any{}}
	if path == "" {
		return f
	}
	b, err := files.ReadFrom(fsys, path, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f
	case err != nil:
		f.wrong, f.lost = err, !errors.Is(err, files.ErrNotFile)
		return f
	}
	says, all, wrong := parse(string(b))
	if all == nil {
		f.wrong, f.lost = wrong, true
		return f
	}
	return file{says: says, all: all, wrong: wrong}
}

// Err says what was wrong with the file when it was opened, or nil.
func (s *Store) Err() error { return s.err }

// Settings returns the settings in use.
func (s *Store) Settings() Settings { return s.now }

// Override changes the settings in use but not the file, as flags do. Invalid ones are an error and change nothing.
func (s *Store) Override(change func(*Settings)) error {
	next := s.now
	change(&next)
	if err := next.Check(); err != nil {
		return err
	}
	s.now = next
	return nil
}

// Change changes the settings in use, and the same settings in the file: it reads the file again, since another window may have
// written it, and writes it whole or not at all. Settings that the command line has overridden and the person has not changed
// stay in the file. Invalid settings are an error and change nothing. If the file can't be written, the change holds for this
// run, and the next change tries again. With a [PutAside] error the change is saved. The function is called more than once, for
// the settings in use and for the file's.
func (s *Store) Change(change func(*Settings)) error {
	if err := s.Override(change); err != nil {
		return err
	}
	if s.path == "" {
		return nil
	}
	s.owed = append(s.owed[max(len(s.owed)-maxOwed+1, 0):], change)
	aside, err := s.pay()
	if err != nil {
		return fmt.Errorf("the settings cannot be saved: %w", err)
	}
	s.owed, s.err = nil, nil
	if aside != nil {
		return aside
	}
	return nil
}

// pay writes the owed changes while no other window writes. It makes the folder if necessary.
func (s *Store) pay() (aside *PutAside, err error) {
	set := files.NewSet(s.fs)
	defer set.Abandon() // after Replace it does nothing
	if err := set.Mkdir(filepath.Dir(s.path)); err != nil {
		return nil, err
	}
	release, err := s.claim()
	if err != nil {
		return nil, err
	}
	defer release()
	found := look(s.fs, s.path)
	if found.wrong != nil && errors.Is(found.wrong, files.ErrNotFile) {
		return nil, fmt.Errorf("%q: %w", s.path, found.wrong)
	}
	next := found.says
	for _, change := range s.owed {
		change(&next)
	}
	if next != found.says {
		text, err := turn(found.all, found.says, next)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", s.path, err)
		}
		if aside, err = s.write(set, text, found); err != nil {
			return aside, err
		}
	}
	s.now.Done, s.now.Recent = next.Done, next.Recent // which other windows may have changed
	return aside, nil
}

// claim keeps other windows from writing, and waits a moment for one that does. A window that has ended holds nothing.
func (s *Store) claim() (release func(), err error) {
	for try := 1; ; try++ {
		if release, err = s.fs.Claim(s.path); !errors.Is(err, files.ErrClaimed) {
			return release, err
		}
		if try == claimTries {
			return nil, fmt.Errorf("another window is writing %q; the next change will save this one too", s.path)
		}
		s.pause(claimPause)
	}
}

// write writes the file, and puts an unreadable one aside.
func (s *Store) write(set *files.Set, text string, found file) (aside *PutAside, err error) {
	undo := func() {}
	if found.lost {
		aside = &PutAside{Path: s.path, Why: found.wrong}
		if aside.As, undo, err = putAside(s.fs, s.path); err != nil {
			return nil, err
		}
	}
	p, err := set.Own(s.path)
	if err == nil {
		p.WriteString(text) // the part remembers an error
		err = set.Replace()
	}
	if err != nil {
		undo()
		return nil, err
	}
	return aside, nil
}

// The ending of files that are put aside, and how many there may be before the last is replaced.
const (
	badEnding = ".bad"
	maxBad    = 9
)

// putAside gives a file a second name beside its first, settings.toml.bad, or .bad.2 and so on if that is taken. If the file
// system has no second names it renames the file. undo reverts that.
func putAside(fsys files.FS, path string) (as string, undo func(), err error) {
	place, err := files.Place(fsys, path)
	if err != nil {
		return "", nil, fmt.Errorf("%q: %w", path, err)
	}
	for n := 1; ; n++ {
		if as = place + badEnding; n > 1 {
			as = fmt.Sprintf("%s.%d", as, n)
		}
		if _, err := fsys.Lstat(as); errors.Is(err, fs.ErrNotExist) {
			break
		}
		if n == maxBad {
			fsys.Remove(as)
			break
		}
	}
	if fsys.Link(place, as) == nil {
		return as, func() { fsys.Remove(as) }, nil
	}
	if err := fsys.Rename(place, as); err != nil {
		return "", nil, fmt.Errorf("%q cannot be renamed: %w", path, files.Reason(err))
	}
	return as, func() { fsys.Rename(as, place) }, nil
}
