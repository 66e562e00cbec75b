package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/xvfb"
)

// ErrNoDisplay is what Run returns where no window can be opened.
var ErrNoDisplay = errors.New("no display was found, so there is no window: set DISPLAY, put xvfb-run in front, or use driftlab run")

// Run opens the window and returns when it is closed.
func Run(opt Options) error {
	if opt.Screenshot != "" {
		closeDisplay, err := openDisplay(standardWidth, standardHeight)
		if err != nil {
			return err
		}
		defer closeDisplay()
	} else if needsDisplay() && os.Getenv("DISPLAY") == "" {
		return ErrNoDisplay
	}
	app, err := NewApp(opt)
	if err != nil {
		return err
	}
	defer func() { app.session.Close() }()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	app.stop = ctx
	tidyOften()
	ebiten.SetWindowTitle("driftlab: " + opt.Scenario.Title)
	w, h := app.windowSize()
	ebiten.SetWindowSize(w, h)
	ebiten.SetWindowSizeLimits(minimumWidth, minimumHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetRunnableOnUnfocused(true)
	ebiten.SetWindowClosingHandled(true)
	err = ebiten.RunGame(app)
	if err != nil && app.ui == nil { // not even the first layout was made
		return noWindow(err)
	}
	if now := app.system; opt.Screenshot == "" && now != (image.Point{}) && now != image.Pt(w, h) {
		err = errors.Join(err, app.keepSize(now.X, now.Y))
	}
	app.rec.finish(os.Stderr)
	if err == nil && ctx.Err() != nil {
		return Stopped{}
	}
	return err
}

// Stopped is what [Run] returns when Ctrl-C or another program has closed the window.
type Stopped struct{}

func (Stopped) Error() string { return "stopped" }

// noWindow says in one line why there is no window and what to do.
func noWindow(err error) error {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("no window could be opened (%s): on Linux it needs a display that DISPLAY names, libX11 and libGL; "+
		"without a display put xvfb-run in front, or use driftlab run", strings.TrimRight(reason, ": "))
}

// openDisplay starts an X server of the program's own where windows need one and none answers, with a screen of
// so many pixels, and returns what ends it.
func openDisplay(width, height int) (end func(), err error) {
	if !needsDisplay() || xvfb.Answers(os.Getenv("DISPLAY")) {
		return func() {}, nil
	}
	server, err := xvfb.Start(width, height)
	if err != nil {
		return nil, fmt.Errorf("no display answers, and none can be made: %w", err)
	}
	if err := os.Setenv("DISPLAY", server.Display()); err != nil {
		server.Stop()
		return nil, err
	}
	return server.Stop, nil
}

// needsDisplay says whether windows on this system come from an X server.
func needsDisplay() bool {
	switch runtime.GOOS {
	case "windows", "darwin", "js", "android", "ios":
		return false
	}
	return true
}

// windowSize returns the size that was kept, or the standard one; where the screen is smaller, the
// screen's.
func (a *App) windowSize() (w, h int) {
	w, h = standardWidth, standardHeight
	if p := a.opt.Config.Settings(); p.Width >= minimumWidth && p.Height >= minimumHeight {
		w, h = p.Width, p.Height
	}
	if m := ebiten.Monitor(); m != nil {
		if screenW, screenH := m.Size(); screenW > 0 && screenH > 0 {
			w, h = min(w, screenW), min(h, screenH)
		}
	}
	return w, h
}
