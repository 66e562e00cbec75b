package widgets

import (
	"image"
	"math"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// A Scroll shows part of a column that is higher than its place, with a bar to drag and the wheel to
// turn. It follows the keyboard: the control that Tab goes to comes into view.
//
// ebitenui's own scroll container draws through two images of the window's size; this one draws into
// a sub-image.
type Scroll struct {
	*widget.Container
	theme   *Theme
	content *widget.Container
	top     int // how far the content is moved up, in pixels
	bar     barGrip
	shown   widget.Focuser // the control that had the keyboard at the last update
}

// barGrip is how the mouse holds the bar.
type barGrip struct {
	held, hot bool
	y, top    int // where it was taken, and Scroll.top then
}

// Scroll returns content in a frame that scrolls. The bar lies in a strip of its own at the right.
func (t *Theme) Scroll(content *widget.Container) *Scroll {
	s := &Scroll{theme: t, content: content}
	s.Container = widget.NewContainer(
		widget.ContainerOpts.Layout(scrolled{s}),
		widget.ContainerOpts.WidgetOpts(
			widget.WidgetOpts.TrackHover(true),
			widget.WidgetOpts.ScrolledHandler(func(a *widget.WidgetScrolledEventArgs) {
				s.scrollTo(s.top - int(math.Round(a.Y*48*t.scale)))
			}),
			widget.WidgetOpts.MouseButtonPressedHandler(s.press),
		),
	)
	s.AddChild(content)
	return s
}

// scrolled is the layout of a frame: the content as far up as it is scrolled.
type scrolled struct{ *Scroll }

// PreferredSize implements [widget.Layouter].
func (s scrolled) PreferredSize([]Child) (w, h int) {
	w, h = s.content.PreferredSize()
	return w + s.strip(), h
}

// Layout implements [widget.Layouter].
func (s scrolled) Layout(_ []Child, frame image.Rectangle) {
	s.top = min(max(s.top, 0), s.room())
	_, h := s.content.PreferredSize()
	s.content.SetLocation(image.Rect(frame.Min.X, frame.Min.Y-s.top, frame.Max.X-s.strip(), frame.Min.Y-s.top+h))
}

// strip returns the width of the bar's strip.
func (s *Scroll) strip() int { return s.theme.Px(12) }

// room returns how far the content can be moved up.
func (s *Scroll) room() int {
	_, h := s.content.PreferredSize()
	return max(h-s.GetWidget().Rect.Dy(), 0)
}

func (s *Scroll) scrollTo(top int) {
	if top = min(max(top, 0), s.room()); top != s.top {
		s.top = top
		s.RequestRelayout()
	}
}

// barBox returns the bar's place, and false if everything is in view.
func (s *Scroll) barBox() (image.Rectangle, bool) {
	room, frame := s.room(), s.GetWidget().Rect
	if room == 0 || frame.Dy() <= 0 {
		return image.Rectangle{}, false
	}
	h := max(frame.Dy()*frame.Dy()/(frame.Dy()+room), s.theme.Px(24))
	y := frame.Min.Y + (frame.Dy()-h)*s.top/room
	return image.Rect(frame.Max.X-s.theme.Px(6), y, frame.Max.X, y+h), true
}

// press takes the bar, or goes a page towards the mouse.
func (s *Scroll) press(a *widget.WidgetMouseButtonPressedEventArgs) {
	frame := s.GetWidget().Rect
	bar, some := s.barBox()
	if !some || a.Button != ebiten.MouseButtonLeft || a.OffsetX < frame.Dx()-s.strip() {
		return
	}
	y := frame.Min.Y + a.OffsetY
	switch {
	case y < bar.Min.Y:
		s.scrollTo(s.top - frame.Dy()*9/10)
	case y >= bar.Max.Y:
		s.scrollTo(s.top + frame.Dy()*9/10)
	default:
		s.bar = barGrip{held: true, y: y, top: s.top}
	}
}

// Update implements ebitenui's widgets.
func (s *Scroll) Update(u *widget.UpdateObject) {
	s.Container.Update(u)
	bar, some := s.barBox()
	x, y := input.CursorPosition()
	frame := s.GetWidget().Rect
	s.bar.held = s.bar.held && some && input.MouseButtonPressed(ebiten.MouseButtonLeft)
	s.bar.hot = some && image.Pt(x, y).In(frame) && x >= frame.Max.X-s.strip()
	if s.bar.held {
		s.scrollTo(s.bar.top + (y-s.bar.y)*s.room()/max(frame.Dy()-bar.Dy(), 1))
	}
	s.follow()
}

// follow brings the control that has just got the keyboard into view.
func (s *Scroll) follow() {
	var has widget.Focuser
	for _, f := range focusers(nil, s.content) {
		if f.IsFocused() {
			has = f
		}
	}
	if has != nil && has != s.shown {
		air, r, frame := s.theme.Px(12), has.GetWidget().Rect, s.GetWidget().Rect
		if low := r.Max.Y + air - frame.Max.Y; low > 0 {
			s.scrollTo(s.top + low)
		} else if high := frame.Min.Y + air - r.Min.Y; high > 0 {
			s.scrollTo(s.top - high)
		}
	}
	s.shown = has
}

// SetupInputLayer implements ebitenui's input layers: what is out of view takes no mouse, and the
// wheel belongs to the frame.
func (s *Scroll) SetupInputLayer(later input.DeferredSetupInputLayerFunc) {
	s.content.GetWidget().ElevateToNewInputLayer(&input.Layer{
		DebugLabel: "scroll",
		EventTypes: input.LayerEventTypeAll &^ input.LayerEventTypeWheel,
		BlockLower: true,
		RectFunc:   s.view,
	})
	s.content.SetupInputLayer(later)
}

// view returns the part of the frame that shows the content.
func (s *Scroll) view() image.Rectangle {
	r := s.GetWidget().Rect
	r.Max.X -= s.strip()
	return r
}

// Render implements ebitenui's widgets.
func (s *Scroll) Render(dst *ebiten.Image) {
	// The focus ring reaches a little beyond its control.
	reach := s.theme.Px(focusReach)
	s.Container.Render(dst.SubImage(s.GetWidget().Rect.Inset(-reach)).(*ebiten.Image))
	if bar, some := s.barBox(); some {
		look := s.theme.art.bar
		if s.bar.held || s.bar.hot {
			look = s.theme.art.barHot
		}
		s.theme.brush.box(look, bar)
		s.theme.brush.flush(dst)
	}
}
