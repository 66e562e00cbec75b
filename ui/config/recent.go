package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of what is remembered of opened and saved experiments: how many, and the bytes of all their paths, which take
// twice as many in the file at most.
const (
	MaxRecent      = 8
	maxRecentBytes = 1500
)

// Recents returns the paths of the experiments that were opened or saved last, the latest first. Their files may be gone.
func (s Settings) Recents() []string {
	if s.Recent == "" {
		return nil
	}
	return strings.Split(s.Recent, "\n")
}

// Remember has a path be the latest of those that were opened or saved, as far as all have room. One that a text file
// cannot hold is not remembered.
func (s *Store) Remember(path string) error {
	if !rememberable(path) {
		return nil
	}
	return s.Change(func(s *Settings) {
		s.Recent = recents(append([]string{path}, slices.DeleteFunc(s.Recents(), func(p string) bool { return p == path })...))
	})
}

// Forget forgets all of them.
func (s *Store) Forget() error { return s.Change(func(s *Settings) { s.Recent = "" }) }

func rememberable(path string) bool {
	return path != "" && len(path) <= maxRecentBytes && utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// recents returns the first of some paths, one a line, as far as all have room.
func recents(paths []string) string {
	paths = paths[:min(len(paths), MaxRecent)]
	for len(strings.Join(paths, "\n")) > maxRecentBytes {
		paths = paths[:len(paths)-1]
	}
	return strings.Join(paths, "\n")
}

// recentsOf returns the paths that a file says, one a line. What is none is an error, and left out.
func recentsOf(v any) (text string, err error) {
	list, ok := v.([]any)
	if !ok {
		return "", fmt.Errorf("%s: %s is not a list of texts", keyRecent, shown(v))
	}
	var paths []string
	for _, v := range list {
		path, wrong := textOf(keyRecent, v)
		err = cmp.Or(err, wrong)
		if rememberable(path) {
			paths = append(paths, path)
		}
	}
	return recents(paths), err
}

// checkRecent says what is wrong with the list, if anything.
func checkRecent(text string) error {
	if n := len(text); n > maxRecentBytes {
		return fmt.Errorf("%d bytes is outside 0..%d", n, maxRecentBytes)
	}
	if n := strings.Count(text, "\n") + 1; n > MaxRecent {
		return fmt.Errorf("%d paths is outside 0..%d", n, MaxRecent)
	}
	return nil
}
