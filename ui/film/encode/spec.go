package encode

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"driftlab/internal/files"
)

// The ranges of a Spec. The upper sizes are 8K's, which H.264 and VP9 both still describe; below 16 no
// encoder has a whole block.
const (
	MinSide = 16
	MaxSide = 8192
	MaxFPS  = 240
	MaxKept = 64 // a quarter of a GIF's palette
)

// A Spec describes the film to make.
type Spec struct {
	// Path is the film's name. Its extension chooses the format: .mp4, .webm, .gif or .png.
	// A path to PNG pictures holds the frame's number as %d or %06d; without one, out.png becomes out-%06d.png.
	Path string

	Width, Height int // pixels, MinSide..MaxSide; even, where the format halves the colour's resolution
	FPS           int // frames a second of film, 1..MaxFPS

	// Most is how many bytes the film may take, 0 for any, and Frames how many frames it is to have, which a film with a limit
	// needs. MP4 keeps within it, by coarser pictures.
	Most   int64
	Frames int

	// Kept are opaque colours that carry a meaning: however few pixels have one, a GIF shows it exactly. Of more than MaxKept the
	// first count.
	Kept []color.Color

	// Encoder is the name of one of Encoders. Empty is the first that works here for Path's format.
	Encoder string

	// Hashes, where it is not nil, gets a line for each frame, "number SHA-256-of-its-RGBA-bytes\n", so that two
	// renderings can be compared. An error of it ends the film like one of the encoder.
	Hashes io.Writer

	// Sound, where it is not nil, writes the film's sound as a WAV file that has the [Stamp] as its software. ffmpeg takes it
	// into the film, as AAC or Opus; else it stands beside, under its [SoundName]. It is called once, before the first frame.
	Sound func(io.Writer) error

	// FS is where all of it is; nil is the system's own.
	FS files.FS

	// Waiting, where it is not nil, is called with a line when a program beside this one has done nothing for some
	// seconds, and with "" when it does something again. It may be called by any goroutine.
	Waiting func(line string)

	patience *patience // nil for the usual one
}

// disk returns where the film is.
func (s Spec) disk() files.FS {
	if s.FS == nil {
		return files.Disk{}
	}
	return s.FS
}

// format returns what Path's extension asks for, without the dot.
func (s Spec) format() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(s.Path), "."))
}

// frameBytes returns the size of one frame's RGBA picture.
func (s Spec) frameBytes() int { return 4 * s.Width * s.Height }

// check returns in one line what is wrong with the spec or its folder.
func (s Spec) check() error {
	if s.Path == "" {
		return errors.New("the film has no name")
	}
	f := formatOf(s.format())
	if f == nil {
		return fmt.Errorf("%s: a film's name ends in %s", s.Path, strings.Join(extensions(), ", "))
	}
	if s.Width < MinSide || s.Width > MaxSide || s.Height < MinSide || s.Height > MaxSide {
		return fmt.Errorf("size %d×%d: each side is %d to %d pixels", s.Width, s.Height, MinSide, MaxSide)
	}
	if f.even && (s.Width%2 != 0 || s.Height%2 != 0) {
		return fmt.Errorf("size %d×%d: %s needs even sides: %d×%d would do",
			s.Width, s.Height, f.title, s.Width+s.Width%2, s.Height+s.Height%2)
	}
	if s.FPS < 1 || s.FPS > MaxFPS {
		return fmt.Errorf("%d frames a second is outside 1..%d", s.FPS, MaxFPS)
	}
	if strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path)) == "" {
		return fmt.Errorf("%s: there is no name before the ending", s.Path)
	}
	if err := checkPlace(s.disk(), s.Path); err != nil {
		return err
	}
	for _, path := range s.names() {
		if err := checkOurs(s.disk(), path); err != nil {
			return err
		}
	}
	if s.format() == "png" {
		pattern, err := pngPattern(s.Path)
		if err != nil {
			return err
		}
		if _, err := earlierPictures(s.disk(), pattern); err != nil {
			return err
		}
		older, err := picturesIn(s.disk(), pattern, filepath.Dir(pattern))
		for _, path := range older {
			if err == nil {
				err = checkOurs(s.disk(), path)
			}
		}
		return err
	}
	return nil
}

// names are all that a film has until it is there, but for pictures: its own, its part's, that of a copy of the part, and
// those of its sound.
func (s Spec) names() (all []string) {
	if s.format() != "png" {
		part := PartName(s.Path)
		all = []string{s.Path, part, PartName(part)}
	}
	if s.Sound != nil {
		all = append(all, SoundName(s.Path), s.soundPart())
	}
	return all
}

// Takes reports whether making the film writes or replaces the file of a path, also through links, and whether or not
// the file exists.
func (s Spec) Takes(path string) bool {
	if s.format() == "png" {
		pattern, err := pngPattern(s.Path)
		if err == nil && (files.SamePath(s.disk(), path, pngPart(pattern)) ||
			isPicture(pattern, filepath.Base(path)) && files.SamePath(s.disk(), filepath.Dir(path), filepath.Dir(pattern))) {
			return true
		}
	}
	return slices.ContainsFunc(s.names(), func(name string) bool { return files.SamePath(s.disk(), path, name) })
}

// Check says in one line what is wrong with the spec or the place to write to, as Create does, and whether
// the encoder that it names works here.
func (s Spec) Check() error {
	if err := s.check(); err != nil || s.Encoder == "" {
		return err
	}
	_, _, err := choose(s)
	return err
}

// checkPlace says whether path is a name that a file can have: its folder is there, and it is no folder itself.
func checkPlace(fsys files.FS, path string) error {
	folder, err := fsys.Stat(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no folder %s", path, filepath.Dir(path))
	case err != nil:
		return fmt.Errorf("%s: %w", path, files.Reason(err))
	case !folder.IsDir():
		return fmt.Errorf("%s: %s is a file, not a folder", path, filepath.Dir(path))
	}
	if there, err := fsys.Stat(path); err == nil && there.IsDir() {
		return fmt.Errorf("%s is a folder: give the film the name of a file", path)
	}
	return nil
}

// PartName is the name of a film while it is being made: out.part.mp4 for out.mp4. It keeps the extension,
// so that players open it.
func PartName(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".part" + extension
}

// Claim keeps others from making a film of the same name, whatever its ending, until release is called or this
// program has ended: both would write the same files.
func (s Spec) Claim() (release func(), err error) {
	part := PartName(s.Path)
	if release, err = s.disk().Claim(strings.TrimSuffix(part, filepath.Ext(part))); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return release, nil
}

// checkOurs says why a file cannot be replaced or removed: it is none that this package has made. What is not
// there can be.
func checkOurs(fsys files.FS, path string) error { return files.MayReplace(fsys, path, IsFilm) }

// createPart opens the file that a film is made in, which must not be there. What an earlier try has left under its
// name is removed first.
func createPart(fsys files.FS, name string) (files.File, error) {
	if err := checkOurs(fsys, name); err != nil {
		return nil, err
	}
	err := fsys.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	var f files.File
	if err == nil {
		f, err = fsys.Create(name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", name, files.Reason(err))
	}
	return f, nil
}

// keepUnlessEmpty returns the part file's name where there is something in it, and removes it otherwise.
func keepUnlessEmpty(fsys files.FS, path string) (string, error) {
	info, err := fsys.Stat(path)
	if err != nil {
		return "", nil
	}
	if info.Size() > 0 {
		return path, nil
	}
	return "", fsys.Remove(path)
}

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
