package ui

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"
)

// ErrNoDisplay is what Run returns where no window can be opened.
var ErrNoDisplay = errors.New("no display was found, so there is no window: set DISPLAY, put xvfb-run in front, or use driftlab run")

// Run opens the window and returns when it is closed.
func Run(opt Options) (err error) {
	if needsDisplay() && os.Getenv("DISPLAY") == "" {
		return ErrNoDisplay
	}
	app, err := NewApp(opt)
	if err != nil {
		return err
	}
	defer func() { app.session.Close() }()
	ebiten.SetWindowTitle("driftlab: " + opt.Scenario.Title)
	ebiten.SetWindowSize(standardWidth, standardHeight)
	ebiten.SetWindowSizeLimits(minimumWidth, minimumHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetRunnableOnUnfocused(true)
	defer func() {
		// Ebitengine panics where a display is named but cannot be opened.
		if p := recover(); p != nil {
			err = fmt.Errorf("the window failed: %v", p)
		}
	}()
	return ebiten.RunGame(app)
}

// needsDisplay says whether windows on this system come from an X server.
func needsDisplay() bool {
	switch runtime.GOOS {
	case "windows", "darwin", "js", "android", "ios":
		return false
	}
	return true
}
