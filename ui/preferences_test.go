package ui

import (
	"image"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/ui/config"
)

// keepIn gives an app a settings file and returns its path.
func keepIn(t *testing.T, a *App) string {
	path := filepath.Join(t.TempDir(), "settings.toml")
	a.opt.Config = inLab(t, path)
	return path
}

func TestThemeLanguageAndScaleChangeWhileTheWindowRunsAndAreKept(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	path := keepIn(t, a)
	before := frameOf(t, a)
	a.prefer(func(s *config.Settings) { s.Theme = "light" })
	light := frameOf(t, a)
	corner := 4 * (450*1600 + 282) // the ground between controls and worlds
	if before[corner] > 60 || light[corner] < 200 {
		t.Errorf("the ground goes from %d to %d", before[corner], light[corner])
	}
	controls := a.controls
	a.prefer(func(s *config.Settings) { s.Language = "de" })
	if nextFrame(t, a); a.Words.T("tabs.error") != "Uhrenfehler" || a.controls == controls {
		t.Error("the window still speaks English")
	}
	for range 20 {
		a.zoom(1)
	}
	if nextFrame(t, a); a.scale != 2 || a.Width != 800 || a.Canvas.Fonts().Scale() != 2 {
		t.Errorf("at 200 %% the scale is %v", a.scale)
	}
	want := config.Settings{Theme: "light", View: config.WatchView, Numbers: config.NumbersAsked, Language: "de", Scale: 200, Memory: config.DefaultMemory, Volume: 100}
	if got := config.Open(files.Disk{}, path).Settings(); got != want || a.Fault != "" {
		t.Errorf("kept is %+v, want %+v; %s", got, want, a.Fault)
	}
}

func TestAWrongSettingsFileIsSaidInTheWindow(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	keepIn(t, a)
	a.prefer(func(s *config.Settings) { s.Scale = 500 })
	if !strings.Contains(a.Fault, "scale: 500 is outside 80..200") || a.opt.Config.Settings().Scale != 100 {
		t.Errorf("message %q, scale %d", a.Fault, a.opt.Config.Settings().Scale)
	}
}

func TestTheWindowsSizeIsKeptOnlyWhenItHasChanged(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	path := keepIn(t, a)
	if err := a.keepSize(0, 0); err != nil || config.Open(files.Disk{}, path).Settings().Width != 0 {
		t.Errorf("no size is kept: %v", err)
	}
	check(t, a.keepSize(1300, 800))
	if size := a.keptSize(); size != image.Pt(1300, 800) {
		t.Errorf("the next window is %v", size)
	}
}
