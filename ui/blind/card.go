package blind

import (
	"fmt"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

// cardPad is the room inside the card's edge, in points.
const cardPad = 5

// card is the controls of blind mode, in the place of all others, which would tell the truth.
type card struct {
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

// Build makes the card for the present scale.
func (b *Room) Build(theme *widgets.Theme) error {
	k := &b.card
	const width = picture.ControlsWidth - 30 // beside the bar of the scroll
	said := func(name string) string { return b.picture.Words.T("blind." + name) }
	var err error
	k.guess, err = theme.Slider(widgets.SliderConfig{Label: said("guess"), Tip: said("guess-tip"),
		Min: -300, Max: 300, Step: 1, Value: b.Guess,
		Format:   func(v float64) string { return string(new(panel.Pen).Signed(v, 0).Text(" ms").Buf) },
		OnChange: func(v float64) { b.Guess = v }})
	if err != nil {
		return err
	}
	pick := func(name string, entries []string, selected int, choose func(i int)) (*widgets.Dropdown, error) {
		return theme.Dropdown(widgets.DropdownConfig{Label: said(name), Tip: said(name + "-tip"), Entries: entries, Selected: selected, OnSelect: func(i int) {
			choose(i)
			b.HideAgain()
		}})
	}
	what, err := pick("what", []string{said("what-error"), said("what-asymmetry")}, b.what, func(i int) { b.what = i })
	if err != nil {
		return err
	}
	var names []string
	for n := 1; n <= b.picture.Session.Clients(); n++ {
		names = append(names, fmt.Sprintf("%s %d", said("client"), n))
	}
	if k.client, err = pick("client", names, b.picture.Deck.Chosen-1, func(i int) { b.window.Choose(i + 1) }); err != nil {
		return err
	}
	k.told = theme.Label("", "", width)
	k.reveal = theme.Button(said("reveal"), said("reveal-tip"), func() {
		if b.revealed {
			b.HideAgain()
		} else {
			b.Reveal()
		}
	})
	k.heading, k.intro = theme.Heading(said("heading"), said("heading-tip")), theme.Note(said("intro"), "", width)
	k.content = theme.Column(k.heading, k.intro, k.client, what, k.guess, k.reveal, k.told, theme.Button(said("end"), said("end-tip"), b.Toggle))
	k.scroll = theme.Scroll(k.content)
	k.Child = theme.Panel(k.scroll, cardPad)
	return nil
}

// Show puts the card into the place of the controls, or these back.
func (b *Room) Show() {
	if b.window.Root() == nil {
		return
	}
	b.window.ShowControls()
	l := &b.picture.Regions
	there := b.on && (l.Watching && l.Watch.Guess.H > 0 || !l.Watching && l.Controls.H > 0)
	if b.card.GetWidget().SetVisibility(widgets.Visibility(there)); there {
		b.card.place(b)
	}
}

// place puts the card into the controls' column or, in the Watch view, into its own, as high as it wants to be. In narrow windows, where
// the column is a drawer, it lies over the host's viewport, in which there is nothing to be seen.
func (k *card) place(b *Room) {
	r := b.picture.Regions.Controls
	if b.picture.Regions.Watching {
		r = b.picture.Regions.Watch.Guess
	}
	high := func() float32 {
		_, h := b.window.Root().Size(k.content)
		return h + 2*cardPad + 2
	}
	k.told.GetWidget().SetVisibility(widgets.Visibility(b.told != ""))
	room := r.H - 12
	k.heading.GetWidget().SetVisibility(widget.Visibility_Show)
	k.intro.GetWidget().SetVisibility(widget.Visibility_Show)
	for _, about := range []*widget.Text{k.intro, k.heading} { // the bottom bar says it too
		about.GetWidget().SetVisibility(widgets.Visibility(high() <= room))
	}
	b.window.Root().Place(k.Child, panel.NewRect(r.X+2, r.Y+6, r.W-2, min(high(), room)))
}

// Shield keeps presses on the card from what lies under it.
func (b *Room) Shield(p *panel.Pointer) {
	if b.on && p.Over(b.window.Root().At(b.card)) {
		p.Pressed, p.Wheel = false, 0
	}
}

// Refresh brings the card up to the mode.
func (b *Room) Refresh() {
	k := &b.card
	if k.Child == nil || !b.on {
		return
	}
	k.client.Select(b.picture.Deck.Chosen - 1)
	k.guess.SetValue(b.Guess)
	if k.told.Label != b.told || k.shown != b.revealed {
		k.told.Label, k.shown = b.told, b.revealed
		text := b.picture.Words.T("blind.reveal")
		if b.revealed {
			text = b.picture.Words.T("blind.hide")
			k.scroll.ShowFrom(k.reveal, false) // and what it has told, under it
		}
		k.reveal.SetText(text)
		b.Show()
		b.window.Root().RequestRelayout()
	}
}

// Card returns what the mode's controls stand on.
func (b *Room) Card() widgets.Child { return b.card.Child }
