package encode

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"

	"driftlab/internal/files"
)

// maxGIFRate is the highest rate that browsers show: a delay below 2/100 s counts as 10/100 s there.
const maxGIFRate = 50

// A gifSink writes an animated GIF frame by frame: each has the rectangle that changed, with only the changed pixels opaque. Its
// memory doesn't grow with the film. A file that ends early plays up to there.
type gifSink struct {
	spec   Spec
	file   files.File
	out    *bufio.Writer
	step   int    // every step-th frame of the film is in the file
	before []byte // the picture that the file shows so far
	kept   []rgb  // colours that every palette has
	colors *palette
	global color.Palette // the file's own palette; a frame with another palette contains that

	renewed int // how often colors was replaced: that is slow, so it is limited to twice a second on average

	// The first picture waits for the second: image/gif only writes the block for endless repetition if there are several.
	first   *image.Paletted
	written int // pictures so far, including first
	chunk   bytes.Buffer
	ended   bool
}

func openGIF(s Spec) (sink, error) {
	f, err := createPart(s.disk(), PartName(s.Path))
	if err != nil {
		return nil, err
	}
	e := &gifSink{spec: s, file: f, out: bufio.NewWriter(f), step: gifStep(s.FPS)}
	for _, c := range s.Kept[:min(len(s.Kept), MaxKept)] {
		r, g, b, _ := c.RGBA()
		e.kept = append(e.kept, rgb(r>>8<<16|g>>8<<8|b>>8))
	}
	return e, nil
}

// gifStep returns n, where every n-th frame goes into the GIF.
func gifStep(fps int) int { return (fps + maxGIFRate - 1) / maxGIFRate }

// gifDelay is how long the j-th picture of a GIF is shown, in 1/100 s. If 100 is not a multiple of the rate, delays alternate, so
// that no picture is ever wrong by more than half of 1/100 s.
func gifDelay(j, step, fps int) int {
	at := func(j int) int { return (200*j*step + fps) / (2 * fps) } // rounded
	return at(j+1) - at(j)
}

func (e *gifSink) frame(k int, rgba []byte) error {
	if k%e.step != 0 {
		return nil
	}
	picture := e.delta(rgba)
	e.before = append(e.before[:0], rgba...)
	return e.write(picture)
}

// delta returns what changed since the previous picture; the rest is transparent.
func (e *gifSink) delta(rgba []byte) *image.Paletted {
	all := image.Rect(0, 0, e.spec.Width, e.spec.Height)
	if e.colors == nil {
		e.colors = newPalette(rgba, e.kept)
		e.global = e.colors.table
		picture, _ := e.paint(rgba, all)
		return picture
	}
	box := changed(e.before, rgba, all)
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a GIF's picture has at least one pixel; this one is transparent
	}
	picture, off := e.paint(rgba, box)
	if off > poorMatch && e.renewed < 4+2*e.written*e.step/e.spec.FPS {
		e.colors, e.renewed = newPalette(rgba, e.kept), e.renewed+1
		picture, _ = e.paint(rgba, box)
	}
	return picture
}

// paint maps the box's changed pixels to the palette. off is their mean squared distance to their colours.
func (e *gifSink) paint(rgba []byte, box image.Rectangle) (picture *image.Paletted, off int) {
	picture = image.NewPaletted(box, e.colors.table)
	stride, changes := 4*e.spec.Width, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := rgba[y*stride+4*box.Min.X : y*stride+4*box.Max.X]
		var old []byte
		if len(e.before) > 0 {
			old = e.before[y*stride+4*box.Min.X:][:len(row)]
		}
		line := picture.Pix[(y-box.Min.Y)*picture.Stride:]
		for x := range box.Dx() {
			rgb := rgbAt(row, 4*x)
			if old != nil && rgb == rgbAt(old, 4*x) {
				line[x] = transparent
				continue
			}
			index, distance := e.colors.nearest(rgb)
			line[x] = index
			off += int(distance)
			changes++
		}
	}
	return picture, off / max(changes, 1)
}

// changed is the smallest rectangle that holds all differences of two pictures.
func changed(a, b []byte, all image.Rectangle) image.Rectangle {
	box, stride := image.Rectangle{}, 4*all.Dx()
	for y := range all.Dy() {
		old, now := a[y*stride:(y+1)*stride], b[y*stride:(y+1)*stride]
		if bytes.Equal(old, now) {
			continue
		}
		left, right := 0, all.Dx()
		for rgbAt(old, 4*left) == rgbAt(now, 4*left) && left < right-1 {
			left++
		}
		for rgbAt(old, 4*right-4) == rgbAt(now, 4*right-4) && right > left+1 {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	return box
}

// write puts a picture into the file. image/gif only writes whole files: each picture becomes one, and its header with palette
// and repetition goes into our file only once.
func (e *gifSink) write(picture *image.Paletted) error {
	e.written++
	if e.written == 1 {
		e.first = picture
		return nil
	}
	pictures, skip := []*image.Paletted{picture}, gifHeader
	if e.first != nil {
		pictures, skip = []*image.Paletted{e.first, picture}, 0
		e.first = nil
	}
	return e.encode(pictures, skip)
}

// gifHeader is the length of a GIF's signature (6), screen description (7) and palette of 256 colours.
const gifHeader = 6 + 7 + 3*256

// gifTrailer ends a GIF.
const gifTrailer = len(";")

// encode appends the pictures, without the first skip bytes of the file that image/gif makes of them.
func (e *gifSink) encode(pictures []*image.Paletted, skip int) error {
	g := gif.GIF{Image: pictures, Config: image.Config{
		ColorModel: e.global, Width: e.spec.Width, Height: e.spec.Height,
	}}
	for i := range pictures {
		j := e.written - len(pictures) + i
		g.Delay = append(g.Delay, gifDelay(j, e.step, e.spec.FPS))
		g.Disposal = append(g.Disposal, gif.DisposalNone)
	}
	e.chunk.Reset()
	if err := gif.EncodeAll(&e.chunk, &g); err != nil {
		return err
	}
	all := e.chunk.Bytes()
	out := &stamper{Writer: e.out, head: gifHeader - skip, stamp: gifStamp}
	if _, err := out.Write(all[skip : len(all)-gifTrailer]); err != nil {
		return fmt.Errorf("%s: %w", e.file.Name(), files.Reason(err))
	}
	return nil
}

// end writes what is left and closes the file.
func (e *gifSink) end() error {
	var err error
	if e.first != nil {
		err = e.encode([]*image.Paletted{e.first}, 0)
		e.first = nil
	}
	if e.written > 0 {
		e.out.WriteByte(';') // the writer remembers an error
	}
	if err = cmp.Or(err, e.out.Flush(), e.file.Close()); err != nil {
		return fmt.Errorf("%s: %w", e.file.Name(), files.Reason(err))
	}
	return nil
}

func (e *gifSink) finish() ([]Whole, error) {
	e.ended = true
	return []Whole{{e.file.Name(), e.spec.Path}}, e.end()
}

func (e *gifSink) placed() error { return nil }

func (e *gifSink) abandon() (string, int, error) {
	if !e.ended {
		_ = e.end() // on a full disk this fails; what is there plays anyway
	}
	kept, err := keepUnlessEmpty(e.spec.disk(), e.file.Name())
	return kept, 0, err
}
