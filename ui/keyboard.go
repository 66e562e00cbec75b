package ui

import (
	"math"

	"github.com/ebitenui/ebitenui/input"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game"
	"driftlab/session"
)

// keyboard is what the person who plays holds down.
type keyboard struct{ held game.Buttons }

// keyboard acts on keys and on clicks into the viewports.
func (a *App) keyboard() {
	if !a.ui.HasFocus() {
		a.shortcuts()
	}
	if inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) && !input.UIHovered {
		a.click(ebiten.CursorPosition())
	}
	if a.frame.played == nobody {
		return
	}
	held := game.Buttons(0)
	if !a.ui.HasFocus() { // else the keys belong to a control
		held = heldButtons()
	}
	if held != a.keys.held {
		a.keys.held = held
		a.do(session.Event{Play: &session.Play{Player: a.frame.played, Held: held}})
	}
}

// heldButtons returns what the keys held down mean for a player.
func heldButtons() game.Buttons {
	return buttonsOf(pressed(ebiten.KeyArrowLeft, ebiten.KeyA), pressed(ebiten.KeyArrowRight, ebiten.KeyD),
		pressed(ebiten.KeyArrowUp, ebiten.KeyW), pressed(ebiten.KeyV, ebiten.KeyB, ebiten.KeyN))
}

func pressed(keys ...ebiten.Key) bool {
	for _, k := range keys {
		if ebiten.IsKeyPressed(k) {
			return true
		}
	}
	return false
}

func (a *App) shortcuts() {
	switch {
	case inpututil.IsKeyJustPressed(ebiten.KeySpace):
		a.paused = !a.paused
	case inpututil.IsKeyJustPressed(ebiten.KeyPeriod):
		a.step()
	case inpututil.IsKeyJustPressed(ebiten.KeyHome):
		a.restart()
	case inpututil.IsKeyJustPressed(ebiten.KeyL):
		a.saveLog()
	case inpututil.IsKeyJustPressed(ebiten.KeyBracketLeft):
		a.setSpeed(math.Log2(a.speed) - 1)
	case inpututil.IsKeyJustPressed(ebiten.KeyBracketRight):
		a.setSpeed(math.Log2(a.speed) + 1)
	case inpututil.IsKeyJustPressed(ebiten.KeyEscape):
		a.take(nobody)
	}
}

func (a *App) setSpeed(power float64) { a.speed = math.Exp2(min(max(power, slowest), fastest)) }

// click takes over the player of the viewport at a place, or gives it back.
func (a *App) click(x, y int) {
	for i := range a.frame.shown + 1 {
		if !a.layout.worlds[i].contains(float32(x), float32(y)) {
			continue
		}
		if a.frame.played == i {
			i = nobody
		}
		a.take(i)
		return
	}
}
