package widgets

import (
	"fmt"
	"image"
	"math"

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
	Selected int      // index of the entry at the start

	// OnSelect is called with the index of the entry that a person chose, if it is another than before.
	OnSelect func(i int)
}

// A Dropdown shows one of several entries, and all of them in a popup when it is clicked. The popup
// opens upwards where there is more room. Up and Down go through the entries, Enter or Space opens and
// takes, Escape closes.
type Dropdown struct {
	control
	config   DropdownConfig
	label    caption
	shown    caption
	rows     []caption
	selected int

	open   bool
	popup  *widget.Widget // takes the mouse while open
	lit    int            // the entry under the mouse or the keyboard
	first  int            // the entry at the top of the popup, when not all fit
	count  int            // the entries that fit
	mouseY int            // at the last update: an unmoved mouse does not take the light from the keys
}

// Dropdown returns a dropdown.
func (t *Theme) Dropdown(c DropdownConfig) (*Dropdown, error) {
	if c.Selected < 0 || c.Selected >= len(c.Entries) {
		return nil, fmt.Errorf("dropdown %q: entry %d is outside 0..%d", c.Label, c.Selected, len(c.Entries)-1)
	}
	d := &Dropdown{config: c, label: caption{full: c.Label}, selected: c.Selected, rows: make([]caption, len(c.Entries))}
	for i, e := range c.Entries {
		d.rows[i].full = e
	}
	d.shown.full = c.Entries[c.Selected]
	d.init(t, d, c.Tip, func() {
		if c.OnSelect != nil {
			c.OnSelect(d.selected)
		}
	}, d.clicked(d.toggle))
	d.popup = widget.NewWidget(
		widget.WidgetOpts.TrackHover(true),
		d.clicked(func() { d.take(d.lit) }),
		widget.WidgetOpts.ScrolledHandler(func(a *widget.WidgetScrolledEventArgs) {
			d.scroll(d.first - int(math.Copysign(math.Ceil(math.Abs(a.Y)), a.Y)))
		}),
	)
	return d, nil
}

// Selected returns the index of the entry that is shown.
func (d *Dropdown) Selected() int { return d.selected }

// Select shows an entry without a callback. An index that does not exist is ignored.
func (d *Dropdown) Select(i int) {
	if i >= 0 && i < len(d.rows) {
		d.selected = i
		d.shown.set(d.rows[i].full)
	}
}

// Open reports whether the popup is open.
func (d *Dropdown) Open() bool { return d.open }

func (d *Dropdown) toggle() {
	d.open = !d.open
	d.lit = d.selected
	d.count = len(d.rows)
	d.place(input.GetWindowSize().Y)
	d.scroll(d.selected - d.count/2)
	_, d.mouseY = input.CursorPosition()
}

// take closes the popup and selects an entry as a person's choice.
func (d *Dropdown) take(i int) {
	d.open = false
	if i != d.selected {
		d.Select(i)
		d.acted.Fire(nil)
	}
}

// scroll puts an entry at the top of the popup, as far as that is possible.
func (d *Dropdown) scroll(first int) { d.first = min(max(first, 0), len(d.rows)-d.count) }

// Focus implements [widget.Focuser]. The popup closes when the keyboard leaves.
func (d *Dropdown) Focus(on bool) {
	d.control.Focus(on)
	d.open = d.open && on
}

// Update implements ebitenui's widgets.
func (d *Dropdown) Update(u *widget.UpdateObject) {
	d.control.Update(u)
	if d.open {
		d.popup.Update(u)
		d.point()
	}
	if d.focused && !d.widget.Disabled {
		d.keys()
	}
	if d.open && inpututil.IsKeyJustPressed(ebiten.KeyEscape) {
		d.open = false
	}
}

// point follows the mouse, and closes the popup for a press beside it.
func (d *Dropdown) point() {
	x, y := input.CursorPosition()
	p := image.Pt(x, y)
	if p.In(d.popup.Rect) {
		if y != d.mouseY || input.MouseButtonJustPressed(ebiten.MouseButtonLeft) {
			row := (y - d.popup.Rect.Min.Y - d.pad()) / d.rowHeight()
			d.lit = d.first + min(max(row, 0), d.count-1)
		}
	} else if input.MouseButtonJustPressed(ebiten.MouseButtonLeft) && !p.In(d.widget.Rect) {
		d.open = false
	}
	d.mouseY = y
}

func (d *Dropdown) keys() {
	move := 0
	if repeats(ebiten.KeyArrowUp) {
		move--
	}
	if repeats(ebiten.KeyArrowDown) {
		move++
	}
	switch {
	case d.submitted() && d.open:
		d.take(d.lit)
	case d.submitted():
		d.toggle()
	case move != 0 && d.open:
		d.lit = min(max(d.lit+move, 0), len(d.rows)-1)
		d.scroll(min(max(d.first, d.lit-d.count+1), d.lit))
	case move != 0:
		d.take(min(max(d.selected+move, 0), len(d.rows)-1))
	}
}

