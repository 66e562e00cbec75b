package ui

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"driftlab/internal/palette"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

func TestTheWindowLooksAsItDid(t *testing.T) {
	for _, s := range scenes() {
		if !s.golden {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			_, got := s.picture(t)
			path := filepath.Join("testdata", "golden", s.name+".png")
			if *uitest.Update {
				uitest.WritePNG(t, path, uitest.Golden(got))
				return
			}
			marked, err := uitest.Differs(uitest.ReadPNG(t, path), got)
			if err == nil {
				return
			}
			now, where := filepath.Join(os.TempDir(), "driftlab-"+s.name+"-now.png"), filepath.Join(os.TempDir(), "driftlab-"+s.name+"-differs.png")
			uitest.WritePNG(t, now, got)
			uitest.WritePNG(t, where, marked)
			t.Errorf("%v: it looks as in %s, and %s marks what differs; if that is as it should be: go test ./ui -run LooksAsItDid -update", err, now, where)
		})
	}
}

// TestGoldenPicturesTellWhatAPersonWouldSee holds that the tolerance is neither so wide that a panel can be missing, move
// or change its colour, nor so narrow that an edge must be drawn exactly.
func TestGoldenPicturesTellWhatAPersonWouldSee(t *testing.T) {
	s := scene{at: 9e9}
	a, img := s.picture(t)
	whole, l := uitest.ReadBack(uitest.Golden(img)), &a.Regions
	if _, err := uitest.Differs(whole, img); err != nil {
		t.Errorf("a picture differs from itself: %v", err)
	}
	if _, err := uitest.Differs(whole, blurred(img)); err != nil {
		t.Errorf("a quarter of a pixel is too much: %v", err)
	}
	panels := map[string]panel.Rect{"top bar": l.Top, "controls": l.Controls, "time": l.Time, "bottom bar": l.Bottom, "race": l.Race, "clients": l.Clients}
	for i, p := range a.Deck.Panes {
		panels[fmt.Sprintf("viewport %d", i)] = p.Rect
	}
	for name, r := range panels {
		area := r.Pixels(a.scale)
		around := uitest.Tiles(area) // elsewhere nothing differs
		for what, other := range map[string]*image.RGBA{
			"is missing":               moved(img, area, image.Pt(3*picture.StandardWidth, 0)),
			"is 3 pixels to the right": moved(img, area, image.Pt(3, 0)),
			"is 3 pixels lower":        moved(img, area, image.Pt(0, 3)),
		} {
			if _, err := uitest.Differs(cropped(whole, around), cropped(other, around)); err == nil {
				t.Errorf("nobody sees that the %s %s", name, what)
			}
		}
	}
	ground := uitest.BytesOf(palette.Dark().Panel)
	for what, c := range map[string][2]color.RGBA{
		"panels are a little brighter": {ground, {ground.R + 8, ground.G + 8, ground.B + 8, 255}},
		"errors look like none":        {uitest.BytesOf(palette.Dark().ErrorText), uitest.BytesOf(palette.Dark().InSyncText)},
		"Unreal's line is green":       {uitest.BytesOf(palette.Dark().Clock("unreal", false, 0).Color), uitest.BytesOf(palette.Dark().InSync)},
	} {
		if _, err := uitest.Differs(whole, recoloured(img, c[0], c[1])); err == nil {
			t.Errorf("nobody sees that %s", what)
		}
	}
}

// cropped returns a part of a picture.
func cropped(img *image.RGBA, area image.Rectangle) *image.RGBA {
	return img.SubImage(area).(*image.RGBA)
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
	if from == uitest.BytesOf(palette.Dark().Panel) { // other grounds are near
		reach = 0
	}
	out := image.NewRGBA(img.Rect)
	copy(out.Pix, img.Pix)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if uitest.Apart(img.RGBAAt(x, y), from) <= reach {
				out.SetRGBA(x, y, to)
			}
		}
	}
	return out
}
