package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"driftlab/internal/files"
)

// A Store has the settings in use and their file.
type Store struct {
	fs     files.FS
	path   string         // "" keeps nothing
	saved  Settings       // what the file says, or is to say
	now    Settings       // what is in use: as saved, but for what the command line says
	others map[string]any // what the file says beside the settings
	err    error          // why the file could not be used
}

// File returns the path of the settings file in the user's configuration folder, or "" on a system
// that has no such folder.
func File() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // js/wasm, or a user without a home
	}
	return filepath.Join(dir, "driftlab", "settings.toml")
}

// Open reads the settings file at a path, "" for none. Where it cannot be read or is wrong the defaults
// are in use, Err says why, and the file stays as it is until a person changes a setting.
func Open(fsys files.FS, path string) *Store {
	s := &Store{fs: fsys, path: path, saved: Defaults()}
	if text, err := read(fsys, path); err != nil {
		s.err = fmt.Errorf("settings %q: %w", path, err)
	} else if s.saved, s.others, err = parse(text); err != nil {
		s.err = fmt.Errorf("settings %q: %w", path, err)
	}
	s.now = s.saved
	return s
}

// read returns the text of a settings file, "" where there is none.
func read(fsys files.FS, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	b, err := files.ReadFrom(fsys, path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(b), err
}

// Err says why the file could not be used, or nil. The defaults are in use then.
func (s *Store) Err() error { return s.err }

// Settings returns those in use.
func (s *Store) Settings() Settings { return s.now }

// Override changes the settings in use and not the file, as flags do. Wrong ones are an error and change
// nothing.
func (s *Store) Override(change func(*Settings)) error {
	next := s.now
	change(&next)
	if err := next.Check(); err != nil {
		return err
	}
	s.now = next
	return nil
}

// Change changes the settings in use and writes the file, whole or not at all; what the command line
// has overridden and the person did not change stays in the file as it was. Wrong ones are an error and
// change nothing. Where only the file cannot be written the change holds for this run. What change sets
// must not depend on what was there before: it is called more than once.
func (s *Store) Change(change func(*Settings)) error {
	if err := s.Override(change); err != nil {
		return err
	}
	change(&s.saved)
	if s.path == "" {
		return nil
	}
	text, err := write(s.saved, s.others)
	if err == nil {
		err = s.keep(text)
	}
	if err != nil {
		return fmt.Errorf("the settings are not kept: %w", err)
	}
	s.err = nil
	return nil
}

// keep writes the file, and makes its folder if there is none.
func (s *Store) keep(text string) error {
	set := files.NewSet(s.fs)
	defer set.Abandon() // after Commit it does nothing
	if err := set.Mkdir(filepath.Dir(s.path)); err != nil {
		return err
	}
	p, err := set.Own(s.path)
	if err != nil {
		return err
	}
	p.WriteString(text) // an error stays in the part
	return set.Commit()
}
