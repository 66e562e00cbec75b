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

// The ranges of a Spec. The upper sizes are 8K's, which H.264 and VP9 both still support; below 16 no encoder has a whole block.
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

	Width, Height int // pixels, MinSide..MaxSide; even if the format halves the colour's resolution
	FPS           int // frames a second of film, 1..MaxFPS

	// Most is how many bytes the film may take, 0 for any, and Frames how many frames it will have, which a film with a limit
	// needs. MP4 stays below it with coarser pictures.
	Most   int64
	Frames int

	// Kept are opaque colours that carry a meaning: a GIF shows them exactly, however few pixels have them. It ignores those
	// after the first MaxKept.
	Kept []color.Color

	// Encoder is the name of one of Encoders. Empty is the first that works for Path's format.
	Encoder string

	// Hashes, unless nil, gets a line for each frame, "number SHA-256-of-its-RGBA-bytes\n", to compare two renderings. If it
	// fails, the film fails.
	Hashes io.Writer

	// Sound, unless nil, writes the film's sound as a WAV file with [Stamp] as its software. ffmpeg puts it into the film, as AAC
	// or Opus; otherwise it becomes a file beside the film, named [SoundName]. It is called once, before the first frame.
	Sound func(io.Writer) error

	// FS is where all files are; nil is the system's own.
	FS files.FS

	// Waiting, unless nil, is called with a line when another program has done nothing for some seconds, and with "" when it
	// continues. Any goroutine may call it.
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

// names lists the files of an unfinished or finished film, except pictures: its own, its part, a copy of the part, and its
// sound's.
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

// Takes reports whether making the film writes or replaces the file of a path, also through links, whether or not the file
// exists.
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

// Check says in one line what is wrong with the spec or the place to write to, as Create does, and whether the encoder that it
// names works here.
func (s Spec) Check() error {
	if err := s.check(); err != nil || s.Encoder == "" {
		return err
	}
	_, _, err := choose(s)
	return err
}

// checkPlace says whether a file can have the path: the folder exists, and the path is not a folder.
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

// PartName is the name of an unfinished film: out.part.mp4 for out.mp4. It keeps the extension, so that players open it.
func PartName(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + ".part" + extension
}

// Claim keeps others from making a film of the same name, with any extension, until release is called or this program ends: both
// would write the same files.
func (s Spec) Claim() (release func(), err error) {
	part := PartName(s.Path)
	if release, err = s.disk().Claim(strings.TrimSuffix(part, filepath.Ext(part))); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return release, nil
}

// checkOurs says why a file can't be replaced or removed: this package has not made it. A missing file is fine.
func checkOurs(fsys files.FS, path string) error { return files.MayReplace(fsys, path, IsFilm) }

// createPart creates the file in which a film is made. It removes what an earlier try has left.
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

// keepUnlessEmpty returns the part file's name, or removes the file if it is empty.
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

// SoundName returns the name of the sound file beside a film without sound: out.wav for out.gif.
func SoundName(path string) string {
	name := numberVerb.ReplaceAllString(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "")
	return filepath.Join(filepath.Dir(path), cmp.Or(strings.TrimRight(name, "-_."), "film")+".wav")
}

// soundPart returns its name until the film is finished.
func (s Spec) soundPart() string { return PartName(SoundName(s.Path)) }

// makeSound writes the film's sound into its part, if there is sound.
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

// A sounding sink can put the sound into the film.
type sounding interface {
	// sound returns the sound's codec there, "" if the sound must go beside the film.
	sound() string
}

// inFilm returns the codec of the sound in the film, "" if the sound goes beside it.
func inFilm(s sink) string {
	if t, ok := s.(sounding); ok {
		return t.sound()
	}
	return ""
}
