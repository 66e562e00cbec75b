package lessons

import (
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/game/lesson"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// Keys acts on the keys that turn the steps of a lesson and answer its questions, and reports whether one went
// down: it does nothing else then. Waits says
// whether a shortcut has gone down that has to wait for the answer. A player whom a person has taken keeps the arrows.
func (rm *Room) Keys(waits func(down func(ebiten.Key) bool) bool) bool {
	if !rm.Telling() || ebiten.IsKeyPressed(ebiten.KeyShift) {
		return false
	}
	down := inpututil.IsKeyJustPressed
	if rm.Asking() && !rm.Picker.Open && rm.answerKeys(down) { // else the digits are the list's
		return true
	}
	arrows := rm.picture.Frame.Played == panel.Nobody
	switch {
	case down(ebiten.KeyPageDown), down(ebiten.KeySpace), arrows && down(ebiten.KeyArrowRight):
		rm.NextStep()
	case down(ebiten.KeyPageUp), arrows && down(ebiten.KeyArrowLeft):
		rm.LastStep()
	case down(ebiten.KeyP):
		rm.picture.Paused = !rm.picture.Paused
	default:
		return rm.Player.covers(rm) && waits(down) && rm.Refused()
	}
	return true
}

// Arrows has the arrows turn to an answer where a button has the keyboard, which has no use for them. It reports whether one went
// down: the answer has the keyboard then, so that Enter gives it and presses no button.
func (rm *Room) Arrows(down func(ebiten.Key) bool) bool {
	q, _ := rm.Asks()
	return q != nil && rm.arrows(q, down)
}

// arrows acts on the arrows where a question is asked, and reports whether one went down.
func (rm *Room) arrows(q *lesson.Question, down func(ebiten.Key) bool) bool {
	by := 0
	for key, step := range map[ebiten.Key]int{ebiten.KeyArrowRight: 1, ebiten.KeyArrowDown: 1, ebiten.KeyArrowLeft: -1, ebiten.KeyArrowUp: -1} {
		if down(key) || q.Kind != lesson.Choice && widgets.KeyRepeats(key) {
			by += step
		}
	}
	if by == 0 {
		return false
	}
	k := &rm.Player
	if q.Kind == lesson.Choice { // the next option
		n := len(q.Options)
		if !k.touched && by > 0 {
			by = 0
		}
		k.value = float64((int(k.value) + by + n) % n)
	} else { // the slider, a little
		k.value = q.At01(q.To01(k.value) + float64(by)/100)
	}
	k.touched = true
	return true
}

// answerKeys acts on the keys that answer. Every digit is meant for the question: one that is no answer opens no lesson.
func (rm *Room) answerKeys(down func(ebiten.Key) bool) bool {
	q, _ := rm.Asks()
	if q.Kind == lesson.Choice {
		for i := range 10 {
			switch {
			case !down(ebiten.KeyDigit0+ebiten.Key(i)) && !down(ebiten.KeyNumpad0+ebiten.Key(i)):
				continue
			case i < 1 || i > len(q.Options):
				rm.lines.ShowNotice(rm.picture.Words.T("player.choose-first"))
			default:
				rm.Commit(q.Options[i-1].Value)
			}
			return true
		}
	}
	switch {
	case rm.arrows(q, down):
	case q.Kind != lesson.Choice && rm.Player.typeNumber(q, down):
	case down(ebiten.KeyEnter), down(ebiten.KeyNumpadEnter), down(ebiten.KeySpace):
		rm.commitTurned(q)
	default:
		return false
	}
	return true
}

// commitTurned answers with what the keys or the hand have chosen.
func (rm *Room) commitTurned(q *lesson.Question) {
	k := &rm.Player
	switch {
	case !k.touched && q.Kind == lesson.Choice:
		rm.lines.ShowNotice(rm.picture.Words.T("player.choose-first"))
	case !k.touched:
		rm.lines.ShowNotice(rm.picture.Words.T("player.move-first"))
	case q.Kind == lesson.Choice:
		rm.Commit(q.Options[int(k.value)].Value)
	default:
		rm.Commit(k.value)
	}
}

// Refused tells in a line that something waits for the answer to a question, and reports whether it does.
func (rm *Room) Refused() bool {
	if !rm.Player.covers(rm) {
		return false
	}
	rm.lines.ShowFault(rm.picture.Words.T("player.refused"))
	return true
}

// Point acts on the pointer or the finger over what can be pressed of a step.
func (rm *Room) Point(p *panel.Pointer) {
	k := &rm.Player
	if rm.pointer = p; !rm.Carded() {
		return
	}
	for i := range k.Spots {
		s := &k.Spots[i]
		if p.Pressed && p.Over(s.Rect) || k.dragging && s.drag && p.Down {
			k.dragging, p.Pressed = s.drag, false
			s.do(rm)
			return
		}
	}
	if !p.Down {
		k.dragging = false
	}
	// The wheel, and the button that is held where nothing else can be pressed, move the text.
	s := &k.scroll
	if s.reach <= 0 || !p.Down && !p.Over(s.place) {
		s.held = false
		return
	}
	if p.Wheel != 0 && p.Over(s.place) {
		s.by(p.Wheel * 30)
		p.Wheel = 0
	}
	switch {
	case p.Pressed && p.Over(s.place):
		s.held, p.Pressed = true, false
	case s.held && p.Down:
		s.by(p.Y - s.lastY)
	default:
		s.held = false
	}
	s.lastY = p.Y
}

// A typedNumber is what a person types of a number that is asked for.
type typedNumber struct {
	text  string
	value float64 // that the text came to: if another one is chosen by hand, the next digit replaces the text
}

// mostTyped is how long a typed number may be.
const mostTyped = 12

// typeNumber acts on the keys of a number, and reports whether one went down.
func (k *player) typeNumber(q *lesson.Question, down func(ebiten.Key) bool) bool {
	text := k.typed.text
	if k.value != k.typed.value {
		text = ""
	}
	felt := false
	add := func(sign string, keys ...ebiten.Key) {
		for _, key := range keys {
			if down(key) {
				text, felt = text+sign, true
			}
		}
	}
	for i := range 10 {
		add(strconv.Itoa(i), ebiten.KeyDigit0+ebiten.Key(i), ebiten.KeyNumpad0+ebiten.Key(i))
	}
	add(".", ebiten.KeyPeriod, ebiten.KeyComma, ebiten.KeyNumpadDecimal)
	add("-", ebiten.KeyMinus, ebiten.KeyNumpadSubtract, ebiten.KeySlash) // − on German keyboards
	if down(ebiten.KeyBackspace) {
		text, felt = text[:max(len(text)-1, 0)], true
	}
	if !felt || len(text) > mostTyped {
		return felt
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		k.value, k.touched = min(max(v, q.Least), q.Most), true
	}
	k.typed = typedNumber{text, k.value}
	return true
}
