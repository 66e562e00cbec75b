package ui

import (
	"image"
	"reflect"
	"testing"

	"driftlab/internal/palette"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// The sizes are what is left on usual screens: 1366×768, and 1920×1080 at 150 %, under a bar of 40 to 48
// pixels and a window's frame of about 32.
func TestOnSmallScreensNothingIsCutAndThePointerIsWhereItIs(t *testing.T) {
	least := picture.NewLayout(panel.NewRect(0, 0, picture.MinimumWidth, picture.MinimumHeight), 0, config.LabView)
	for _, size := range []image.Point{{1366, 696}, {1280, 672}, {1280, 640}, {1024, 600}, {picture.PhoneUnderWidth, picture.PhoneUnderHeight}} {
		a := newTestApp(t, "first", picture.StandardWidth, picture.StandardHeight, 1)
		if w, h := a.Layout(size.X, size.Y); image.Pt(w, h) != size {
			t.Errorf("%v: the picture has %d×%d pixels, and the pointer is elsewhere", size, w, h)
		}
		img := &image.RGBA{Pix: frameOf(t, a), Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
		l := &a.Regions
		if bottom := l.Bottom.Y + l.Bottom.H; bottom > a.Height+0.5 || l.Bottom.H < picture.BarHeight-0.5 {
			t.Errorf("%v: the bottom bar ends at %v and is %v high", size, bottom, l.Bottom.H)
		}
		if l.Time.H < least.Time.H-1 || l.Worlds.H < least.Worlds.H-1 || l.Worlds.W < least.Worlds.W-1 {
			t.Errorf("%v at %v: the panels have %v and %v", size, a.scale, l.Time, l.Worlds)
		}
		if !uitest.Complete(img, palette.Dark(), l.Top.Pixels(a.scale), l.Bottom.Pixels(a.scale), l.Time.Pixels(a.scale), l.Numbers.Pixels(a.scale)) {
			t.Errorf("%v: a region is not drawn", size)
		}
	}
}

func TestAWindowOfOnePixelIsDrawnInEveryViewAndLeavesNothingBehind(t *testing.T) {
	for _, view := range config.Views() {
		a := newTestApp(t, "first", picture.StandardWidth, picture.StandardHeight, 1)
		a.showView(view)
		nextFrame(t, a)
		want := a.Regions
		for _, size := range []image.Point{{1, 1}, {1, 900}, {1600, 1}, {picture.StandardWidth, picture.StandardHeight}} {
			if w, h := a.Layout(size.X, size.Y); image.Pt(w, h) != size {
				t.Errorf("%s, %v: the picture has %d×%d pixels", view, size, w, h)
			}
			nextFrame(t, a)
		}
		if a.Fault != "" {
			t.Errorf("%s: it says %q", view, a.Fault)
		}
		if !reflect.DeepEqual(a.Regions, want) {
			t.Errorf("%s: large again its regions are %+v, not %+v", view, a.Regions, want)
		}
	}
}

func TestTheWindowStartsWithinTheScreen(t *testing.T) {
	for _, test := range []struct {
		wish, screen, want image.Point
		maximise           bool
	}{
		{image.Pt(1600, 900), image.Pt(1920, 1080), image.Pt(1600, 900), false},
		{image.Pt(1600, 900), image.Pt(1600, 900), image.Pt(1584, 788), true},
		{image.Pt(1600, 900), image.Pt(1366, 768), image.Pt(1350, 656), true},
		{image.Pt(1600, 900), image.Pt(1280, 720), image.Pt(1264, 608), true},
		{image.Pt(1280, 720), image.Pt(1280, 720), image.Pt(1264, 608), true},
		{image.Pt(1600, 900), image.Pt(640, 480), image.Pt(picture.LeastWidth, picture.LeastHeight), true},
	} {
		if got, maximise := startSize(test.wish, test.screen); got != test.want || maximise != test.maximise {
			t.Errorf("%v on %v: %v, %v", test.wish, test.screen, got, maximise)
		}
	}
}
