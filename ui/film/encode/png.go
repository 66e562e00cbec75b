package encode

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"driftlab/internal/files"
)

// numberVerb is the place of a frame's number in a path: %d, %06d.
var numberVerb = regexp.MustCompile(`%(0?[1-9]?)d`)

// A pngSink writes each frame as a PNG file, into another folder until all are there: out.part for out-%06d.png.
type pngSink struct {
	disk    files.FS
	pattern string // a format for fmt with the frame's number
	folder  string // until the film is whole
	size    image.Rectangle
	frames  atomic.Int64
}

func openPNGs(s Spec) (sink, error) {
	pattern, err := pngPattern(s.Path)
	if err != nil {
		return nil, err
	}
	e := &pngSink{disk: s.disk(), pattern: pattern, folder: pngPart(pattern), size: image.Rect(0, 0, s.Width, s.Height)}
	earlier, err := earlierPictures(e.disk, pattern) // they don't belong to this film
	for _, path := range earlier {
		if err == nil {
			err = e.disk.Remove(path)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := e.disk.Remove(e.folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s cannot be removed: %w", e.folder, files.Reason(err))
	}
	if err := e.disk.Mkdir(e.folder); err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", e.folder, files.Reason(err))
	}
	return e, nil
}

// picturesIn lists the files in a folder whose names match a pattern.
func picturesIn(fsys files.FS, pattern, folder string) (paths []string, err error) {
	entries, err := fsys.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", folder, files.Reason(err))
	}
	for _, entry := range entries {
		if isPicture(pattern, entry.Name()) {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths, nil
}

// earlierPictures lists what an earlier try left in the folder for the pictures. If that contains anything else, it is someone's
// own.
func earlierPictures(fsys files.FS, pattern string) (paths []string, err error) {
	folder := pngPart(pattern)
	info, err := fsys.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: the pictures need a folder of this name, and it is a file: choose another name, or move it away", folder)
	}
	entries, err := fsys.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("%s, the folder for the pictures, cannot be read: %w", folder, files.Reason(err))
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !isPicture(pattern, entry.Name()) || checkOurs(fsys, path) != nil {
			return nil, fmt.Errorf("%s, the folder for the pictures, contains %s, which is not one of them: move it away", folder, entry.Name())
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// isPicture reports whether a name matches a pattern.
func isPicture(pattern, name string) bool { return numberOf(pattern, name) >= 0 }

// numberOf returns the number in a name that matches a pattern, negative if it doesn't.
func numberOf(pattern, name string) int {
	base := filepath.Base(pattern)
	verb := numberVerb.FindStringIndex(base)
	number := strings.TrimSuffix(strings.TrimPrefix(name, base[:verb[0]]), base[verb[1]:])
	k, err := strconv.Atoi(number)
	if err != nil || fmt.Sprintf(base, k) != name {
		return -1
	}
	return k
}

// pngPattern returns the path with exactly one number verb, in its last element.
func pngPattern(path string) (string, error) {
	folder, name := filepath.Split(path)
	switch found := numberVerb.FindAllString(name, -1); {
	case strings.Contains(folder, "%"):
		return "", fmt.Errorf("%s: the folder's name must not contain %%", path)
	case strings.Count(name, "%") != len(found) || len(found) > 1:
		return "", fmt.Errorf("%s: use %% only for the frame's number, as %%d or %%06d", path)
	case len(found) == 1:
		return path, nil
	}
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-%06d" + extension, nil
}

// pngPart returns the folder for a pattern's pictures while they are being made.
func pngPart(pattern string) string {
	name := numberVerb.ReplaceAllString(strings.TrimSuffix(pattern, filepath.Ext(pattern)), "")
	if folder, last := filepath.Split(name); strings.Trim(last, "-_. ") == "" {
		return folder + "frames.part" // for "%06d.png" alone
	}
	return strings.TrimRight(name, "-_. ") + ".part"
}

// part returns a picture's path until the film is finished.
func (e *pngSink) part(k int) string {
	return filepath.Join(e.folder, filepath.Base(fmt.Sprintf(e.pattern, k)))
}

func (e *pngSink) frame(k int, rgba []byte) error {
	path := e.part(k)
	f, err := e.disk.Create(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, files.Reason(err))
	}
	for i := 3; i < len(rgba); i += 4 {
		rgba[i] = 255 // frames are opaque
	}
	out := bufio.NewWriterSize(f, 1<<16)
	coder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = coder.Encode(&stamper{Writer: out, head: pngHead, stamp: software(Stamp)},
		&image.RGBA{Pix: rgba, Stride: 4 * e.size.Dx(), Rect: e.size})
	if err == nil {
		err = out.Flush()
	}
	if err = cmp.Or(err, f.Close()); err != nil {
		_ = e.disk.Remove(path) // no incomplete picture stays
		return fmt.Errorf("%s: %w", path, files.Reason(err))
	}
	e.frames.Add(1)
	return nil
}

// finish has nothing to complete.
func (e *pngSink) finish() (all []Whole, err error) {
	for k := range int(e.frames.Load()) {
		all = append(all, Whole{e.part(k), fmt.Sprintf(e.pattern, k)})
	}
	return all, nil
}

// placed removes the pictures of an older, longer film that follow this film's: a sequence is one film.
func (e *pngSink) placed() error {
	older, err := picturesIn(e.disk, e.pattern, filepath.Dir(e.pattern))
	for _, path := range older {
		if k, ours := numberOf(e.pattern, filepath.Base(path)), checkOurs(e.disk, path) == nil; err == nil && ours && k >= int(e.frames.Load()) {
			err = e.disk.Remove(path)
		}
	}
	return cmp.Or(err, e.disk.Remove(e.folder))
}

// abandon keeps the pictures up to the first missing one: they are made in parallel, and players stop at a gap.
func (e *pngSink) abandon() (string, int, error) {
	made, whole := int(e.frames.Load()), 0
	for ; whole < made; whole++ {
		if _, err := e.disk.Lstat(e.part(whole)); err != nil {
			break
		}
	}
	behind, err := picturesIn(e.disk, e.pattern, e.folder)
	for _, path := range behind {
		if err == nil && numberOf(e.pattern, filepath.Base(path)) >= whole {
			err = e.disk.Remove(path)
		}
	}
	if whole == 0 {
		return "", made, cmp.Or(err, e.disk.Remove(e.folder))
	}
	return e.folder, made - whole, err
}
