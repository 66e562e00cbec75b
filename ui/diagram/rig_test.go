package diagram

import (
	"image"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/game/timeline"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

// A rig is a world with one tab and the race, on a canvas as large as a window: what diagrams are tested with.
type rig struct {
	panel.View
	t             testing.TB
	canvas        *draw.Canvas
	screen        *ebiten.Image
	theme         *palette.Theme
	width, height int // pixels
	tabs          []TabRow
	open          *TabRow
	time          panel.Rect // of the open tab
	race          RaceTable
	table         panel.Rect // of the race
	at            panel.Pointer
	left          int64    // of the time that has gone by, below a nanosecond
	asked         []string // clocks that a person has asked for
}

// newRig returns a rig of a scenario, with the plot open.
func newRig(t testing.TB, name string, width, height int, scale float64) *rig {
	t.Helper()
	sc := scenariotest.Load(t, name)
	return rigOf(t, sc, width, height, scale)
}

// rigAt returns the same at an instant, drawn.
func rigAt(t testing.TB, name string, at time.Duration) *rig {
	t.Helper()
	a := newRig(t, name, 1600, 900, 1)
	a.after(at)
	return a
}

// tabAt returns a rig at an instant, and the tab that is open there.
func tabAt[T Tab](t testing.TB, name, key string, at time.Duration) (*rig, T) {
	t.Helper()
	a := newRig(t, name, 1600, 900, 1)
	tab := openIn[T](t, a, key)
	a.after(at)
	return a, tab
}

func rigOf(t testing.TB, sc *scenario.Scenario, width, height int, scale float64) *rig {
	t.Helper()
	uitest.NeedLoop(t)
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		t.Fatal(err)
	}
	w, h := float32(width)/float32(scale), float32(height)/float32(scale)
	a := &rig{t: t, theme: palette.Dark(), width: width, height: height, tabs: NewTabs(&RaceTable{}), time: panel.NewRect(w*0.18, h*0.61, w*0.61, h*0.33), table: panel.NewRect(w-462, 4, 456, h*0.6)}
	a.View = panel.View{World: &panel.World{}, Width: w, Height: h, Tips: &panel.Tips{}, Cursor: &panel.Cursor{}, Hover: &panel.Hover{}, Words: words.English(), Speed: 1, Worth: 1}
	a.Ask = a
	a.canvas = draw.NewCanvas(fonts, a.theme, a.Words)
	a.Frame.Selected, a.Frame.Played = 1, panel.Nobody
	a.open = &a.tabs[FirstTab(a.tabs)]
	a.begin(sc)
	t.Cleanup(func() { a.Line.Close() })
	return a
}

// begin shows another session.
func (a *rig) begin(sc *scenario.Scenario) {
	a.t.Helper()
	if a.Line != nil {
		a.Line.Close()
	}
	tape := observe.NewTape(sc.Clients)
	line, err := timeline.New(timeline.Options{Scenario: sc, Tape: tape, NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }})
	if err != nil {
		a.t.Fatal(err)
	}
	a.Line, a.Session, a.Tape = line, line.Session(), tape
	a.Lesson, _ = lesson.Of(sc, nil)
	for _, one := range a.tabs {
		one.Begin()
	}
	a.read()
}

func (a *rig) startLesson(n, w int) {
	a.t.Helper()
	a.begin(lesson.All()[n-1].Worlds[w].Scenario)
}

// speak has the rig speak a language.
func (a *rig) speak(lang *words.Language) {
	a.Words, a.canvas = lang, draw.NewCanvas(a.canvas.Fonts(), a.theme, lang)
}

func (a *rig) read() {
	machines := []int{0}
	for client := 1; client <= min(a.Session.Clients(), panel.Viewports-1); client++ {
		machines = append(machines, client)
	}
	a.Frame.Read(a.Session, machines, a.Speed, a.Paused)
}

func (a *rig) advance(d time.Duration) {
	a.t.Helper()
	if err := a.Line.Advance(d); err != nil {
		a.t.Fatal(err)
	}
	a.Session = a.Line.Session()
}

// after goes on by a time, and by a frame.
func (a *rig) after(d time.Duration) {
	a.t.Helper()
	a.advance(d)
	a.next()
}

// set gives settings values, for a client or for all.
func (a *rig) set(client int, pairs ...string) {
	a.t.Helper()
	var set []scenario.Assignment
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i]
		if k := scenario.Find(name); client > 0 && (k == nil || !k.World()) {
			name = "client" + string(rune('0'+client)) + "." + name
		}
		set = append(set, scenariotest.Set(name+"="+pairs[i+1])...)
	}
	a.do(scenario.Event{Set: set})
}

func (a *rig) do(ev scenario.Event) {
	a.t.Helper()
	if err := a.Line.Do(ev); err != nil {
		a.t.Fatal(err)
	}
	a.Session = a.Line.Session()
}

// next goes on by a frame: time passes, the pointer acts, and all is drawn.
func (a *rig) next() {
	a.t.Helper()
	a.open.Update(&a.View, &a.at, a.time)
	switch {
	case a.Line.Busy():
		for a.Line.Busy() {
			if _, _, err := a.Line.Work(panel.TravelPiece); err != nil {
				a.t.Fatal(err)
			}
		}
		a.Session = a.Line.Session()
	case !a.Paused:
		a.left += int64(time.Second)
		a.advance(time.Duration(a.left / ebiten.DefaultTPS))
		a.left %= ebiten.DefaultTPS
	}
	a.read()
	a.race.Update(&a.View, &a.at)
	a.draw()
	a.race.Draw(&a.View, a.canvas, a.table)
}

