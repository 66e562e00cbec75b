package ui

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
	"driftlab/ui/widgets"
)

// A shortcut is a key that does something wherever no control has the focus. What it does is the text
// keys.NAME.
type shortcut struct {
	name  string
	shown string // the key as people know it; "" where the one above stands for it too
	key   ebiten.Key
	shift bool
	do    func(a *App)
}

// shortcuts lists all keys but those that move a player. F1 shows them in this order.
var shortcuts = append([]shortcut{
	{"play", "Space", ebiten.KeySpace, false, func(a *App) { a.Paused = !a.Paused }},
	{"step", ".", ebiten.KeyPeriod, false, func(a *App) { a.Step(1) }},
	{"back", ",", ebiten.KeyComma, false, func(a *App) { a.Step(-1) }},
	{"packet", "Shift+.", ebiten.KeyPeriod, true, func(a *App) { a.StepPacket(false) }},
	{"packet-back", "Shift+,", ebiten.KeyComma, true, func(a *App) { a.StepPacket(true) }},
	{"start", "Home", ebiten.KeyHome, false, func(a *App) { a.Seek(0) }},
	{"end", "End", ebiten.KeyEnd, false, func(a *App) { a.Seek(a.Line.End()) }},
	{"branch", "Z", ebiten.KeyZ, false, (*App).NextBranch},
	{"catch", "I", ebiten.KeyI, false, func(a *App) { a.NextCaught(false) }},
	{"catch-back", "Shift+I", ebiten.KeyI, true, func(a *App) { a.NextCaught(true) }},
	{"later", "O", ebiten.KeyO, false, func(a *App) { a.TouchChosen(panel.Catching{By: travel.CatchStep}) }},
	{"earlier", "Shift+O", ebiten.KeyO, true, func(a *App) { a.TouchChosen(panel.Catching{By: -travel.CatchStep}) }},
	{"lose", "Del", ebiten.KeyDelete, false, func(a *App) { a.TouchChosen(panel.Catching{Lose: true}) }},
	{"restart", "F5", ebiten.KeyF5, false, (*App).restart},
	{"guests", "Shift+F5", ebiten.KeyF5, true, (*App).rerunGuests},
	{"slower", "[", ebiten.KeyBracketLeft, false, (*App).slower},
	{"faster", "]", ebiten.KeyBracketRight, false, (*App).faster},
	{"sound", "M", ebiten.KeyM, false, func(a *App) { a.hearing.Toggle() }},
	{"volume", "Shift+M", ebiten.KeyM, true, func(a *App) { a.hearing.TurnVolume() }},
	{"tab", "T", ebiten.KeyT, false, func(a *App) { a.Tabs.Next(1) }},
	{"pin", "Y", ebiten.KeyY, false, func(a *App) { a.pinClock(false) }},
	{"pin-more", "Shift+Y", ebiten.KeyY, true, func(a *App) { a.pinClock(true) }},
	{"save", "L", ebiten.KeyL, false, func(a *App) { a.share.SaveLog() }},
	{"record", "R", ebiten.KeyR, false, func(a *App) { a.rec.Record() }},
	{"unrecord", "Shift+R", ebiten.KeyR, true, func(a *App) { a.rec.Unrecord() }},
	{"print", "E", ebiten.KeyE, false, (*App).print},
	{"copy", "C", ebiten.KeyC, false, func(a *App) { a.share.Copy() }},
	{"ab", "Q", ebiten.KeyQ, false, (*App).toggleAB},
	{"wipe", "K", ebiten.KeyK, false, (*App).ToggleWipe},
	{"keep-a", "Shift+Q", ebiten.KeyQ, true, (*App).keepA},
	{"focus", "F", ebiten.KeyF, false, (*App).toggleFocus},
	{"follow", "Shift+F", ebiten.KeyF, true, (*App).followCuts},
	{"ghosts", "G", ebiten.KeyG, false, func(a *App) { a.Deck.Ghosts = !a.Deck.Ghosts }},
	{"packets", "P", ebiten.KeyP, false, func(a *App) { a.Deck.Packets = !a.Deck.Packets }},
	{"page-up", "PgUp", ebiten.KeyPageUp, false, func(a *App) { a.page(-1) }},
	{"page-down", "PgDn", ebiten.KeyPageDown, false, func(a *App) { a.page(1) }},
	{"swap", "X", ebiten.KeyX, false, func(a *App) { a.controls.swapDelays() }},
	{"seed", "N", ebiten.KeyN, false, (*App).newSeed},
	{"blind", "B", ebiten.KeyB, false, func(a *App) { a.blind.Toggle() }},
	{"watch", "F2", ebiten.KeyF2, false, func(a *App) { a.showView(config.WatchView) }},
	{"lab", "F3", ebiten.KeyF3, false, func(a *App) { a.showView(config.LabView) }},
	{"diagram", "F4", ebiten.KeyF4, false, func(a *App) { a.showView(config.DiagramView) }},
	{"numbers", "F6", ebiten.KeyF6, false, (*App).toggleNumbers},
	{"symptoms", "F7", ebiten.KeyF7, false, func(a *App) { a.lessons.ToggleSymptoms() }},
	{"full", "F11", ebiten.KeyF11, false, func(*App) { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }},
	{"spotlight", "U", ebiten.KeyU, false, (*App).toggleSpotlight},
	{"pen", "J", ebiten.KeyJ, false, (*App).togglePen},
	{"help", "H", ebiten.KeyH, false, (*App).toggleHelp},
	{"release", "Esc", ebiten.KeyEscape, false, (*App).release},
}, lessonKeys()...)

