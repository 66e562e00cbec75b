package ui

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game"
	"driftlab/ui/panel"
)

// stickFrom is how far a stick is pushed before it counts, of 1.
const stickFrom = 0.4

// gamepads are those that are plugged in.
type gamepads struct{ ids []ebiten.GamepadID }

// A padState is what one gamepad of the standard layout says.
type padState struct {
	stick                          float64 // the left one, to the right
	left, right, up, a, x, trigger bool
}

// buttons returns what the state means for a player: the stick or the cross walks, A jumps, X or the
// right trigger fires.
func (p padState) buttons() game.Buttons {
	return buttonsOf(p.left || p.stick < -stickFrom, p.right || p.stick > stickFrom, p.a || p.up, p.x || p.trigger)
}

// read returns what all gamepads together hold for the player, and acts on the buttons that went down:
// Start plays and pauses, Back takes the chosen client's player and gives it back.
func (g *gamepads) read(a *App) (held game.Buttons) {
	g.ids = ebiten.AppendGamepadIDs(g.ids[:0])
	for _, id := range g.ids {
		if !ebiten.IsStandardGamepadLayoutAvailable(id) {
			continue
		}
		held |= readPad(id).buttons()
		if inpututil.IsStandardGamepadButtonJustPressed(id, ebiten.StandardGamepadButtonCenterRight) {
			a.Paused = !a.Paused
		}
		if inpututil.IsStandardGamepadButtonJustPressed(id, ebiten.StandardGamepadButtonCenterLeft) {
			a.takeOrGive()
		}
	}
	return held
}

func readPad(id ebiten.GamepadID) padState {
	on := func(b ebiten.StandardGamepadButton) bool { return ebiten.IsStandardGamepadButtonPressed(id, b) }
	return padState{
		stick: ebiten.StandardGamepadAxisValue(id, ebiten.StandardGamepadAxisLeftStickHorizontal),
		left:  on(ebiten.StandardGamepadButtonLeftLeft), right: on(ebiten.StandardGamepadButtonLeftRight),
		up: on(ebiten.StandardGamepadButtonLeftTop), a: on(ebiten.StandardGamepadButtonRightBottom),
		x: on(ebiten.StandardGamepadButtonRightLeft), trigger: on(ebiten.StandardGamepadButtonFrontBottomRight),
	}
}

// takeOrGive gives the player back that a person plays, or else takes the chosen client's.
func (a *App) takeOrGive() {
	if a.Frame.Played != panel.Nobody {
		a.Take(panel.Nobody)
	} else {
		a.Take(a.Deck.Chosen)
	}
}
