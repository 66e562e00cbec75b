package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits for the recent experiments: how many, and the bytes of all their paths, which may double in the file.
const (
	MaxRecent      = 8
	maxRecentBytes = 1500
)

// Recents returns the paths of the experiments that were opened or saved, the latest first. Their files may be gone.
func (s Settings) Recents() []string {
	if s.Recent == "" {
		return nil
	}
	return strings.Split(s.Recent, "\n")
}

// Remember puts a path first in the list, and drops the oldest that don't fit. It ignores a path that a text file can't hold.
func (s *Store) Remember(path string) error {
	if !rememberable(path) {
		return nil
	}
	return s.Change(func(s *Settings) {
		s.Recent = recents(append([]string{path}, slices.DeleteFunc(s.Recents(), func(p string) bool { return p == path })...))
	})
}

// Forget empties the list.
func (s *Store) Forget() error { return s.Change(func(s *Settings) { s.Recent = "" }) }

func rememberable(path string) bool {
	return path != "" && len(path) <= maxRecentBytes && utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}

// recents returns the first of some paths that fit, one a line.
func recents(paths []string) string {
	paths = paths[:min(len(paths), MaxRecent)]
	for len(strings.Join(paths, "\n")) > maxRecentBytes {
		paths = paths[:len(paths)-1]
	}
	return strings.Join(paths, "\n")
}

// recentsOf returns the paths in the file, one a line. It leaves out invalid ones and returns an error.
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
