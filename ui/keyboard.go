package ui

import (
	"math"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// keyboard is what the person who plays holds down.
type keyboard struct{ held game.Buttons }

// freeKeys takes the keyboard from the control that has it, for the shortcuts and the player, where a press goes
// beside every control, or by Escape unless that belongs to what was unfolded. It reports whether this
// update's keys have been used up.
func (a *App) freeKeys(unfolded bool) bool {
	escape := inpututil.IsKeyJustPressed(ebiten.KeyEscape) && !unfolded
	if !a.ui.HasFocus() || !escape && !a.pointer.Pressed {
		return false
	}
	a.ui.ClearFocus()
	return escape
}

// keyboard acts on keys and gamepads; taken says that the keys that went down have had their effect.
func (a *App) keyboard(taken bool) {
	if !taken && !a.ui.HasFocus() && !a.root.Covered() {
		a.shortcuts()
	}
	if !taken && !a.root.Covered() {
		a.turnAnswer(inpututil.IsKeyJustPressed)
	}
	if a.FrozenShown() && a.Frame.Played == panel.Nobody && !taken && !a.ui.HasFocus() && !a.root.Covered() {
		if inpututil.IsKeyJustPressed(ebiten.KeyArrowLeft) {
			a.turnFrozen(-1)
		} else if inpututil.IsKeyJustPressed(ebiten.KeyArrowRight) {
			a.turnFrozen(1)
		}
	} else if a.Regions.Watching && a.turn() && !a.ui.HasFocus() && !a.root.Covered() && widgets.KeyHeld(ebiten.KeyArrowLeft, ebiten.KeyArrowRight, ebiten.KeyArrowUp) {
		a.Take(a.Deck.Chosen) // as the window says
	}
	held := a.pads.read(a) | a.buttons.held
	if a.Frame.Played == panel.Nobody || a.Underway() { // what is held down when the window is there counts
		return
	}
	if !a.ui.HasFocus() { // else the keys belong to a control
		held |= buttonsOf(widgets.KeyHeld(ebiten.KeyArrowLeft, ebiten.KeyA), widgets.KeyHeld(ebiten.KeyArrowRight, ebiten.KeyD),
			widgets.KeyHeld(ebiten.KeyArrowUp, ebiten.KeyW), widgets.KeyHeld(ebiten.KeyV))
	}
	if held != a.keys.held {
		a.keys.held = held
		a.Do(scenario.Event{Play: &scenario.Play{Player: a.Frame.Played, Held: held}})
	}
}

// turnAnswer has the arrows turn to an answer where a button has the keyboard, which goes to the answer then.
func (a *App) turnAnswer(down func(ebiten.Key) bool) {
	if _, button := a.ui.GetFocusedWidget().(*widget.Button); button && a.lessons.Arrows(down) {
		a.ui.ClearFocus()
	}
}

func (a *App) setSpeed(power float64) { a.Speed = math.Exp2(min(max(power, slowest), fastest)) }

// slower and faster halve and double the speed of time.
func (a *App) slower() { a.setSpeed(math.Log2(a.Speed) - 1) }
func (a *App) faster() { a.setSpeed(math.Log2(a.Speed) + 1) }
