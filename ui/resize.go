package ui

import (
	"image"
	"math"

	"github.com/ebitenui/ebitenui"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// Layout implements ebiten.Game: the window's device pixels are drawn one to one, but on slow machines. What a window that is smaller
// than the smallest layout has no room for makes everything smaller, and is not cut.
func (a *App) Layout(width, height int) (int, int) {
	scale := a.density.pixels(ebiten.Monitor().DeviceScaleFactor())
	if !ebiten.IsFullscreen() && !ebiten.IsWindowMaximized() {
		a.system = image.Pt(width, height)
	}
	w, h := int(float64(width)*scale), int(float64(height)*scale)
	if !picture.Phone(float64(width), float64(height)) || a.opt.Bare {
		scale *= picture.Fitted(width, height)
	}
	if err := a.resize(w, h, scale); err != nil {
		a.ShowError(err)
	}
	return w, h
}

// resize lays the window out again, and rebuilds fonts and widgets where scale, theme or language have
// changed. Screen is the device pixels a point of text of the usual size: those a pixel as the system counts them, and
// fewer in a window that is smaller than the smallest layout.
func (a *App) resize(w, h int, screen float64) error {
	scale := a.scaleFor(w, h, screen)
	size := image.Pt(w, h)
	if size == a.pixels && scale == a.scale && !a.stale {
		return nil
	}
	drawer, watching, phone := a.Regions.Drawer, a.Regions.Watching, a.Regions.Phone
	rebuild := scale != a.scale || a.stale
	a.pixels, a.screen, a.scale, a.stale = size, screen, scale, false
	window := layout.OfPixels(image.Rectangle{Max: size}, scale)
	a.Width, a.Height, a.hand.Scale = window.W, window.H, float32(scale)
	a.divide()
	if err := a.enlarge(); err != nil {
		return err
	}
	if rebuild || a.Regions.Drawer != drawer || a.Regions.Watching != watching || a.Regions.Phone != phone || a.top.low.tight != a.lowTight() && !a.Regions.Phone {
		if err := a.build(); err != nil {
			return err
		}
	}
	a.placeAll()
	return nil
}

// placeAll puts the widgets where the regions are.
func (a *App) placeAll() {
	a.blind.Show()
	a.lessons.PlaceStrip()
	a.controls.place()
	a.phone.place(a)
	a.lessons.PlacePicker()
	a.top.place() // after all that its menu is to lie over
	a.rec.Place()
}

// scaleFor returns the device pixels a point in a window of a size in pixels. The Watch view fills each
// window with what it has; others have more room in larger ones.
func (a *App) scaleFor(w, h int, screen float64) float64 {
	if a.onPhone(w, h, screen) {
		return min(max(picture.PhoneScale(w, h, a.phoneScreen(w, h, screen), float64(a.opt.Config.Settings().Scale)/100), picture.LeastScale), picture.MostScale)
	}
	if a.Shows() == config.WatchView {
		screen = picture.WatchScale(w, h)
	}
	return min(max(screen*float64(a.opt.Config.Settings().Scale)/100, picture.LeastScale), picture.MostScale)
}

// divide gives each region its place: the strip of a lesson, and the halves of a comparison.
func (a *App) divide() {
	phone := a.onPhone(a.pixels.X, a.pixels.Y, a.screen)
	strip, window := a.lessons.StripHeight(phone), panel.NewRect(0, 0, a.Width, a.Height)
	if a.opt.Bare { // the bars are out of sight
		window.Y, window.H = -picture.BarHeight, a.Height+2*picture.BarHeight
	}
	if phone {
		a.Regions = picture.NewPhoneLayout(window, strip, a.Shows(), a.phone.opened(), a.phone.plotted)
	} else {
		a.Regions = picture.NewLayout(window, strip, a.Shows())
	}
	if a.Regions.Watching {
		a.Regions.Watch = picture.NewWatchLayout(a.Regions.Worlds, a.WatchPlan())
		a.Regions.Time = a.Regions.Watch.Diagram
	} else {
		a.Regions.Lay(a.labPlan())
		a.Tabs.Race(!phone && a.Regions.Race.H == 0)
	}
	a.AB.Split(&a.Regions)
}

// build rebuilds all widgets, and fonts for the present scale.
func (a *App) build() error {
	fonts, err := a.fonts()
	if err != nil {
		return err
	}
	theme, err := a.widgetTheme()
	if err != nil {
		return err
	}
	a.theme, a.Canvas = theme, draw.NewCanvas(fonts, a.Theme, a.Words)
	if a.controls, err = newControls(a, theme, a.controls); err != nil {
		return err
	}
	a.top.build(a, theme)
	a.phone.build(a, theme)
	a.share.Build(theme)
	a.rec.Build(theme)
	a.lessons.Build(theme)
	if err := a.blind.Build(theme); err != nil {
		return err
	}
	a.root = theme.Root()
	a.ui = &ebitenui.UI{Container: a.root}
	a.arrange()
	a.Frame.Read(a.Session, a.Deck.Machines, a.Speed, a.Paused)
	return nil
}

// fonts returns fonts for the present scale, those that there are if they are.
func (a *App) fonts() (*draw.Fonts, error) {
	if a.Canvas != nil && a.Canvas.Fonts().Scale() == a.scale {
		return a.Canvas.Fonts(), nil
	}
	return draw.NewFonts(a.scale)
}

// usePreferences makes the window as the settings of the program say: its colours now, language and
// scale with the widgets, which are rebuilt before the next frame.
func (a *App) usePreferences() error {
	a.stale = true
	return a.Wear(a.opt.Config.Settings())
}

// prefer changes settings of the program, for this run and for later ones. Its error is shown.
func (a *App) prefer(change func(*config.Settings)) error {
	err := a.opt.Config.Change(change)
	if shown := a.usePreferences(); err == nil {
		err = shown
	}
	a.ShowOutcome("", err)
	return err
}

// zoom makes text and controls larger by some steps, within their bounds.
func (a *App) zoom(steps int) {
	scale := a.opt.Config.Settings().Scale + steps*config.ScaleStep
	scale = min(max(scale, config.MinScale), config.MaxScale)
	a.prefer(func(s *config.Settings) { s.Scale = scale })
}

// keepSize keeps the window's size, in pixels as the system counts them, where a person has changed it.
func (a *App) keepSize(w, h int) error {
	before := a.opt.Config.Settings()
	if w <= 0 || h <= 0 || w == before.Width && h == before.Height {
		return nil
	}
	return a.opt.Config.Change(func(s *config.Settings) { s.Width, s.Height = w, h })
}

// A large is what the Diagram view has its diagram drawn with: points that are larger than the rest of the window's.
type large struct {
	canvas  *draw.Canvas // nil in other views, and where the window's own letters are large enough
	view    panel.View
	tips    panel.Tips
	pointer panel.Pointer
}

const (
	// readable is the least height of a diagram's letters in the Diagram view, as a share of the window's: they are read
	// from the last row of a room.
	readable = 0.024
	// smallLetters is the size of [draw.Small] in points.
	smallLetters = 13
	// largeSteps is into how many steps a scale is divided: fonts are rebuilt at each.
	largeSteps = 16
)

// enlarge makes the fonts that the view which is shown needs, if it has none.
func (a *App) enlarge() error {
	scale := math.Ceil(readable*float64(a.pixels.Y)/smallLetters*largeSteps) / largeSteps
	if a.Regions.Phone || a.Shows() != config.DiagramView && !a.Regions.Watch.Plan.Diagram || scale <= a.scale {
		a.large.canvas = nil
		return nil
	}
	if c := a.large.canvas; c != nil && c.Fonts().Scale() == scale && c.Theme == a.Theme && c.Words == a.Words {
		return nil
	}
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		return err
	}
	a.large.canvas = draw.NewCanvas(fonts, a.Theme, a.Words)
	return nil
}

// points returns how many of the window's points one of the diagram's has.
func (a *App) points() float32 {
	if a.large.canvas == nil {
		return 1
	}
	return float32(a.large.canvas.Fonts().Scale() / a.scale)
}

// diagram returns what the open tab is drawn with, on what, and where in its points.
func (a *App) diagram() (*panel.View, *draw.Canvas, panel.Rect) {
	if a.large.canvas == nil {
		return &a.View, a.Canvas, a.Regions.Time
	}
	a.large.view = a.View
	k, v := 1/a.points(), &a.large.view
	v.Tips, v.Width, v.Height = &a.large.tips, a.Width*k, a.Height*k
	v.Tips.Only = a.Tips.Only.Times(k)
	return v, a.large.canvas, a.Regions.Time.Times(k)
}

// pointDiagram acts on the pointer over the open tab.
func (a *App) pointDiagram() {
	v, _, at := a.diagram()
	p := &a.pointer
	if a.large.canvas != nil {
		p = &a.large.pointer
		*p = a.pointer.Times(1 / a.points())
	}
	a.Tabs.Update(v, &a.AB, p, at)
}