// shortcuts acts on the keys that went down in this update.
func (a *App) shortcuts() {
	if (ebiten.IsKeyPressed(ebiten.KeyControl) || ebiten.IsKeyPressed(ebiten.KeyMeta)) && (a.zoomKeys() || a.UndoKeys()) {
		return
	}
	if a.lessons.Keys(waitsForAnswer) {
		return
	}
	shift := ebiten.IsKeyPressed(ebiten.KeyShift)
	for i := range shortcuts {
		if s := &shortcuts[i]; s.shift == shift && (inpututil.IsKeyJustPressed(s.key) || slices.Contains(again, s.name) && widgets.KeyRepeats(s.key) && !a.Underway()) {
			s.do(a)
		}
	}
}

// again has the shortcuts that do what they do again and again while their key is held down.
var again = []string{"step", "back", "packet", "packet-back"}

// zoomKeys acts on the keys that, with Ctrl, make text and controls larger and smaller. It reports
// whether one went down.
func (a *App) zoomKeys() bool {
	pressed := inpututil.IsKeyJustPressed
	switch {
	case pressed(ebiten.KeyEqual), pressed(ebiten.KeyNumpadAdd), pressed(ebiten.KeyBracketRight): // + on German keyboards
		a.zoom(1)
	case pressed(ebiten.KeyMinus), pressed(ebiten.KeyNumpadSubtract), pressed(ebiten.KeySlash): // − on German keyboards
		a.zoom(-1)
	case pressed(ebiten.KeyDigit0), pressed(ebiten.KeyNumpad0):
		a.prefer(func(s *config.Settings) { s.Scale = config.Defaults().Scale })
	default:
		return false
	}
	return true
}

// lessonKeys are the digits, which start the first lessons while their list is open: elsewhere one that was meant for a field, and typed
// beside it, would replace what a person has made by a lesson. Over the table of clients they are the number of one.
func lessonKeys() (keys []shortcut) {
	for i := range 10 {
		shown := ""
		if i == 1 {
			shown = "1 … 9"
		}
		keys = append(keys, shortcut{"lesson", shown, ebiten.Key0 + ebiten.Key(i), false, func(a *App) {
			if a.lessons.Picker.Open && i > 0 {
				a.lessons.Start(i, 0)
			} else if a.pointer.Over(a.Regions.Clients) {
				a.Clients.Typed(i)
			}
		}})
	}
	return keys
}

// allowedMeanwhile are the shortcuts that tell nothing of what a question asks for and change nothing of it.
var allowedMeanwhile = map[string]bool{"full": true, "help": true, "sound": true, "volume": true, "focus": true, "watch": true, "lesson": true, "restart": true, "ghosts": true, "packets": true, "spotlight": true, "pen": true, "numbers": true}

// waitsForAnswer says whether a shortcut has gone down that waits for the answer to a question.
func waitsForAnswer(down func(ebiten.Key) bool) bool {
	return slices.ContainsFunc(shortcuts, func(s shortcut) bool { return !s.shift && down(s.key) && !allowedMeanwhile[s.name] })
}
