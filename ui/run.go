package ui

import (
	"errors"
	"fmt"
	"image"
	"os"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/assets"
	"driftlab/internal/texts"
	"driftlab/internal/xvfb"
	"driftlab/ui/config"
	"driftlab/ui/film/render"
	"driftlab/ui/naming"
	"driftlab/ui/picture"
)

// ErrNoDisplay is what Run returns where no window can be opened.
var ErrNoDisplay = errors.New("no display was found, so there is no window: set DISPLAY, put xvfb-run in front, or use driftlab run")

// Run opens the window and returns when it is closed.
func Run(opt config.Window) error {
	if opt.Screenshot != "" {
		closeDisplay, err := xvfb.Open(picture.StandardWidth, picture.StandardHeight)
		if err != nil {
			return err
		}
		defer closeDisplay()
	} else if xvfb.Needed() && os.Getenv("DISPLAY") == "" {
		return ErrNoDisplay
	}
	var collect garbage
	collect.begin()
	app, err := NewApp(opt)
	if err != nil {
		return err
	}
	defer func() {
		app.Session.Guests().End()
		app.Session.Close()
	}()
	app.garbage = collect
	ebiten.SetWindowTitle("driftlab: " + opt.Scenario.Title)
	ebiten.SetWindowIcon(assets.Icons())
	size, maximise := app.windowSize()
	ebiten.SetWindowSize(size.X, size.Y)
	ebiten.SetWindowSizeLimits(picture.SmallestWidth, picture.SmallestHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	if maximise {
		ebiten.MaximizeWindow()
	}
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetRunnableOnUnfocused(true)
	ebiten.SetWindowClosingHandled(true)
	where := naming.Folder(app.opt.Log) // now, since afterwards it is asked for on another thread
	xvfb.OnLost(func() {
		fmt.Fprintf(os.Stderr, "%sthe display that the window was on has ended; a recording that ran is kept in %s\n", render.OwnLine, texts.Line(where))
		os.Exit(1)
	})
	err = ebiten.RunGame(app)
	if err != nil && app.ui == nil { // not even the first layout was made
		return xvfb.NoWindow(err)
	}
	if now := app.system; opt.Screenshot == "" && now != (image.Point{}) && now != size {
		err = errors.Join(err, app.keepSize(now.X, now.Y))
	}
	app.rec.Finish(app.Words, os.Stderr)
	if err == nil && opt.Stop != nil && opt.Stop.Err() != nil {
		return Stopped{}
	}
	return err
}

// Stopped is what [Run] returns when Ctrl-C or another program has closed the window.
type Stopped struct{}

func (Stopped) Error() string { return "stopped" }

// keptSize returns the window's size that was kept, or the standard one.
func (a *App) keptSize() image.Point {
	if p := a.opt.Config.Settings(); p.Width >= picture.SmallestWidth && p.Height >= picture.SmallestHeight {
		return image.Pt(p.Width, p.Height)
	}
	return image.Pt(picture.StandardWidth, picture.StandardHeight)
}

// windowSize returns the size that the window is to have and whether the system is to maximise it. A window for a
// screenshot has no frame to make room for.
func (a *App) windowSize() (size image.Point, maximise bool) {
	size = a.keptSize()
	m := ebiten.Monitor()
	if m == nil {
		return size, false
	}
	screen := image.Pt(m.Size())
	switch {
	case screen.X <= 0 || screen.Y <= 0:
		return size, false
	case a.opt.Screenshot != "":
		return image.Pt(min(size.X, screen.X), min(size.Y, screen.Y)), false
	}
	return startSize(size, screen)
}

// What a screen has besides the content of a window: bars of the system, and the window's own frame. No system
// says how much before there is a window, so this is about the most.
const (
	besideWindow = 16
	aboveWindow  = 112
)

// startSize returns the size of the window's content for a wish and a screen, both in pixels as the system
// counts them. Where the wish has no room the system is to maximise the window: it alone knows how much
// there is.
func startSize(wish, screen image.Point) (size image.Point, maximise bool) {
	room := screen.Sub(image.Pt(besideWindow, aboveWindow))
	if wish.X <= room.X && wish.Y <= room.Y {
		return wish, false
	}
	return image.Pt(max(min(wish.X, room.X), picture.LeastWidth), max(min(wish.Y, room.Y), picture.LeastHeight)), true
}
