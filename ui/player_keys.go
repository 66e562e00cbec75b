package ui

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/lesson"
	"driftlab/ui/keys"
	"driftlab/ui/panel"
)

// lessonKeys acts on the keys that turn the steps of a lesson and answer its questions, and reports whether one went
// down: it does nothing else then. A player whom a person has taken keeps the arrows.
func (a *App) lessonKeys() bool {
	if !a.telling() || ebiten.IsKeyPressed(ebiten.KeyShift) {
		return false
	}
	down := inpututil.IsKeyJustPressed
	if a.player.asking(a) && a.answerKeys(down) {
		return true
	}
	arrows := a.Frame.Played == panel.Nobody
	switch {
	case down(ebiten.KeyPageDown), down(ebiten.KeySpace), arrows && down(ebiten.KeyArrowRight):
		a.nextStep()
	case down(ebiten.KeyPageUp), arrows && down(ebiten.KeyArrowLeft):
		a.lastStep()
	case down(ebiten.KeyP):
		a.Paused = !a.Paused
	default:
		return a.player.covers(a) && a.refuseKeys(down)
	}
	return true
}

// answerKeys acts on the keys that answer.
func (a *App) answerKeys(down func(ebiten.Key) bool) bool {
	q, _ := a.asks()
	k := &a.player
	if q.Kind == lesson.Choice {
		for i := range q.Options {
			if down(ebiten.KeyDigit1+ebiten.Key(i)) || down(ebiten.KeyNumpad1+ebiten.Key(i)) {
				a.commit(q.Options[i].Value)
				return true
			}
		}
	}
	turn := 0
	for key, by := range map[ebiten.Key]int{ebiten.KeyArrowRight: 1, ebiten.KeyArrowDown: 1, ebiten.KeyArrowLeft: -1, ebiten.KeyArrowUp: -1} {
		if down(key) || q.Kind != lesson.Choice && keys.Repeats(key) {
			turn += by
		}
	}
	switch {
	case turn != 0:
		k.turn(q, turn)
	case down(ebiten.KeyEnter), down(ebiten.KeyNumpadEnter), down(ebiten.KeySpace):
		a.commitTurned(q)
	default:
		return false
	}
	return true
}

// turn goes to the next option, or moves the slider a little.
func (k *player) turn(q *lesson.Question, by int) {
	if q.Kind == lesson.Choice {
		n := len(q.Options)
		if !k.touched && by > 0 {
			by = 0
		}
		k.value = float64((int(k.value) + by + n) % n)
	} else {
		k.value = q.At01(q.To01(k.value) + float64(by)/100)
	}
	k.touched = true
}

// commitTurned answers with what the keys or the hand have chosen.
func (a *App) commitTurned(q *lesson.Question) {
	k := &a.player
	switch {
	case !k.touched:
	case q.Kind == lesson.Choice:
		a.commit(q.Options[int(k.value)].Value)
	default:
		a.commit(k.value)
	}
}

// allowedMeanwhile are the shortcuts that tell nothing of what a question asks for and change nothing of it.
var allowedMeanwhile = map[string]bool{"full": true, "help": true, "sound": true, "volume": true, "focus": true, "watch": true, "lesson": true, "restart": true, "ghosts": true, "packets": true, "spotlight": true, "pen": true}

// refuseKeys tells in a line that other shortcuts wait for the answer.
func (a *App) refuseKeys(down func(ebiten.Key) bool) bool {
	for i := range shortcuts {
		if s := &shortcuts[i]; !s.shift && down(s.key) && !allowedMeanwhile[s.name] {
			a.ShowFault(a.Words.T("player.refused"))
			return true
		}
	}
	return false
}

// Refused tells in a line that something waits for the answer to a question, and reports whether it does.
func (a *App) Refused() bool {
	if !a.player.covers(a) {
		return false
	}
	a.ShowFault(a.Words.T("player.refused"))
	return true
}

// point acts on the pointer or the finger over what can be pressed.
func (k *player) point(a *App) {
	p := &a.pointer
	if !a.telling() {
		return
	}
	for i := range k.spots {
		s := &k.spots[i]
		if p.Pressed && p.Over(s.Rect) || k.dragging && s.drag && p.Down {
			k.dragging, p.Pressed = s.drag, false
			s.do(a)
			return
		}
	}
	if !p.Down {
		k.dragging = false
	}
}
