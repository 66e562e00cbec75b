package recording

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
func (r *Room) buildClosing(theme *widgets.Theme) {
	p := &r.ask
	p.Popover = theme.Popover(theme.Column(
		theme.Heading(r.picture.Words.T("recording.closing"), ""),
		theme.Label(r.picture.Words.T("recording.closing-text"), "", theme.Px(closingWidth-24)),
		theme.Equal(
			theme.Button(r.picture.Words.T("recording.finish"), r.picture.Words.T("recording.finish-tip"), func() { r.endWith(true) }),
			theme.Button(r.picture.Words.T("recording.drop"), r.picture.Words.T("recording.drop-tip"), func() { r.endWith(false) }),
			theme.Button(r.picture.Words.T("recording.stay"), r.picture.Words.T("recording.stay-tip"), func() { r.stay() }),
		),
	), r.stay)
}

// Closing acts on the wish to close the window, and returns [ebiten.Termination] once it may close: a
// film that is not made yet, or a recording that runs, is asked about first.
func (r *Room) Closing(wished bool) error {
	if wished {
		if !r.wait() {
			r.drop()
			return ebiten.Termination
		}
		r.question = true
		r.askClosing()
	}
	if r.ending {
		return ebiten.Termination
	}
	return nil
}

// wait says whether something would be lost: a film that is not made yet, or a recording of any length.
func (r *Room) wait() bool {
	from, to := r.marked()
	return r.on && from < to || slices.ContainsFunc(r.films, func(f *making) bool { return !f.begun() || !f.over() })
}

// PlaceQuestion shows the question anew in a window of another size or language.
func (r *Room) PlaceQuestion() {
	if r.question && !r.ending {
		r.askClosing()
	}
}

// askClosing shows the question in the middle of the window.
func (r *Room) askClosing() {
	if r.window.Root() == nil {
		return
	}
	z := float32(r.picture.Scale)
	_, h := r.ask.PreferredSize()
	w := min(closingWidth*z, float32(r.picture.Width))
	r.ask.Open(r.window.Root(), panel.NewRect((float32(r.picture.Width)-w)/2, (float32(r.picture.Height)-float32(h))/3, w, float32(h)).Pixels())
}

// stay takes the wish back.
func (r *Room) stay() {
	r.question = false
	r.ask.Close()
}

// endWith closes the window. Films are made to their ends without it, or given up.
func (r *Room) endWith(films bool) {
	if films {
		if r.on && r.picture.Session.Now() == r.from { // there is nothing to film
			r.drop()
		}
		if err := r.end(); err != nil {
			r.stay()
			r.lines.ShowOutcome("", err)
			return
		}
	} else {
		r.abandonFilms()
	}
	r.stay()
	r.ending = true
}

// abandonFilms gives up what is not a film yet. The sessions stay.
func (r *Room) abandonFilms() {
	if said := r.leave(); said != "" {
		r.last = append(r.last, said)
	}
	r.abandon()
}

// Stop closes the window at once, as another program or Ctrl-C in the terminal wants: nobody may be there to be
// asked.
func (r *Room) Stop() error {
	r.abandonFilms()
	r.ending = true
	return ebiten.Termination
}
