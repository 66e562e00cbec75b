package ui

import (
	"fmt"
	"image"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/panel"
	"driftlab/ui/picture"
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
	width := theme.Px(picture.ControlsWidth - 30) // beside the bar of the scroll
	var err error
	k.guess, err = theme.Slider(widgets.SliderConfig{Label: a.Words.T("blind.guess"), Tip: a.Words.T("blind.guess-tip"),
		Min: -300, Max: 300, Step: 1, Value: b.guess,
		Format:   func(v float64) string { return string(new(panel.Pen).Signed(v, 0).Text(" ms").Buf) },
		OnChange: func(v float64) { b.guess = v }})
	if err != nil {
		return err
	}
	what, err := theme.Dropdown(widgets.DropdownConfig{Label: a.Words.T("blind.what"), Tip: a.Words.T("blind.what-tip"),
		Entries:  []string{a.Words.T("blind.what-error"), a.Words.T("blind.what-asymmetry")},
		Selected: b.what, OnSelect: func(i int) {
			b.what = i
			b.hideAgain()
		}})
	if err != nil {
		return err
	}
	var names []string
	for n := 1; n <= a.Session.Clients(); n++ {
		names = append(names, fmt.Sprintf("%s %d", a.Words.T("blind.client"), n))
	}
	k.client, err = theme.Dropdown(widgets.DropdownConfig{Label: a.Words.T("blind.client"), Tip: a.Words.T("blind.client-tip"),
		Entries: names, Selected: a.Deck.Chosen - 1, OnSelect: func(i int) {
			a.Choose(i + 1)
			b.hideAgain()
		}})
	if err != nil {
		return err
	}
	k.told = theme.Label("", "", width)
	k.reveal = theme.Button(a.Words.T("blind.reveal"), a.Words.T("blind.reveal-tip"), func() {
		if b.revealed {
			b.hideAgain()
		} else {
			a.reveal()
		}
	})
	k.heading = theme.Heading(a.Words.T("blind.heading"), a.Words.T("blind.heading-tip"))
	k.intro = theme.Note(a.Words.T("blind.intro"), "", width)
	k.content = theme.Column(
		k.heading, k.intro,
		k.client, what, k.guess, k.reveal, k.told,
		theme.Equal(
			theme.Button(a.Words.T("blind.riddle"), a.Words.T("blind.riddle-tip"), a.riddle),
		),
		theme.Button(a.Words.T("blind.end"), a.Words.T("blind.end-tip"), a.toggleBlind),
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
		a.controls.scroll.GetWidget().SetVisibility(visible(!a.blind.on && a.Regions.Controls.H > 0))
	}
	if d := &a.controls.drawer; d.rail != nil {
		d.rail.GetWidget().SetVisibility(visible(!a.blind.on))
		if a.blind.on && d.shown {
			d.shown = false
			d.popover.Close()
		}
	}
	there := a.blind.on && (a.Regions.Watching && a.Regions.Watch.Guess.H > 0 || !a.Regions.Watching && a.Regions.Controls.H > 0)
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
	z := float32(a.Scale)
	r := a.Regions.Controls
	if a.Regions.Watching {
		r = a.Regions.Watch.Guess
	}
	high := func() float32 {
		_, h := k.content.PreferredSize()
		return float32(h) + 2*blindPad*z + 2
	}
	k.told.GetWidget().SetVisibility(visible(a.blind.told != ""))
	room := r.H - 12*z
	for _, about := range []*widget.Text{k.heading, k.intro} {
		about.GetWidget().SetVisibility(widget.Visibility_Show)
	}
	for _, about := range []*widget.Text{k.intro, k.heading} { // the bottom bar says it too
		if high() > room {
			about.GetWidget().SetVisibility(widget.Visibility_Hide)
		}
	}
	a.root.Place(k.Child, panel.NewRect(r.X+2*z, r.Y+6*z, r.W-2*z, min(high(), room)).Pixels())
}

// shield keeps presses on the card from what lies under it.
func (k *blindCard) shield(a *App) {
	if a.blind.on && image.Pt(int(a.pointer.X), int(a.pointer.Y)).In(k.GetWidget().Rect) {
		a.pointer.Pressed, a.pointer.Wheel = false, 0
	}
}

// refresh brings the card up to the mode.
func (k *blindCard) refresh(a *App) {
	b := &a.blind
	if k.Child == nil || !b.on {
		return
	}
	k.client.Select(a.Deck.Chosen - 1)
	k.guess.SetValue(b.guess)
	if k.told.Label != b.told || k.shown != b.revealed {
		k.told.Label, k.shown = b.told, b.revealed
		text := a.Words.T("blind.reveal")
		if b.revealed {
			text = a.Words.T("blind.hide")
			k.scroll.ShowFrom(k.reveal) // and what it has told, under it
		}
		k.reveal.SetText(text)
		k.show(a)
		a.root.RequestRelayout()
	}
}
