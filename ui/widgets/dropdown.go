package widgets

import (
	"cmp"
	"fmt"
	"image"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A DropdownConfig describes a dropdown.
type DropdownConfig struct {
	Label    string   // left of the box; without it the box is as wide as the row
	Tip      string   // tooltip, may be empty
	Entries  []string // at least one
	Shown    []string // shorter texts for the box
	Bare     bool     // the box is visible only under the mouse, and its text is dim and at the right
	Mark     float64  // room for a mark before the text, in points
	Selected int      // index of the entry at the start

	// OnReset, which may be nil, is called for a double click on the label.
	OnReset func()

	// OnSelect is called with the index of the entry that a person chose, if it is another than before.
	OnSelect func(i int)
}

// maxEntries is how many entries a list shows without scrolling.
const maxEntries = 12

// A Dropdown shows one of several entries, and all of them in a list when it is clicked on: ebitenui's
// combo button with ebitenui's list. ebitenui's ListComboButton, which is both, has its text in the
// middle, no arrow, and no way up for its list.
//
// Up and Down open the list and go through it, Enter or Space takes an entry, Escape closes it.
type Dropdown struct {
	*widget.Container
	theme    *Theme
	config   DropdownConfig
	combo    *widget.ComboButton
	button   *widget.Button // the combo's
	list     popup
	selected int     // what the program knows
	shown    shown   // what the box says
	beside   float64 // the box's width that its text can't use, in points
}

// shown is an entry in a box of a width.
type shown struct{ entry, width int }

// Dropdown returns a dropdown.
func (t *Theme) Dropdown(c DropdownConfig) (*Dropdown, error) {
	if c.Selected < 0 || c.Selected >= len(c.Entries) {
		return nil, fmt.Errorf("dropdown %q: entry %d is outside 0..%d", c.Label, c.Selected, len(c.Entries)-1)
	}
	d := &Dropdown{theme: t, config: c, selected: c.Selected}
	d.list.List = d.newList()
	if c.Shown == nil {
		d.config.Shown = c.Entries
	}
	wide := 0.0
	for _, e := range d.config.Shown {
		wide = max(wide, float64(t.width(e))/t.scale)
	}
	if c.Label != "" {
		wide = 0 // the row decides its width
	}
	left, right := gap+c.Mark, arrowSize+gap
	look, ink, at := t.art.dropdown, t.palette.Text, widget.TextPositionStart
	if c.Bare {
		look, ink, at, right = t.art.bare, t.palette.TextDim, widget.TextPositionEnd, right+4
	}
	d.beside = left + right
	d.combo = widget.NewComboButton(
		widget.ComboButtonOpts.Content(&d.list),
		widget.ComboButtonOpts.MaxContentHeight(t.Px(float64(t.sizes.most)*t.sizes.entry+2*listFrame)),
		widget.ComboButtonOpts.ButtonOpts(
			func(b *widget.Button) { d.button, d.list.button = b, b },
			widget.ButtonOpts.Image(look),
			widget.ButtonOpts.Text(d.config.Shown[c.Selected], &t.face, &widget.ButtonTextColor{Idle: ink}),
			widget.ButtonOpts.TextPosition(at, widget.TextPositionCenter),
			widget.ButtonOpts.TextPadding(t.insets(left, textDrop, right, 0)),
			widget.ButtonOpts.WidgetOpts(t.atLeast(left+wide+right, t.sizes.box)),
		),
	)
	d.combo.GetWidget() // makes the button
	if c.Label == "" {
		d.Container = t.stack(d.combo)
	} else {
		d.Container = t.row(t.rowLabel(c.Label, c.OnReset), d.combo)
	}
	says := func() Said { return Said{cmp.Or(c.Label, c.Tip), "list", d.marked()} }
	d.button.GetWidget().CustomData, d.list.GetWidget().CustomData = says, says
	t.tip(c.Tip)(d.GetWidget())
	return d, nil
}

func (d *Dropdown) newList() *widget.List {
	t, c := d.theme, d.config
	entries := make([]any, len(c.Entries))
	for i := range entries {
		entries[i] = i
	}
	end := widget.ListOpts.HideVerticalSlider()
	if len(entries) > t.sizes.most {
		handle := t.Px(4 * barWidth)
		end = widget.ListOpts.SliderParams(&widget.SliderParams{HandleImage: t.art.bar, MinHandleSize: &handle})
	}
	air := (t.sizes.entry - entryHeight) / 2
	list := widget.NewList(
		widget.ListOpts.ContainerOpts(func(c *widget.Container) { d.list.parts = c }),
		widget.ListOpts.Entries(entries),
		widget.ListOpts.EntryLabelFunc(func(e any) string { return c.Entries[e.(int)] }),
		widget.ListOpts.EntryFontFace(&t.face),
		widget.ListOpts.EntryTextPosition(widget.TextPositionStart, widget.TextPositionCenter),
		widget.ListOpts.EntryTextPadding(t.insets(gap, 4+air, gap, 4+air)),
		widget.ListOpts.EntryColor(&widget.ListEntryColor{
			Unselected: t.palette.Text, FocusedBackground: t.shade(0.16), SelectingBackground: t.shade(0.10),
			Selected: t.palette.OnChosen, SelectedBackground: t.palette.Chosen,
			SelectedFocusedBackground: t.palette.Chosen, SelectingFocusedBackground: t.palette.Chosen,
		}),
		widget.ListOpts.ScrollContainerImage(t.art.popup),
		widget.ListOpts.ScrollContainerPadding(widget.NewInsetsSimple(t.Px(listFrame))),
		widget.ListOpts.AllowReselect(), // which closes the list
		widget.ListOpts.HideHorizontalSlider(), end,
		widget.ListOpts.EntrySelectedHandler(func(*widget.ListEntrySelectedEventArgs) { d.heed() }),
	)
	list.Validate() // a combo button does not do it
	list.SetSelectedEntry(d.selected)
	return list
}

// heed reads the list's choice. If it differs from what the program set, a person chose it.
func (d *Dropdown) heed() {
	d.combo.ContentVisible = false
	if i := d.list.SelectedEntry().(int); i != d.selected {
		d.selected = i
		if d.config.OnSelect != nil {
			d.config.OnSelect(i)
		}
	}
}

// Box returns the part that is pressed.
func (d *Dropdown) Box() widget.HasWidget { return d.combo }

// Selected returns the index of the entry that is shown.
func (d *Dropdown) Selected() int { return d.selected }

// Select shows an entry without a callback. An index that does not exist is ignored.
func (d *Dropdown) Select(i int) {
	if i >= 0 && i < len(d.config.Entries) && i != d.selected {
		d.selected = i
		d.list.SetSelectedEntry(i)
	}
}

func (d *Dropdown) Update(u *widget.UpdateObject) {
	d.Container.Update(u)
	x, y := input.CursorPosition()
	_, wheel := input.Wheel()
	keyboard := d.button.IsFocused()
	switch {
	case !keyboard && d.list.IsFocused(), // Tab went on
		inpututil.IsKeyJustPressed(ebiten.KeyEscape),
		wheel != 0 && !image.Pt(x, y).In(d.list.GetWidget().Rect):
		d.combo.ContentVisible = false
	case keyboard && (inpututil.IsKeyJustPressed(ebiten.KeyArrowDown) || inpututil.IsKeyJustPressed(ebiten.KeyArrowUp)):
		d.combo.ContentVisible = true
	}
	if on := keyboard && d.combo.ContentVisible; on != d.list.IsFocused() {
		d.list.Focus(on)
	}
	if d.combo.ContentVisible {
		d.theme.open = d
	} else if d.theme.open == d {
		d.theme.open = nil
	}
}

// Render implements ebitenui's widgets. What is shown is cut to the box, which ebitenui does not do.
func (d *Dropdown) Render(dst *ebiten.Image) {
	if now := (shown{d.selected, d.combo.GetWidget().Rect.Dx()}); now != d.shown {
		d.shown = now
		d.button.SetText(d.theme.cut(d.config.Shown[now.entry], now.width-d.theme.Px(d.beside)))
	}
	d.Container.Render(dst)
}

// A popup is the list of a dropdown.
type popup struct {
	*widget.List
	button *widget.Button
	parts  *widget.Container // what scrolls, and where there are many entries its bar
}

// PreferredSize implements ebitenui's widgets: no narrower than the button.
func (p *popup) PreferredSize() (w, h int) {
	w, h = p.List.PreferredSize()
	return max(w, p.button.GetWidget().Rect.Dx()), h
}

// SetLocation implements ebitenui's widgets. The list goes below the combo button, or above it if it would
// cross the window's edge there, and as far left as it must.
func (p *popup) SetLocation(r image.Rectangle) {
	window, button := input.GetWindowSize(), p.button.GetWidget().Rect
	if r.Max.Y > window.Y {
		space := r.Min.Y - button.Max.Y
		r = r.Add(image.Pt(0, button.Min.Y-space-r.Max.Y))
	}
	p.List.SetLocation(r.Add(image.Pt(min(window.X-r.Max.X, 0), 0)))
}

// Render implements ebitenui's widgets. A list draws through images as large as what it draws on.
func (p *popup) Render(dst *ebiten.Image) { p.List.Render(upTo(dst, p.GetWidget().Rect)) }
