package ui

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// closingPanel asks what becomes of a film when the window is closed before it is made.
type closingPanel struct{ *widgets.Popover }

// The panel's width at scale 1.
const closingWidth = 520

// buildClosing makes the panel for the present scale and language. What was open stays open.
func (a *App) buildClosing(theme *widgets.Theme) {
	p := &a.rec.ask
	p.Popover = theme.Popover(theme.Column(
		theme.Heading(a.Words.T("recording.closing"), ""),
		theme.Label(a.Words.T("recording.closing-text"), "", theme.Px(closingWidth-24)),
		theme.Equal(
			theme.Button(a.Words.T("recording.finish"), a.Words.T("recording.finish-tip"), func() { a.endWith(true) }),
			theme.Button(a.Words.T("recording.drop"), a.Words.T("recording.drop-tip"), func() { a.endWith(false) }),
			theme.Button(a.Words.T("recording.stay"), a.Words.T("recording.stay-tip"), func() { a.stay() }),
		),
	), a.stay)
}

// closing acts on the wish to close the window, and returns [ebiten.Termination] once it may close: a
// film that is not made yet, or a recording that runs, is asked about first.
func (a *App) closing(wished bool) error {
	r := &a.rec
	if wished {
		if !a.filmsWait() {
			a.dropRecording()
			return ebiten.Termination
		}
		a.help.open = false
		r.question = true
		a.askClosing()
	}
	if r.ending {
		return ebiten.Termination
	}
	return nil
}

// filmsWait says whether something would be lost: a film that is not made yet, or a recording of any length.
func (a *App) filmsWait() bool {
	from, to := a.marked()
	return a.rec.on && from < to || slices.ContainsFunc(a.rec.films, func(f *making) bool { return !f.begun() || !f.over() })
}

// placeClosing shows the question anew in a window of another size or language.
func (a *App) placeClosing() {
	if a.rec.question && !a.rec.ending {
		a.askClosing()
	}
}

// askClosing shows the question in the middle of the window.
func (a *App) askClosing() {
	if a.ui == nil {
		return
	}
	z := float32(a.Scale)
	_, h := a.rec.ask.PreferredSize()
	w := min(closingWidth*z, float32(a.Width))
	a.rec.ask.Open(a.root, panel.NewRect((float32(a.Width)-w)/2, (float32(a.Height)-float32(h))/3, w, float32(h)).Pixels())
}

// stay takes the wish back.
func (a *App) stay() {
	a.rec.question = false
	a.rec.ask.Close()
}

// endWith closes the window. Films are made to their ends without it, or given up.
func (a *App) endWith(films bool) {
	r := &a.rec
	if films {
		if r.on && a.Session.Now() == r.from { // there is nothing to film
			a.dropRecording()
		}
		if err := a.endRecording(); err != nil {
			a.stay()
			a.ShowOutcome("", err)
			return
		}
	} else {
		a.abandonFilms()
	}
	a.stay()
	r.ending = true
}

// abandonFilms gives up what is not a film yet. The sessions stay.
func (a *App) abandonFilms() {
	if said := a.leaveRecording(); said != "" {
		a.rec.last = append(a.rec.last, said)
	}
	a.rec.abandon()
}

// stopped closes the window at once, as another program or Ctrl-C in the terminal wants: nobody may be there to be
// asked.
func (a *App) stopped() error {
	a.abandonFilms()
	a.rec.ending = true
	return ebiten.Termination
}
