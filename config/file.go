package config

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/BurntSushi/toml"
)

// maxFile bounds a settings file, in bytes. An ordinary one has a hundred. The decoder's time grows with
// the square of how deep tables are nested: what fits into this takes it a third of a second at most.
const maxFile = 1 << 12

// parse reads a settings file's text. What it does not say has its default; keys that this program
// does not know, as those of a later one, are returned to be kept.
func parse(text string) (Settings, map[string]any, error) {
	s, others := Defaults(), map[string]any{}
	if len(text) > maxFile {
		return s, nil, fmt.Errorf("it is longer than %d bytes", maxFile)
	}
	if _, err := toml.Decode(text, &others); err != nil {
		return Defaults(), nil, oneLine(err)
	}
	for _, t := range []struct {
		name  string
		value *string
	}{{keyTheme, &s.Theme}, {keyView, &s.View}, {keyLanguage, &s.Language}, {keyFilm, &s.Film}, {keyLesson, &s.Lesson}, {keyDone, &s.Done}} {
		if v, ok := others[t.name]; ok {
			if n, was := v.(int64); was && t.name == keyLesson { // lessons had numbers for names
				v = fmt.Sprintf("lesson-%02d", n)
			}
			if *t.value, ok = v.(string); !ok {
				return Defaults(), nil, fmt.Errorf("%s: %v is not a text in quotes", t.name, v)
			}
			delete(others, t.name)
		}
	}
	for _, n := range s.numbers() {
		if v, ok := others[n.name]; ok {
			whole, ok := v.(int64)
			if !ok {
				return Defaults(), nil, fmt.Errorf("%s: %v is not a whole number", n.name, v)
			}
			if whole < int64(n.min) || whole > int64(n.max) {
				return Defaults(), nil, fmt.Errorf("%s: %d is outside %d..%d", n.name, whole, n.min, n.max)
			}
			*n.value = int(whole)
			delete(others, n.name)
		}
	}
	if err := s.takeRecent(others); err != nil {
		return Defaults(), nil, err
	}
	if err := s.Check(); err != nil {
		return Defaults(), nil, err
	}
	return s, others, nil
}

// takeRecent takes the list of what was opened last out of what a file says.
func (s *Settings) takeRecent(all map[string]any) error {
	v, ok := all[keyRecent]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		return fmt.Errorf("%s: %v is not a list of texts", keyRecent, v)
	}
	var paths []string
	for _, v := range list {
		path, ok := v.(string)
		if !ok {
			return fmt.Errorf("%s: %v is not a text in quotes", keyRecent, v)
		}
		paths = append(paths, path)
	}
	s.Recent = strings.Join(paths, "\n")
	delete(all, keyRecent)
	return nil
}

// oneLine returns what the decoder says as "line 3: …", without its picture of the place.
func oneLine(err error) error {
	var p toml.ParseError
	if errors.As(err, &p) {
		message, _, _ := strings.Cut(p.Message, "\n")
		if message == "" {
			message, _, _ = strings.Cut(strings.TrimPrefix(p.Error(), "toml: "), "\n")
		}
		return fmt.Errorf("line %d: %s", p.Position.Line, message)
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(message)
}

// write returns the text of a settings file. What is zero, and so was never chosen, is left out.
func write(s Settings, others map[string]any) (string, error) {
	all := maps.Clone(others)
	if all == nil {
		all = map[string]any{}
	}
	all[keyTheme], all[keyView], all[keyLanguage] = s.Theme, s.View, s.Language
	if s.Film != "" {
		all[keyFilm] = s.Film
	}
	if s.Recent != "" {
		all[keyRecent] = s.Recents()
	}
	if s.Lesson != "" {
		all[keyLesson] = s.Lesson
	}
	if s.Done != "" {
		all[keyDone] = s.Done
	}
	for _, n := range s.numbers() {
		if *n.value != 0 {
			all[n.name] = *n.value
		}
	}
	var b strings.Builder
	b.WriteString("# What was chosen in Driftlab's window.\n")
	err := toml.NewEncoder(&b).Encode(all)
	return b.String(), err
}
