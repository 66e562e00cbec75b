package ui

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
	"driftlab/internal/palette"
	"driftlab/ui/uitest"
)

var (
	galleryDir = flag.String("gallery", "", "folder into which TestGallery writes a picture of every scene")
	onlyScenes = flag.String("scenes", "", "of them, only those whose name matches this regular expression; some are shown only so")
)

// TestGallery writes a picture of each lesson and of each state of the window, for people to look at, and
// a page with all of them: make gallery.
func TestGallery(t *testing.T) {
	if *galleryDir == "" {
		t.Skip("no -gallery folder")
	}
	only := regexp.MustCompile(*onlyScenes)
	var page strings.Builder
	page.WriteString("# The window, state by state\n\nWritten by `make gallery`. Look at each after a change of the window.\n")
	for _, s := range scenes() {
		if s.extra && *onlyScenes == "" {
			continue
		}
		fmt.Fprintf(&page, "\n%s\n\n![%s](%s.png)\n", s.what, s.name, s.name)
		if !only.MatchString(s.name) {
			continue
		}
		t.Run(s.name, func(t *testing.T) { // so that each window is gone before the next one comes
			_, img := s.picture(t)
			uitest.WritePNG(t, filepath.Join(*galleryDir, s.name+".png"), uitest.FewColours(img, uitest.Colours))
		})
	}
	page.WriteString(galleryAtSizes(t, only))
	filetest.Write(t, filepath.Join(*galleryDir, "README.md"), page.String())
}

func TestColoursThatMeanSomethingAreKeptInAPictureOfMany(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		img.SetRGBA(i%64, i/64, color.RGBA{uint8(4 * (i % 64)), uint8(4 * (i / 64)), uint8(i % 251), 255})
	}
	dark := palette.Dark()
	for i, c := range []palette.Color{dark.ServerTime, dark.PredictedTime, dark.Error, dark.InSync} {
		img.SetRGBA(i, 9, uitest.BytesOf(c))
	}
	few := uitest.FewColours(img, uitest.Colours)
	for i := range 4 {
		if got, want := color.RGBAModel.Convert(few.At(i, 9)), img.At(i, 9); got != want {
			t.Errorf("%v has become %v", want, got)
		}
	}
}
