package ui

import (
	"fmt"
	"image"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/widgets"
)

// blindPad is the room inside the card's edge, at scale 1.
const blindPad = 5

// blindCard is the controls of blind mode, in the place of all others, which would tell the truth.
type blindCard struct {
	widgets.Child
	scroll  *widgets.Scroll // of the content, where the window is too low for all of it
	content *widget.Container
	heading *widget.Text
	intro   *widget.Text
	guess   *widgets.Slider
	client  *widgets.Dropdown
	reveal  *widgets.Button
	told    *widget.Text
	shown   bool // what the widgets show is that it is revealed
}

// buildBlind makes the card for the present scale.
func (a *App) buildBlind(theme *widgets.Theme) error {
	b := &a.blind
	k := &b.card
	width := theme.Px(controlsWidth - 30) // beside the bar of the scroll
	var err error
	k.guess, err = theme.Slider(widgets.SliderConfig{Label: a.words.T("blind.guess"), Tip: a.words.T("blind.guess-tip"),
		Min: -300, Max: 300, Step: 1, Value: b.guess,
		Format:   func(v float64) string { return string(new(pen).signed(v, 0).text(" ms").buf) },
		OnChange: func(v float64) { b.guess = v }})
	if err != nil {
		return err
	}
	what, err := theme.Dropdown(widgets.DropdownConfig{Label: a.words.T("blind.what"), Tip: a.words.T("blind.what-tip"),
		Entries:  []string{a.words.T("blind.what-error"), a.words.T("blind.what-asymmetry")},
		Selected: b.what, OnSelect: func(i int) {
			b.what = i
			b.hideAgain()
		}})
	if err != nil {
		return err
	}
	var names []string
	for n := 1; n <= a.session.Clients(); n++ {
		names = append(names, fmt.Sprintf("%s %d", a.words.T("blind.client"), n))
	}
	k.client, err = theme.Dropdown(widgets.DropdownConfig{Label: a.words.T("blind.client"), Tip: a.words.T("blind.client-tip"),
		Entries: names, Selected: a.deck.chosen - 1, OnSelect: func(i int) {
			a.choose(i + 1)
			b.hideAgain()
		}})
	if err != nil {
		return err
	}
	k.told = theme.Label("", "", width)
	k.reveal = theme.Button(a.words.T("blind.reveal"), a.words.T("blind.reveal-tip"), func() {
		if b.revealed {
			b.hideAgain()
		} else {
			a.reveal()
		}
	})
	k.heading = theme.Heading(a.words.T("blind.heading"), a.words.T("blind.heading-tip"))
	k.intro = theme.Note(a.words.T("blind.intro"), "", width)
	k.content = theme.Column(
		k.heading, k.intro,
		k.client, what, k.guess, k.reveal, k.told,
		theme.Equal(
			theme.Button(a.words.T("blind.riddle"), a.words.T("blind.riddle-tip"), a.riddle),
		),
		theme.Button(a.words.T("blind.end"), a.words.T("blind.end-tip"), a.toggleBlind),
	)
	k.scroll = theme.Scroll(k.content)
	k.Child = theme.Panel(k.scroll, blindPad)
	return nil
}

// show puts the card into the place of the controls, or these back.
func (k *blindCard) show(a *App) {
	if a.root == nil {
		return
	}
	if a.controls.scroll != nil {
		a.controls.scroll.GetWidget().SetVisibility(visible(!a.blind.on))
	}
	if d := &a.controls.drawer; d.rail != nil {
		d.rail.GetWidget().SetVisibility(visible(!a.blind.on))
		if a.blind.on && d.shown {
			d.shown = false
			d.popover.Close()
		}
	}
	there := a.blind.on && (!a.layout.watching || a.layout.watch.guess.h > 0)
	if k.GetWidget().SetVisibility(visible(there)); there {
		k.place(a)
	}
}

func visible(on bool) widget.Visibility {
	if on {
		return widget.Visibility_Show
	}
	return widget.Visibility_Hide
}

// place puts the card into the controls' column or, in the Watch view, into its own, as high as it wants to be. In narrow windows, where
// the column is a drawer, it lies over the host's viewport, in which there is nothing to be seen.
func (k *blindCard) place(a *App) {
	z := float32(a.scale)
	r := a.layout.controls
	if a.layout.watching {
		r = a.layout.watch.guess
	}
	high := func() float32 {
		_, h := k.content.PreferredSize()
		return float32(h) + 2*blindPad*z + 2
	}
	k.told.GetWidget().SetVisibility(visible(a.blind.told != ""))
	room := r.h - 12*z
	for _, about := range []*widget.Text{k.heading, k.intro} {
		about.GetWidget().SetVisibility(widget.Visibility_Show)
	}
	for _, about := range []*widget.Text{k.intro, k.heading} { // the bottom bar says it too
		if high() > room {
			about.GetWidget().SetVisibility(widget.Visibility_Hide)
		}
	}
	a.root.Place(k.Child, rect{r.x + 2*z, r.y + 6*z, r.w - 2*z, min(high(), room)}.pixels())
}

// shield keeps presses on the card from what lies under it.
func (k *blindCard) shield(a *App) {
	if a.blind.on && image.Pt(int(a.pointer.x), int(a.pointer.y)).In(k.GetWidget().Rect) {
		a.pointer.pressed, a.pointer.wheel = false, 0
	}
}

// refresh brings the card up to the mode.
func (k *blindCard) refresh(a *App) {
	b := &a.blind
	if k.Child == nil || !b.on {
		return
	}
	k.client.Select(a.deck.chosen - 1)
	k.guess.SetValue(b.guess)
	if k.told.Label != b.told || k.shown != b.revealed {
		k.told.Label, k.shown = b.told, b.revealed
		text := a.words.T("blind.reveal")
		if b.revealed {
			text = a.words.T("blind.hide")
			k.scroll.ShowFrom(k.reveal) // and what it has told, under it
		}
		k.reveal.SetText(text)
		k.show(a)
		a.root.RequestRelayout()
	}
}
