package encode

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"driftlab/internal/files"
)

// SoundName returns the name of a film's sound file, for films without sound of their own: out.wav beside out.gif.
func SoundName(path string) string {
	name := numberVerb.ReplaceAllString(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "")
	return filepath.Join(filepath.Dir(path), cmp.Or(strings.TrimRight(name, "-_."), "film")+".wav")
}

// soundPart is where it is until the film is whole.
func (s Spec) soundPart() string { return PartName(SoundName(s.Path)) }

// makeSound writes the film's sound into its part, where there is to be one.
func (s Spec) makeSound() error {
	if s.Sound == nil {
		return nil
	}
	f, err := createPart(s.disk(), s.soundPart())
	if err != nil {
		return err
	}
	if err = cmp.Or(s.Sound(f), files.Reason(f.Close())); err != nil {
		s.dropSound()
	}
	return err
}

// dropSound removes the part, if there is one.
func (s Spec) dropSound() error {
	if s.Sound == nil {
		return nil
	}
	if err := s.disk().Remove(s.soundPart()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// A sounding sink can take the sound into the film.
type sounding interface {
	// sound returns what it is coded as there, "" where it cannot be: then it stands beside the film.
	sound() string
}

// inFilm returns what the sound is coded as in the film, "" where it stands beside.
func inFilm(s sink) string {
	if t, ok := s.(sounding); ok {
		return t.sound()
	}
	return ""
}