// draw draws the open tab by itself, with the pointer far away.
func (a *rig) draw() {
	a.canvas.Reset()
	a.Hover.Turn()
	a.Tips.At(-1<<20, -1<<20)
	a.open.Draw(&a.View, a.canvas, a.time)
}

// pixels goes on by a frame and returns how it looks.
func (a *rig) pixels() []byte {
	a.t.Helper()
	a.next()
	return a.shown()
}

// shown returns the pixels of what is drawn.
func (a *rig) shown() []byte {
	a.draw()
	a.race.Draw(&a.View, a.canvas, a.table)
	return a.flushed(a.canvas, a.theme.Ground)
}

// painted returns the pixels of a drawing, on nothing.
func (a *rig) painted(th *palette.Theme, drawing func(c *draw.Canvas)) []byte {
	c := draw.NewCanvas(a.canvas.Fonts(), th, a.Words)
	drawing(c)
	return a.flushed(c, palette.Color{})
}

// flushed returns the pixels of a canvas. All are drawn on one image, for Ebitengine gives back an image's memory only at the
// end of a frame.
func (a *rig) flushed(c *draw.Canvas, ground palette.Color) []byte {
	if a.screen == nil {
		a.screen = ebiten.NewImageWithOptions(image.Rect(0, 0, a.width, a.height), &ebiten.NewImageOptions{Unmanaged: true})
		a.t.Cleanup(a.screen.Deallocate)
	}
	a.screen.Fill(ground)
	c.Flush(a.screen)
	pix := make([]byte, 4*a.width*a.height)
	a.screen.ReadPixels(pix)
	return pix
}

// What the panels ask for.
func (a *rig) Choose(client int) { a.Frame.Selected = client }
func (a *rig) Take(machine int)  { a.Frame.Played = machine }
func (a *rig) Seek(t netsim.Time) {
	if err := a.Line.SeekStart(t); err != nil {
		a.t.Fatal(err)
	}
}
func (a *rig) Enter(clocks string, pairs ...string)   { a.asked = append(a.asked, clocks) }
func (a *rig) Hold(bool)                              {}
func (a *rig) Pull(scenario.Direction, time.Duration) {}
func (a *rig) Catch(uint64, panel.Catching)           {}
func (a *rig) Freeze(int) bool                        { return false }

// openIn opens a tab by its key.
func openIn[T Tab](t testing.TB, a *rig, key string) T {
	t.Helper()
	for i := range a.tabs {
		if one := &a.tabs[i]; one.Key == key {
			a.open = one
			return one.Tab.(T)
		}
	}
	t.Fatalf("there is no tab %s", key)
	panic("unreachable")
}

// pressIn has the left button go down in the middle of a rect.
func pressIn(p *panel.Pointer, r panel.Rect) {
	*p = panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true, Down: true}
}

// registered returns the place of an algorithm of the registry.
func registered(name string) int { return panel.PlaceOf(panel.Algorithms, name) }

// writes returns the texts that are written in a drawing, in order.
func writes(a *rig, drawing func(c *draw.Canvas)) []string {
	var texts []string
	for _, text := range heard(a, drawing) {
		texts = append(texts, text.Said)
	}
	return texts
}

// heard returns the same with their places.
func heard(a *rig, drawing func(c *draw.Canvas)) []draw.Text {
	c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
	c.Listen()
	drawing(c)
	return c.Texts()
}

func placeOf(text *draw.Text) panel.Rect {
	return panel.NewRect(text.X0, text.Y0, text.X1-text.X0, text.Y1-text.Y0)
}

// brightIn counts the pixels of a region that stand out from the dark ground: text and shapes.
func brightIn(pix []byte, width int, r panel.Rect) (n int) {
	for y := int(r.Y); y < int(r.Y+r.H); y++ {
		for x := int(r.X); x < int(r.X+r.W); x++ {
			if i := 4 * (y*width + x); int(pix[i])+int(pix[i+1])+int(pix[i+2]) > 300 {
				n++
			}
		}
	}
	return n
}

// hued counts the pixels of a painting's region that have a colour, full or faded.
func (a *rig) hued(pix []byte, r panel.Rect, col palette.Color) (n int) {
	for y := int(r.Y); y < int(r.Y+r.H); y++ {
		for x := int(r.X); x < int(r.X+r.W); x++ {
			p := pix[4*(y*a.width+x):]
			opaque := float32(p[3])
			near := func(v byte, of float32) bool { return max(float32(v)-of*opaque, of*opaque-float32(v)) <= 1.5 }
			if opaque >= 32 && near(p[0], col.R) && near(p[1], col.G) && near(p[2], col.B) {
				n++
			}
		}
	}
	return n
}

// apart reports whether two pictures differ in a pixel by more than what is rounded otherwise.
func apart(a, b []byte, pixel int) bool {
	for i := 4 * pixel; i < 4*pixel+4; i++ {
		if max(int(a[i])-int(b[i]), int(b[i])-int(a[i])) > 12 {
			return true
		}
	}
	return false
}
