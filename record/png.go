package record

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
)

func pngEncoder() encoder {
	return encoder{
		name:  "png",
		probe: func() (string, error) { return "PNG pictures, one for each frame", nil },
		open:  openPNGs,
	}
}

// numberVerb is the place of a frame's number in a path: %d, %06d.
var numberVerb = regexp.MustCompile(`%(0?[1-9]?)d`)

// A pngSink writes each frame as a picture of its own, into a folder of its own until all are there: out.part
// for out-%06d.png.
type pngSink struct {
	pattern string // with one number verb, for fmt
	folder  string // until the film is whole
	size    image.Rectangle
	frames  atomic.Int64
}

func openPNGs(s Spec) (sink, error) {
	pattern, err := pngPattern(s.Path)
	if err != nil {
		return nil, err
	}
	e := &pngSink{pattern: pattern, folder: pngPart(pattern), size: image.Rect(0, 0, s.Width, s.Height)}
	if err := emptyPart(pattern); err != nil {
		return nil, err
	}
	if err := os.Mkdir(e.folder, 0o777); err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", e.folder, bare(err))
	}
	return e, nil
}

// earlierPictures lists what an earlier try left in the folder for the pictures. A folder that holds
// anything else is somebody's own.
func earlierPictures(pattern string) (paths []string, err error) {
	folder := pngPart(pattern)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s, where the pictures are made, cannot be read: %w", folder, bare(err))
	}
	for _, entry := range entries {
		if !isPicture(pattern, entry.Name()) || !entry.Type().IsRegular() {
			return nil, fmt.Errorf("%s, where the pictures are made, holds %s, which is none of them: it needs another place", folder, entry.Name())
		}
		paths = append(paths, filepath.Join(folder, entry.Name()))
	}
	return paths, nil
}

// isPicture says whether a name is that of one of a pattern's pictures.
func isPicture(pattern, name string) bool {
	base := filepath.Base(pattern)
	verb := numberVerb.FindStringIndex(base)
	number := strings.TrimSuffix(strings.TrimPrefix(name, base[:verb[0]]), base[verb[1]:])
	k, err := strconv.Atoi(number)
	return err == nil && k >= 0 && fmt.Sprintf(base, k) == name
}

// emptyPart removes the folder of an earlier try: what is there is not part of this film.
func emptyPart(pattern string) error {
	earlier, err := earlierPictures(pattern)
	for _, path := range earlier {
		if err == nil {
			err = os.Remove(path)
		}
	}
	if err != nil {
		return err
	}
	if err := os.Remove(pngPart(pattern)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be removed: %w", pngPart(pattern), bare(err))
	}
	return nil
}

// pngPattern returns the path with exactly one number verb, in its last element.
func pngPattern(path string) (string, error) {
	folder, name := filepath.Split(path)
	switch found := numberVerb.FindAllString(name, -1); {
	case strings.Contains(folder, "%"):
		return "", fmt.Errorf("%s: the folder's name must not hold %%", path)
	case strings.Count(name, "%") != len(found) || len(found) > 1:
		return "", fmt.Errorf("%s: the one %% that is possible is the frame's number, %%d or %%06d", path)
	case len(found) == 1:
		return path, nil
	}
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-%06d" + extension, nil
}

// pngPart is the folder for a pattern's pictures while they are being made.
func pngPart(pattern string) string {
	name := numberVerb.ReplaceAllString(strings.TrimSuffix(pattern, filepath.Ext(pattern)), "")
	if folder, last := filepath.Split(name); strings.Trim(last, "-_. ") == "" {
		return folder + "frames.part" // for "%06d.png" alone
	}
	return strings.TrimRight(name, "-_. ") + ".part"
}

func (e *pngSink) workers() int { return runtime.NumCPU() }

func (e *pngSink) frame(k int, rgba []byte) error {
	path := filepath.Join(e.folder, filepath.Base(fmt.Sprintf(e.pattern, k)))
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, bare(err))
	}
	for i := 3; i < len(rgba); i += 4 {
		rgba[i] = 255 // frames are opaque, whatever the fourth byte says
	}
	coder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = coder.Encode(f, &image.RGBA{Pix: rgba, Stride: 4 * e.size.Dx(), Rect: e.size})
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(path) // a picture is whole or not there
		return fmt.Errorf("%s: %w", path, bare(err))
	}
	e.frames.Add(1)
	return nil
}

// finish moves the pictures to their names. What an older, longer film of that name has beyond them is removed:
// the pictures in sequence are this film and no other.
func (e *pngSink) finish() error {
	count := int(e.frames.Load())
	for k := range count {
		to := fmt.Sprintf(e.pattern, k)
		if err := os.Rename(filepath.Join(e.folder, filepath.Base(to)), to); err != nil {
			return fmt.Errorf("%s: %w", to, bare(err))
		}
	}
	for k := count; ; k++ {
		err := os.Remove(fmt.Sprintf(e.pattern, k))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return fmt.Errorf("a picture of an older film is still there: %w", err)
		}
	}
	syncFolder(filepath.Dir(e.pattern))
	return os.Remove(e.folder)
}

func (e *pngSink) abandon() (string, error) {
	if e.frames.Load() == 0 {
		return "", os.Remove(e.folder)
	}
	return e.folder, nil
}

func (e *pngSink) kill() {}
