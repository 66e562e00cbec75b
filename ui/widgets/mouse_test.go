package widgets

import (
	"image"
	"testing"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/input"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/layout"
)

// A hand is a mouse for tests, in place of the real one.
type hand struct {
	at         image.Point
	down, last bool
}

func (h *hand) Update()      {}
func (h *hand) AfterUpdate() { h.last = h.down }

func (h *hand) Draw(*ebiten.Image)      {}
func (h *hand) AfterDraw(*ebiten.Image) {}

func (h *hand) MouseButtonPressed(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.down
}

func (h *hand) MouseButtonJustPressed(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.down && !h.last
}

func (h *hand) MouseButtonJustReleased(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && !h.down && h.last
}

func (h *hand) CursorPosition() (x, y int)          { return h.at.X, h.at.Y }
func (h *hand) GetCursorImage(string) *ebiten.Image { return nil }
func (h *hand) GetCursorOffset(string) image.Point  { return image.Point{} }

// A bench is a user interface with one widget in it, and a mouse.
type bench struct {
	*hand
	ui     *ebitenui.UI
	root   *Root
	screen *ebiten.Image
}

func newBench(t *testing.T, theme *Theme, child Child, at image.Rectangle) *bench {
	t.Helper()
	b := &bench{hand: &hand{}, ui: &ebitenui.UI{}, root: theme.Root(), screen: ebiten.NewImage(400, 400)}
	b.ui.Container = b.root
	b.root.Place(child, layout.OfPixels(at, theme.scale))
	input.SetCursorUpdater(b.hand)
	t.Cleanup(func() {
		input.SetCursorUpdater(nil)
		b.screen.Deallocate()
	})
	b.frames(2)
	return b
}

func (b *bench) frames(n int) {
	for range n {
		b.ui.Update()
		b.screen.Clear()
		b.ui.Draw(b.screen)
	}
}

// pixels returns a part of what was drawn last.
func (b *bench) pixels(r image.Rectangle) []byte {
	pix := make([]byte, 4*r.Dx()*r.Dy())
	b.screen.SubImage(r).(*ebiten.Image).ReadPixels(pix)
	return pix
}

func (b *bench) move(x, y int) {
	b.at = image.Pt(x, y)
	b.frames(1)
}

func (b *bench) press(x, y int) {
	b.move(x, y)
	b.down = true
	b.frames(1)
}

// release takes a frame more, in which ebitenui tells of what it has drawn.
func (b *bench) release() {
	b.down = false
	b.frames(2)
}

func (b *bench) click(x, y int) {
	b.press(x, y)
	b.release()
}
