package widgets

import (
	"image"
	"slices"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A kept is the picture of a root's controls. ebitenui draws all of them in each frame, and allocates for every line of text and
// every piece of a picture. While nobody uses the controls and they look the same, this picture is drawn instead.
type kept struct {
	picture *ebiten.Image // as large as what is drawn on
	places  []image.Rectangle
	parts   []*ebiten.Image // of it, at these places: nothing is elsewhere
	valid   bool            // it shows what was seen
	calm    bool            // nobody used the controls in the last frame
	seen    []sight         // in the last frame
	now     []sight         // in this frame
	keys    []ebiten.Key    // scratch space for pressed keys
	options ebiten.DrawImageOptions
}

// A sight is what a widget shows: a widget with the same sight as in the last frame looks the same.
type sight struct {
	of       widget.HasWidget
	at       image.Rectangle
	disabled bool
	text     string
	value    int
	picture  any
	keyboard widget.Focuser // the widget that has it
}

// draw draws the controls of a root: the picture of them, or themselves.
func (k *kept) draw(r *Root, dst *ebiten.Image) {
	calm := !r.busy() && k.look(r)
	stays := calm && k.calm && slices.Equal(k.now, k.seen)
	k.calm, k.seen, k.now = calm, k.now, k.seen[:0]
	if !stays {
		k.valid = false
		r.Container.Render(dst)
		return
	}
	if !k.valid || k.picture.Bounds() != dst.Bounds() {
		k.renew(r, dst.Bounds())
	}
	for _, part := range k.parts {
		k.options.GeoM.Reset()
		k.options.GeoM.Translate(float64(part.Bounds().Min.X), float64(part.Bounds().Min.Y))
		dst.DrawImage(part, &k.options)
	}
}

// renew draws the picture again.
func (k *kept) renew(r *Root, size image.Rectangle) {
	if k.picture == nil || k.picture.Bounds() != size {
		if k.picture != nil {
			k.picture.Deallocate()
		}
		k.picture = ebiten.NewImage(size.Dx(), size.Dy())
	}
	k.picture.Clear()
	r.Container.Render(k.picture)
	k.places, k.parts, k.valid = k.places[:0], k.parts[:0], true
	for _, ch := range r.Children() {
		if ch.GetWidget().IsVisible() {
			k.places = apart(k.places, r.places[ch].Inset(-r.theme.Px(beyond)).Intersect(size))
		}
	}
	for _, at := range k.places {
		k.parts = append(k.parts, k.picture.SubImage(at).(*ebiten.Image))
	}
}

// beyond is how far letters may reach beyond their controls, in points.
const beyond = rowHeight

// apart adds a place to some that don't overlap, and merges it with those that it would overlap.
func apart(places []image.Rectangle, at image.Rectangle) []image.Rectangle {
	for i := 0; i < len(places); i++ {
		if places[i].Overlaps(at) {
			at = at.Union(places[i])
			places, i = slices.Delete(places, i, i+1), -1
		}
	}
	if at.Empty() {
		return places
	}
	return append(places, at)
}

// look notes what all controls show, and reports whether it knows all of them.
func (k *kept) look(r *Root) bool {
	all, mouse := r.Children(), image.Pt(input.CursorPosition())
	k.now = append(k.now, sight{of: r, keyboard: r.focused})
	for _, ch := range all {
		if !ch.GetWidget().IsVisible() {
			continue
		}
		k.now = append(k.now, sight{of: ch, at: r.places[ch]}) // where it may not be yet
		if mouse.In(r.places[ch]) {
			k.now = append(k.now, sight{of: ch, at: image.Rectangle{Min: mouse}})
		}
	}
	return k.see(all)
}

// see notes what widgets and those in them show, and reports whether it knows all of them.
func (k *kept) see(all []Child) bool {
	for _, ch := range all {
		w := ch.GetWidget()
		if !w.IsVisible() {
			continue
		}
		s := sight{of: ch, at: w.Rect, disabled: w.Disabled}
		inside, known := ch.(interface{ Children() []Child })
		var content []Child
		switch v := ch.(type) {
		case *widget.Text:
			s.text, known = v.Label, true
		case *widget.Button:
			s.value, s.picture, known = int(v.State()), v.Image(), true
			if text := v.Text(); text != nil {
				s.text = text.Label
			}
		case *widget.ComboButton:
			s.text, known = v.Label(), true
		case *widget.Checkbox:
			s.value, known = int(v.State()), true
		case *widget.Graphic:
			s.picture, known = v.Image, true
		case *widget.ProgressBar:
			s.value, known = v.GetCurrent(), true
		case *track:
			s.value, known = v.Current, true
		case *widget.Slider:
			s.value, known = v.Current, true
		case *widget.ScrollContainer: // a Scroll shows what is in it
			known = true
		case *inputLine:
			s.text, known = v.GetText(), true
		case *Dropdown:
			s.value = v.selected
		case *Scroll:
			content = v.content.Children()
		}
		k.now = append(k.now, s)
		if !known || !k.see(content) || inside != nil && !k.see(inside.Children()) {
			return false
		}
	}
	return true
}

// busy reports whether somebody uses the controls, which may then look different in each frame.
func (r *Root) busy() bool {
	t := r.theme
	if t.popover != nil || t.open != nil || t.typing != nil || r.grabbed != nil || input.MouseButtonPressed(ebiten.MouseButtonLeft) {
		return true
	}
	if r.focused == nil {
		return false
	}
	r.kept.keys = inpututil.AppendPressedKeys(r.kept.keys[:0])
	_, typed := r.focused.(*widget.TextInput)
	return typed || len(r.kept.keys) > 0
}
