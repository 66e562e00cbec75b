package stage

import (
	"math"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/timeline"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

// A rig is a session's viewports, on a canvas as large as a window: what worlds are tested with. As in the Watch view
// client 1's has all of it, or the host's and three clients' have a quarter each.
type rig struct {
	panel.View
	t             testing.TB
	canvas        *draw.Canvas
	theme         *palette.Theme
	width, height int
	camera        Camera
	views         [panel.Viewports]Viewport
	panes         []panel.Rect // of which machine's it is, the host first
	watch         bool
	left          int64 // of the time that has gone by, below a nanosecond
}

func newRig(t testing.TB, name string, watch bool) *rig {
	t.Helper()
	uitest.NeedLoop(t)
	sc := scenariotest.Load(t, name)
	fonts := mustFonts(t, 1)
	tape := observe.NewTape(sc.Clients)
	line, err := timeline.New(timeline.Options{Scenario: sc, Tape: tape, NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	a := &rig{t: t, theme: palette.Dark(), width: 1600, height: 900, watch: watch, camera: Camera{Still: true}}
	a.View = panel.View{World: &panel.World{Line: line, Session: line.Session(), Tape: tape}, Width: 1600, Tips: &panel.Tips{}, Cursor: &panel.Cursor{}, Hover: &panel.Hover{}, Words: english, Speed: 1, Worth: 1}
	a.canvas = draw.NewCanvas(fonts, a.theme, english)
	a.Frame.Selected, a.Frame.Played = 1, panel.Nobody
	for i := range min(sc.Clients+1, panel.Viewports) {
		a.views[i] = NewViewport(i, a.Session.Level())
		a.panes = append(a.panes, panel.NewRect(float32(i%2)*800, float32(i/2)*300, 790, 290))
	}
	if watch {
		a.panes = []panel.Rect{{}, panel.NewRect(0, 44, 1600, 650)}
	}
	a.read()
	a.draw()
	return a
}

// rigAt returns the same at an instant, drawn.
func rigAt(t testing.TB, name string, watch bool, at time.Duration) *rig {
	t.Helper()
	a := newRig(t, name, watch)
	a.advance(at)
	a.next()
	return a
}

func (a *rig) advance(d time.Duration) {
	a.t.Helper()
	if err := a.Line.Advance(d); err != nil {
		a.t.Fatal(err)
	}
	a.Session = a.Line.Session()
}

// set gives a setting a value, for all clients.
func (a *rig) set(name, value string) {
	a.t.Helper()
	a.do(scenario.Event{Set: scenariotest.Set(name + "=" + value)})
}

func (a *rig) do(ev scenario.Event) {
	a.t.Helper()
	if err := a.Line.Do(ev); err != nil {
		a.t.Fatal(err)
	}
	a.Session = a.Line.Session()
}

// read brings all that is drawn up to the present, the camera too.
func (a *rig) read() {
	machines := []int{0, 1, 2, 3}[:min(a.Session.Clients()+1, panel.Viewports)]
	a.Frame.Read(a.Session, machines, a.Speed, true)
	a.Frame.Flights = a.Session.Flights(a.Frame.Flights[:0])
	for _, m := range machines {
		a.views[m].Trails.Follow(a.Frame.Now, a.Frame.Machine(m))
	}
	a.look()
}

// look brings the camera to what was read.
func (a *rig) look() {
	large := a.panes[1]
	s := Scope{Level: a.Session.Level(), Most: math.Inf(1), Aspect: float64(large.W / (large.H - TitleHeight))}
	a.camera.Scope.Level = s.Level
	box, ok := a.camera.Box(&a.Frame, 1, 1)
	a.camera.Look(a.Frame.Now, s, box, ok)
}

// next goes on by a frame, and draws it.
func (a *rig) next() {
	a.t.Helper()
	if !a.Paused {
		a.left += int64(time.Second)
		a.advance(time.Duration(a.left / ebiten.DefaultTPS))
		a.left %= ebiten.DefaultTPS
	}
	a.read()
	a.draw()
}

// draw draws all viewports, with the pointer far away.
func (a *rig) draw() {
	a.canvas.Reset()
	a.Tips.At(-1<<20, -1<<20)
	for m, r := range a.panes {
		if r.W > 0 {
			a.views[m].Draw(a.canvas, &a.Frame, a.Tips, Look{Rect: r, Part: r, Sight: a.camera.Sight(a.Session.Level()), Watched: a.watch, Ghosts: true, Packets: true, Selected: m == 1, Paused: a.Paused, Hints: true})
		}
	}
}

// pixels returns how the viewports look.
func (a *rig) pixels() []byte {
	a.draw()
	return a.flushed(a.canvas, a.theme.Ground)
}

// painted returns the pixels of a drawing, on nothing.
func (a *rig) painted(drawing func(c *draw.Canvas)) []byte {
	return a.paintedIn(a.canvas.Fonts(), drawing)
}

func (a *rig) paintedIn(fonts *draw.Fonts, drawing func(c *draw.Canvas)) []byte {
	c := draw.NewCanvas(fonts, a.theme, a.Words)
	drawing(c)
	return a.flushed(c, palette.Color{})
}

func (a *rig) flushed(c *draw.Canvas, ground palette.Color) []byte {
	screen := ebiten.NewImage(a.width, a.height)
	defer screen.Deallocate()
	screen.Fill(ground)
	c.Flush(screen)
	pix := make([]byte, 4*a.width*a.height)
	screen.ReadPixels(pix)
	return pix
}

// inked counts the pixels that are at least half covered.
func inked(pix []byte) (n int) {
	for i := 3; i < len(pix); i += 4 {
		if pix[i] >= 0x80 {
			n++
		}
	}
	return n
}

// written returns the texts that are written in a drawing, in order.
func (a *rig) written(drawing func(c *draw.Canvas)) []string {
	c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
	c.Listen()
	drawing(c)
	var texts []string
	for _, text := range c.Texts() {
		texts = append(texts, text.Said)
	}
	return texts
}

// arenasShown are the scenarios in which all that stands about in a world is seen.
var arenasShown = []string{"arenas/yard", "arenas/lift", "arenas/duel", "arenas/relay", "first"}

func mustFonts(t testing.TB, scale float64) *draw.Fonts {
	t.Helper()
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		t.Fatal(err)
	}
	return fonts
}
