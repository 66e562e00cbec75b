package uitest

import (
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
	"testing"

	"driftlab/internal/palette"
)

// Update says that golden pictures, and the page made from the help, are written instead of compared.
var Update = flag.Bool("update", false, "write the golden pictures in testdata/golden, and docs/keys.md")

// What is still the same picture. Another driver of the graphics card draws the edges of shapes and letters a little
// brighter or darker, and up to a pixel away; and the golden pictures have few colours, to be small.
const (
	pixelDiffers = 60 // of 255, in a channel, from each of the pixels around the same place
	tile         = 32 // pixels, in both directions
	tileDiffers  = 30 // a tile differs from this many pixels on,
	groundMay    = 4  // and so does a mean colour that is more than this off
	tilesMay     = 2  // and this many tiles may differ
)

// Colours is how many a golden picture has, and one of the gallery at most: fewer make a smaller file.
const Colours = 256

// Golden returns a picture as it is kept: with few colours, unless it has too many to stay recognisable.
func Golden(img *image.RGBA) image.Image {
	few := FewColours(img, Colours)
	if _, err := Differs(ReadBack(few), img); err != nil {
		return img
	}
	return few
}

// Differs returns an error if two pictures do not show the same, and a dark picture with what differs in bright red.
func Differs(want, got *image.RGBA) (marked *image.RGBA, err error) {
	if want.Rect != got.Rect {
		return got, fmt.Errorf("the picture is %v, not %v", got.Rect.Size(), want.Rect.Size())
	}
	marked = image.NewRGBA(want.Rect)
	others, worst, where := 0, 0.0, image.Point{}
	for y := want.Rect.Min.Y; y < want.Rect.Max.Y; y += tile {
		for x := want.Rect.Min.X; x < want.Rect.Max.X; x += tile {
			area := image.Rect(x, y, x+tile, y+tile).Intersect(want.Rect)
			off := max(float64(pixelsApart(want, got, marked, area))/tileDiffers, groundsApart(want, got, area)/groundMay)
			if off > 1 {
				others++
			}
			if off > worst {
				worst, where = off, area.Min
			}
		}
	}
	if others > tilesMay {
		return marked, fmt.Errorf("%d tiles differ, most the one at %v: %.1f times as much as may be", others, where, worst)
	}
	return marked, nil
}

// Tiles returns the tiles of which some are in an area.
func Tiles(area image.Rectangle) image.Rectangle {
	return image.Rect(area.Min.X/tile*tile, area.Min.Y/tile*tile, (area.Max.X+tile-1)/tile*tile, (area.Max.Y+tile-1)/tile*tile)
}

// pixelsApart counts the pixels of an area that have no like in the other picture, and marks them.
func pixelsApart(want, got, marked *image.RGBA, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			w, g := want.RGBAAt(x, y), got.RGBAAt(x, y)
			if Apart(w, g) > pixelDiffers && !(hasNear(want, x, y, g) && hasNear(got, x, y, w)) {
				marked.SetRGBA(x, y, color.RGBA{255, 60, 60, 255})
				n++
			} else {
				marked.SetRGBA(x, y, color.RGBA{g.R / 3, g.G / 3, g.B / 3, 255})
			}
		}
	}
	return n
}

// hasNear reports whether a picture has about a colour at a place or beside it.
func hasNear(img *image.RGBA, x, y int, c color.RGBA) bool {
	around := image.Rect(x-1, y-1, x+2, y+2).Intersect(img.Rect)
	for y := around.Min.Y; y < around.Max.Y; y++ {
		for x := around.Min.X; x < around.Max.X; x++ {
			if Apart(img.RGBAAt(x, y), c) <= pixelDiffers {
				return true
			}
		}
	}
	return false
}

// groundsApart returns how far the mean colours of an area are from each other.
func groundsApart(a, b *image.RGBA, area image.Rectangle) float64 {
	var sum [3]int
	for y := area.Min.Y; y < area.Max.Y; y++ {
		i, j := a.PixOffset(area.Min.X, y), a.PixOffset(area.Max.X, y)
		for ; i < j; i += 4 {
			for k := range sum {
				sum[k] += int(a.Pix[i+k]) - int(b.Pix[i+k])
			}
		}
	}
	most := 0
	for _, s := range sum {
		most = max(most, s, -s)
	}
	return float64(most) / float64(area.Dx()*area.Dy())
}

// ReadPNG reads a picture, or ends the test.
func ReadPNG(t testing.TB, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return ReadBack(img)
}

// ReadBack returns a picture with all of its colours.
func ReadBack(img image.Image) *image.RGBA {
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

// WritePNG writes a picture, or ends the test.
func WritePNG(t testing.TB, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err == nil {
		err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, img)
		if closed := f.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// FewColours returns a picture with a limited number of colours, each pixel's as close to its own as can be had for all:
// those that mean something and the frequent ones are kept, and of the others those that are far from all that are kept. A
// palette by frequency alone would lose a small mark's colour.
func FewColours(img *image.RGBA, most int) *image.Paletted {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		counts[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}]++
	}
	all := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	for _, t := range []*palette.Theme{palette.Dark(), palette.Light()} {
		for _, c := range t.Meaningful() {
			if c := BytesOf(c); counts[c] > 0 {
				counts[c] += len(img.Pix)
			}
		}
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var kept color.Palette
	for reach := 2; kept == nil; reach += 2 {
		kept = paletteFor(all, most, reach)
	}
	index := map[color.RGBA]uint8{}
	for _, c := range all {
		index[c] = uint8(nearest(kept, c))
	}
	out := image.NewPaletted(img.Rect, kept)
	for i := range out.Pix {
		out.Pix[i] = index[color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}]
	}
	return out
}

// paletteFor returns colours of which each of all has one within reach; nil if they would be too many. The most frequent
// ones are among them as they are: grounds and panels, which differ by little.
func paletteFor(all []color.RGBA, most, reach int) (kept color.Palette) {
	for n, c := range all {
		if i := nearest(kept, c); i >= 0 && n >= most/8 && Apart(c, kept[i].(color.RGBA)) <= reach {
			continue
		}
		if len(kept) == most {
			return nil
		}
		kept = append(kept, c)
	}
	return kept
}

// nearest returns which colour of a palette is the most like c, -1 if it has none.
func nearest(kept color.Palette, c color.RGBA) int {
	at, least := -1, 256
	for i, p := range kept {
		if d := Apart(c, p.(color.RGBA)); d < least {
			at, least = i, d
		}
	}
	return at
}

// apart returns how far two colours are from each other, in the channel that Differs most.
func Apart(a, b color.RGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

// BytesOf returns a colour of the palette as pixels have it.
func BytesOf(c palette.Color) color.RGBA {
	return color.RGBA{uint8(c.R*255 + 0.5), uint8(c.G*255 + 0.5), uint8(c.B*255 + 0.5), 255}
}
