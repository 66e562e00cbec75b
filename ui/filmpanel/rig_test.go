package filmpanel

import (
	"os"
	"testing"

	"github.com/ebitenui/ebitenui/event"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/roomtest"
	"driftlab/ui/uitest"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }

var english = words.English()

// rig is the room with its surroundings, and its window.
type rig struct {
	*roomtest.Rig
	room    *Room
	root    *widgets.Root
	later   chan func()
	view    string
	pointer panel.Pointer
}

func (r *rig) Root() *widgets.Root { return r.root }
func (r *rig) Later(do func())     { r.later <- do }
func (r *rig) Refused() bool       { return false }
func (r *rig) Hides() bool         { return r.Window.Hidden }
func (r *rig) Shows() string       { return r.view }
func (r *rig) OpenUnder(_ widgets.Child, p *widgets.Popover, width float32) {
	p.Open(r.root, panel.NewRect(0, 40, width, 600))
}

func newRig(t *testing.T) *rig {
	t.Helper()
	uitest.NeedLoop(t)
	r := &rig{Rig: roomtest.New(t, "first"), later: make(chan func(), 16), view: config.LabView}
	p := r.Picture
	p.Width, p.Height = 1600, 900
	p.Regions = picture.NewLayout(panel.NewRect(0, 0, p.Width, p.Height), 0, config.LabView)
	r.room = New(p, r.Lines, r.Travel, r.Opt, r, r)
	theme, err := widgets.New(1, p.Theme, p.Words)
	check(t, err)
	fonts, err := draw.NewFonts(1)
	check(t, err)
	p.Canvas = draw.NewCanvas(fonts, p.Theme, p.Words)
	r.root = theme.Root()
	r.room.Build(theme)
	return r
}

// frame updates the room as a window does, and draws its part of the bar.
func (r *rig) frame(t *testing.T) {
	t.Helper()
	event.ExecuteDeferred()
	r.room.Update()
	r.room.Place()
	r.room.Point(&r.pointer)
	r.Picture.Canvas.Reset()
	top := r.Picture.Regions.Top
	r.room.DrawBar(r.Picture.Canvas, r.Picture.Tips, 0, top.W-100, top)
}

// compare starts a comparison with the present state.
func (r *rig) compare(t *testing.T) {
	t.Helper()
	check(t, r.Travel.StoreA())
}

// follow lets A catch up with B.
func (r *rig) follow(t *testing.T) {
	t.Helper()
	for r.Travel.UpdateAB(); r.Picture.AB.Behind(); {
		r.Travel.UpdateAB()
	}
}

// check ends a test that has met an error.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
