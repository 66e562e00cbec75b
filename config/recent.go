package config

import (
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
	if path == "" || len(path) > maxRecentBytes || !utf8.ValidString(path) || strings.ContainsFunc(path, unicode.IsControl) {
		return nil
	}
	all := []string{path}
	for _, p := range s.saved.Recents() {
		if p != path && len(all) < MaxRecent {
			all = append(all, p)
		}
	}
	for len(strings.Join(all, "\n")) > maxRecentBytes {
		all = all[:len(all)-1]
	}
	return s.keepRecent(all)
}

// Forget forgets all of them.
func (s *Store) Forget() error { return s.keepRecent(nil) }

func (s *Store) keepRecent(all []string) error {
	if slices.Equal(all, s.saved.Recents()) {
		return nil
	}
	return s.Change(func(s *Settings) { s.Recent = strings.Join(all, "\n") })
}

// checkRecent says what is wrong with the list, if anything.
func checkRecent(text string) error {
	if n := len(text); n > maxRecentBytes {
		return fmt.Errorf("recent: %d bytes is outside 0..%d", n, maxRecentBytes)
	}
	if n := strings.Count(text, "\n") + 1; n > MaxRecent {
		return fmt.Errorf("recent: %d paths is outside 0..%d", n, MaxRecent)
	}
	return nil
}
