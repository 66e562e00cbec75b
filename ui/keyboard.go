package ui

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/session"
)

// keyboard is what the person who plays holds down.
type keyboard struct{ held game.Buttons }

// keyboard acts on keys and gamepads.
func (a *App) keyboard() {
	if !a.ui.HasFocus() && !a.root.Covered() {
		a.shortcuts()
	}
	held := a.pads.read(a)
	if a.frame.played == nobody {
		return
	}
	if !a.ui.HasFocus() { // else the keys belong to a control
		held |= heldButtons()
	}
	if held != a.keys.held {
		a.keys.held = held
		a.do(session.Event{Play: &session.Play{Player: a.frame.played, Held: held}})
	}
}

// heldButtons returns what the keys held down mean for a player.
func heldButtons() game.Buttons {
	return buttonsOf(pressed(ebiten.KeyArrowLeft, ebiten.KeyA), pressed(ebiten.KeyArrowRight, ebiten.KeyD),
		pressed(ebiten.KeyArrowUp, ebiten.KeyW), pressed(ebiten.KeyV, ebiten.KeyB))
}

func pressed(keys ...ebiten.Key) bool {
	for _, k := range keys {
		if ebiten.IsKeyPressed(k) {
			return true
		}
	}
	return false
}

func (a *App) setSpeed(power float64) { a.speed = math.Exp2(min(max(power, slowest), fastest)) }