// SetupInputLayer implements ebitenui's input layers: the open popup lies above everything.
func (d *Dropdown) SetupInputLayer(later input.DeferredSetupInputLayerFunc) {
	if !d.open {
		return
	}
	later(func(input.DeferredSetupInputLayerFunc) {
		d.popup.ElevateToNewInputLayer(&input.Layer{
			DebugLabel: "dropdown",
			EventTypes: input.LayerEventTypeAll,
			BlockLower: true,
			RectFunc:   func() image.Rectangle { return d.popup.Rect },
		})
	})
}

// PreferredSize implements ebitenui's widgets.
func (d *Dropdown) PreferredSize() (w, h int) {
	t := d.theme
	for i := range d.rows {
		w = max(w, int(math.Ceil(t.face.width(d.rows[i].full))))
	}
	w += t.Px(16 + arrowSize + gap)
	if d.config.Label != "" {
		w += t.Px(labelWidth)
	}
	return max(w, d.widget.MinWidth), max(t.Px(rowHeight), d.widget.MinHeight)
}

// box returns the part of the row that can be clicked on.
func (d *Dropdown) box() image.Rectangle {
	r := d.widget.Rect
	if d.config.Label != "" {
		r.Min.X += d.theme.Px(labelWidth)
	}
	return r
}

func (d *Dropdown) rowHeight() int { return d.theme.Px(26) }

// pad returns the popup's frame around its rows.
func (d *Dropdown) pad() int { return d.theme.Px(4) }

// place puts the popup below the box or, where there is more room, above it.
func (d *Dropdown) place(windowHeight int) {
	b, away := d.box(), d.theme.Px(3)
	want := len(d.rows)*d.rowHeight() + 2*d.pad()
	below, above := windowHeight-b.Max.Y-2*away, b.Min.Y-2*away
	room := below
	if want > below && above > below {
		room = above
	}
	d.count = min(max((room-2*d.pad())/d.rowHeight(), 1), len(d.rows))
	d.scroll(d.first)
	d.popup.Rect = image.Rect(b.Min.X, 0, b.Max.X, d.count*d.rowHeight()+2*d.pad())
	if room == above && room != below {
		d.popup.Rect = d.popup.Rect.Add(image.Pt(0, b.Min.Y-away-d.popup.Rect.Dy()))
	} else {
		d.popup.Rect = d.popup.Rect.Add(image.Pt(0, b.Max.Y+away))
	}
}

// Render implements ebitenui's widgets.
func (d *Dropdown) Render(dst *ebiten.Image) {
	d.widget.Render(dst)
	if !d.shows(dst) {
		d.open = false
		return
	}
	t, box := d.theme, d.box()
	back, ink, arrow := t.art.button, t.palette.Text, t.art.arrow
	switch {
	case d.widget.Disabled:
		ink, arrow = mix(t.palette.Panel, t.palette.TextDim, 0.6), t.art.arrowOff
	case d.open || d.pressed:
		back = t.art.buttonPressed
	case d.hot():
		back = t.art.buttonHover
	}
	label, entry, end := d.widget.Rect, box, box
	label.Max.X = box.Min.X - t.Px(gap)
	end.Max.X -= t.Px(gap)
	end.Min.X = end.Max.X - t.Px(arrowSize)
	entry.Min.X, entry.Max.X = box.Min.X+t.Px(gap), end.Min.X-t.Px(4)
	t.brush.box(back, box)
	t.brush.stamp(arrow, end)
	d.ring(box)
	t.brush.flush(dst)
	t.face.write(dst, &d.label, label, left, ink)
	t.face.write(dst, &d.shown, entry, left, ink)
	if d.open {
		widget.AppendToDeferredRenderQueue(d.renderPopup)
	}
}

// renderPopup draws the open popup when everything else is drawn.
func (d *Dropdown) renderPopup(dst *ebiten.Image) {
	d.place(dst.Bounds().Max.Y)
	t, r, thin := d.theme, d.popup.Rect, max(d.theme.Px(3), 1)
	t.brush.box(t.art.popup, r)
	if d.lit >= d.first && d.lit < d.first+d.count {
		t.brush.box(t.art.entry, d.row(d.lit))
	}
	if d.selected >= d.first && d.selected < d.first+d.count {
		mark := d.row(d.selected)
		mark.Min.Y, mark.Max.X, mark.Max.Y = mark.Min.Y+t.Px(6), mark.Min.X+thin, mark.Max.Y-t.Px(6)
		t.brush.box(t.art.on, mark)
	}
	// Entries beyond either end are announced by a bar at the side.
	if d.count < len(d.rows) {
		h, top := r.Dy()-2*d.pad(), r.Min.Y+d.pad()
		t.brush.box(t.art.barHot, image.Rect(r.Max.X-thin-1, top+h*d.first/len(d.rows),
			r.Max.X-1, top+h*(d.first+d.count)/len(d.rows)))
	}
	t.brush.flush(dst)
	for i := d.first; i < d.first+d.count; i++ {
		row := d.row(i)
		row.Min.X += t.Px(gap)
		row.Max.X -= t.Px(4)
		t.face.write(dst, &d.rows[i], row, left, t.palette.Text)
	}
}

// row returns the place of an entry in the popup.
func (d *Dropdown) row(i int) image.Rectangle {
	r := d.popup.Rect
	y := r.Min.Y + d.pad() + (i-d.first)*d.rowHeight()
	return image.Rect(r.Min.X+d.pad(), y, r.Max.X-d.pad(), y+d.rowHeight())
}
