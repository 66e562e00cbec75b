package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The ranges of a Spec. The upper sizes are 8K's, which H.264 and VP9 both still describe; below 16 no
// encoder has a whole block.
const (
	MinSide = 16
	MaxSide = 8192
	MaxFPS  = 240
)

// A Spec says which film is wanted.
type Spec struct {
	// Path is the film's name. Its extension chooses the format: .mp4, .webm, .gif or .png.
	// A path to PNG pictures holds the frame's number as %d or %06d; without one, out.png becomes out-%06d.png.
	Path string

	Width, Height int // pixels, MinSide..MaxSide; even, where the format halves the colour's resolution
	FPS           int // frames a second of film, 1..MaxFPS

	// Encoder is the name of one of Encoders. Empty is the first that works here for Path's format.
	Encoder string

	// Hashes, where it is not nil, gets a line for each frame, "number SHA-256-of-its-RGBA-bytes\n", so that two
	// renderings can be compared. An error of it ends the film like one of the encoder.
	Hashes io.Writer
}

// format returns what Path's extension asks for, without the dot.
func (s Spec) format() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(s.Path), "."))
}

// frameBytes is the size of one frame's RGBA picture.
func (s Spec) frameBytes() int { return 4 * s.Width * s.Height }

// check says in one line what is wrong with the spec or the place to write to.
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
		return fmt.Errorf("%d frames a second: 1 to %d are possible", s.FPS, MaxFPS)
	}
	if strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path)) == "" {
		return fmt.Errorf("%s: there is no name before the ending", s.Path)
	}
	if err := checkPlace(s.Path); err != nil {
		return err
	}
	return s.checkPart()
}

// checkPart says whether the film can be made where it is made.
func (s Spec) checkPart() error {
	if s.format() != "png" {
		if info, err := os.Stat(PartName(s.Path)); err == nil && info.IsDir() {
			return fmt.Errorf("%s, where the film is made, is a folder", PartName(s.Path))
		}
		return nil
	}
	pattern, err := pngPattern(s.Path)
	if err == nil {
		_, err = earlierPictures(pattern)
	}
	return err
}

// Takes says whether making the film writes a file of that path, or takes its place: over links too, and
// whether or not it is there.
func (s Spec) Takes(path string) bool {
	if s.format() == "png" {
		pattern, err := pngPattern(s.Path)
		return err == nil && (SamePath(path, pngPart(pattern)) ||
			isPicture(pattern, filepath.Base(path)) && SamePath(filepath.Dir(path), filepath.Dir(pattern)))
	}
	part := PartName(s.Path)
	return SamePath(path, s.Path) || SamePath(path, part) || SamePath(path, PartName(part))
}

// SamePath says whether two paths are of one file, which need not be there yet.
func SamePath(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	return whole(a) == whole(b)
}

// whole returns a path from the root on, with no links among its folders.
func whole(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	folder, name := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, name)
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
func checkPlace(path string) error {
	folder, err := os.Stat(filepath.Dir(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no folder %s", path, filepath.Dir(path))
	case err != nil:
		return fmt.Errorf("%s: %w", path, bare(err))
	case !folder.IsDir():
		return fmt.Errorf("%s: %s is a file, not a folder", path, filepath.Dir(path))
	}
	if there, err := os.Stat(path); err == nil && there.IsDir() {
		return fmt.Errorf("%s is a folder: the film needs a name of its own", path)
	}
	return nil
}

// bare returns the reason inside an error of the file system, without operation and path.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}
