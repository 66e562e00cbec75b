package ui

import (
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/palette"
)

var (
	galleryDir = flag.String("gallery", "", "folder into which TestGallery writes a picture of every scene")
	onlyScenes = flag.String("scenes", "", "of them, only those whose name has this in it; some are shown only so")
)

// TestGallery writes a picture of each lesson and of each state of the window, for people to look at, and
// a page with all of them: make gallery.
func TestGallery(t *testing.T) {
	if *galleryDir == "" {
		t.Skip("no -gallery folder")
	}
	var page strings.Builder
	page.WriteString("# The window, state by state\n\nWritten by `make gallery`. Look at each after a change of the window.\n")
	for _, s := range scenes() {
		if s.extra && *onlyScenes == "" {
			continue
		}
		fmt.Fprintf(&page, "\n%s\n\n![%s](%s.png)\n", s.what, s.name, s.name)
		if !strings.Contains(s.name, *onlyScenes) {
			continue
		}
		_, img := s.picture(t)
		writePNG(t, filepath.Join(*galleryDir, s.name+".png"), fewColours(img, galleryColours))
	}
	if err := os.WriteFile(filepath.Join(*galleryDir, "README.md"), []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writePNG(t testing.TB, path string, img image.Image) {
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

// galleryColours is how many colours a picture of the gallery has at most: fewer make a smaller file.
const galleryColours = 256

// fewColours returns a picture with so many colours at most, each pixel's as close to its own as can be had for all:
// those that mean something and the frequent ones are kept, and of the others those that are far from all that are kept. A
// palette by frequency alone would lose a small mark's colour.
func fewColours(img *image.RGBA, most int) *image.Paletted {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		counts[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}]++
	}
	all := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	for _, t := range []*palette.Theme{palette.Dark(), palette.Light()} {
		for _, c := range []palette.Color{t.ServerTime, t.PredictedTime, t.Error, t.InSync, t.Truth} {
			if c := bytesOf(c); counts[c] > 0 {
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
		if i := nearest(kept, c); i >= 0 && n >= most/8 && apart(c, kept[i].(color.RGBA)) <= reach {
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
		if d := apart(c, p.(color.RGBA)); d < least {
			at, least = i, d
		}
	}
	return at
}

// apart returns how far two colours are from each other, in the channel that differs most.
func apart(a, b color.RGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

func TestColoursThatMeanSomethingAreKeptInAPictureOfMany(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		img.SetRGBA(i%64, i/64, color.RGBA{uint8(4 * (i % 64)), uint8(4 * (i / 64)), uint8(i % 251), 255})
	}
	dark := palette.Dark()
	for i, c := range []palette.Color{dark.ServerTime, dark.PredictedTime, dark.Error, dark.InSync} {
		img.SetRGBA(i, 9, bytesOf(c))
	}
	few := fewColours(img, galleryColours)
	for i := range 4 {
		if got, want := color.RGBAModel.Convert(few.At(i, 9)), img.At(i, 9); got != want {
			t.Errorf("%v has become %v", want, got)
		}
	}
}
