package ui

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"driftlab/palette"
)

var updateGolden = flag.Bool("update", false, "write the golden pictures in testdata/golden anew")

// What is still the same picture. Another driver of the graphics card draws the edges of shapes and letters a little
// brighter or darker, and up to a pixel away; and the golden pictures have few colours, to be small.
const (
	pixelDiffers = 60 // of 255, in a channel, from each of the pixels around the same place
	tile         = 32 // pixels, in both directions
	tileDiffers  = 30 // so many pixels that differ make a tile another one,
	groundMay    = 4  // and so does a mean colour that is more than this off
	tilesMay     = 2  // so many tiles may be others

	goldenColours = 256
)

func TestTheWindowLooksAsItDid(t *testing.T) {
	for _, s := range scenes() {
		if !s.golden {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			_, got := s.picture(t)
			path := filepath.Join("testdata", "golden", s.name+".png")
			if *updateGolden {
				keepGolden(t, path, got)
				return
			}
			marked, err := differs(readPNG(t, path), got)
			if err == nil {
				return
			}
			now, where := filepath.Join(os.TempDir(), "driftlab-"+s.name+"-now.png"), filepath.Join(os.TempDir(), "driftlab-"+s.name+"-differs.png")
			writePNG(t, now, got)
			writePNG(t, where, marked)
			t.Errorf("%v: it looks as in %s, and %s marks what differs; if that is as it should be: go test ./ui -run LooksAsItDid -update", err, now, where)
		})
	}
}

// keepGolden writes a golden picture: with few colours, unless a sky has so many that it would not be like itself.
func keepGolden(t *testing.T, path string, img *image.RGBA) {
	few := fewColours(img, goldenColours)
	if _, err := differs(readBack(few), img); err != nil {
		writePNG(t, path, img)
		return
	}
	writePNG(t, path, few)
}

// TestGoldenPicturesTellWhatAPersonWouldSee holds that the tolerance is neither so wide that a panel can be missing, move
// or change its colour, nor so narrow that an edge must be drawn exactly.
func TestGoldenPicturesTellWhatAPersonWouldSee(t *testing.T) {
	s := scene{at: 9e9}
	a, img := s.picture(t)
	whole, l := readBack(fewColours(img, goldenColours)), &a.layout
	if _, err := differs(whole, img); err != nil {
		t.Errorf("a picture differs from itself: %v", err)
	}
	if _, err := differs(whole, blurred(img)); err != nil {
		t.Errorf("a quarter of a pixel is too much: %v", err)
	}
	panels := map[string]rect{"top bar": l.top, "controls": l.controls, "time": l.time, "bottom bar": l.bottom, "race": l.race,
		"first card": l.cards[0], "last card": l.cards[2]}
	for i, p := range a.deck.panes {
		panels[fmt.Sprintf("viewport %d", i)] = p.rect
	}
	for name, r := range panels {
		area := r.pixels()
		for what, other := range map[string]*image.RGBA{
			"is missing":               moved(img, area, image.Pt(3*standardWidth, 0)),
			"is 3 pixels to the right": moved(img, area, image.Pt(3, 0)),
			"is 3 pixels lower":        moved(img, area, image.Pt(0, 3)),
		} {
			if _, err := differs(whole, other); err == nil {
				t.Errorf("nobody sees that the %s %s", name, what)
			}
		}
	}
	ground := bytesOf(palette.Dark().Panel)
	for what, c := range map[string][2]color.RGBA{
		"panels are a little brighter": {ground, {ground.R + 8, ground.G + 8, ground.B + 8, 255}},
		"errors look like none":        {bytesOf(palette.Dark().ErrorText), bytesOf(palette.Dark().InSyncText)},
		"Unreal's line is green":       {bytesOf(palette.Dark().Algorithm(0).Color), bytesOf(palette.Dark().InSync)},
	} {
		if _, err := differs(whole, recoloured(img, c[0], c[1])); err == nil {
			t.Errorf("nobody sees that %s", what)
		}
	}
}

// moved returns the picture with a region moved; its pixels that are left over have the colour of the region's corner.
func moved(img *image.RGBA, area image.Rectangle, by image.Point) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	copy(out.Pix, img.Pix)
	corner := img.RGBAAt(area.Min.X, area.Min.Y)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := corner
			if from := image.Pt(x, y).Sub(by); from.In(area) {
				c = img.RGBAAt(from.X, from.Y)
			}
			out.SetRGBA(x, y, c)
		}
	}
	return out
}

// blurred returns the picture as if it were a quarter of a pixel to the right.
func blurred(img *image.RGBA) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	for i := range img.Pix {
		out.Pix[i] = uint8((3*int(img.Pix[i]) + int(img.Pix[max(i-4, i%4)])) / 4)
	}
	return out
}

// recoloured returns the picture with another colour in place of one, or of nearly that.
func recoloured(img *image.RGBA, from, to color.RGBA) *image.RGBA {
	reach := 40
	if from == bytesOf(palette.Dark().Panel) { // other grounds are near
		reach = 0
	}
	out := image.NewRGBA(img.Rect)
	copy(out.Pix, img.Pix)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if apart(img.RGBAAt(x, y), from) <= reach {
				out.SetRGBA(x, y, to)
			}
		}
	}
	return out
}

// differs returns an error if two pictures do not show the same, and a dark picture with what differs in bright red.
func differs(want, got *image.RGBA) (marked *image.RGBA, err error) {
	if want.Rect != got.Rect {
		return got, fmt.Errorf("the picture is %v, not %v", got.Rect.Size(), want.Rect.Size())
	}
	marked = image.NewRGBA(want.Rect)
	others, worst, where := 0, 0.0, image.Point{}
	for y := 0; y < want.Rect.Dy(); y += tile {
		for x := 0; x < want.Rect.Dx(); x += tile {
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

// pixelsApart counts the pixels of an area that have no like in the other picture, and marks them.
func pixelsApart(want, got, marked *image.RGBA, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			w, g := want.RGBAAt(x, y), got.RGBAAt(x, y)
			if apart(w, g) > pixelDiffers && !(hasNear(want, x, y, g) && hasNear(got, x, y, w)) {
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
			if apart(img.RGBAAt(x, y), c) <= pixelDiffers {
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

func readPNG(t testing.TB, path string) *image.RGBA {
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
	return readBack(img)
}

// readBack returns a picture with all of its colours.
func readBack(img image.Image) *image.RGBA {
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}
