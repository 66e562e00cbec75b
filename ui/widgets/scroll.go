package widgets

import (
	"image"
	"math"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// A Scroll shows part of a column that is higher than its place: ebitenui's scroll container, with
// ebitenui's slider as its bar, and the wheel. It follows the keyboard: the control that Tab goes to
// comes into view.
type Scroll struct {
	*widget.Container
	theme   *Theme
	content fitted
	view    *widget.ScrollContainer
	bar     *widget.Slider  // how far the content is moved up, in whole of scrollRange
	from    Child           // what will be at the top as soon as its place is known, nil for nothing
	hands   bool            // it will also get the keyboard
	there   bool            // it is at the top
	known   image.Rectangle // where from was in the last update: what has just been opened has no place yet
}

// scrollRange is the bar's value at the content's end.
const scrollRange = 1000

// Scroll returns content in a frame that scrolls, with the bar in a strip at the right.
func (t *Theme) Scroll(content *widget.Container) *Scroll {
	s := &Scroll{theme: t, content: fitted{content}}
	s.view = widget.NewScrollContainer(
		widget.ScrollContainerOpts.Content(s.content),
		widget.ScrollContainerOpts.Image(t.art.frame),
		widget.ScrollContainerOpts.StretchContentWidth(),
	)
	s.bar = widget.NewSlider(
		widget.SliderOpts.Orientation(widget.DirectionVertical),
		widget.SliderOpts.MinMax(0, scrollRange),
		widget.SliderOpts.InitialCurrent(0),
		widget.SliderOpts.HandleImage(t.art.bar),
		widget.SliderOpts.MinHandleSize(t.Px(4*barWidth)),
		widget.SliderOpts.PageSizeFunc(func() int {
			_, h := s.content.PreferredSize()
			return scrollRange * s.view.ViewRect().Dy() / max(h, 1)
		}),
		widget.SliderOpts.WidgetOpts(widget.WidgetOpts.LayoutData(widget.GridLayoutData{MaxWidth: t.Px(barWidth)})),
	)
	s.Container = t.grid(barWidth, []bool{true, false}, s.view, s.bar)
	s.GetWidget().TrackHover = true
	s.GetWidget().FocusEvent.AddHandler(func(args any) {
		if a := args.(*widget.WidgetFocusEventArgs); a.Focused && s.from == nil {
			s.show(a.Widget.GetWidget().Rect)
		}
	})
	return s
}

// fitted is content as wide as its frame, whatever its preferred width.
type fitted struct{ *widget.Container }

func (f fitted) PreferredSize() (w, h int) {
	_, h = f.Container.PreferredSize()
	return 0, h
}

// show brings a control into view, with its label.
func (s *Scroll) show(r image.Rectangle) {
	air, view := s.theme.Px(rowHeight), s.view.ViewRect()
	if high := view.Min.Y - (r.Min.Y - air); high > 0 {
		s.move(-float64(high))
	} else if low := r.Max.Y + air - view.Max.Y; low > 0 {
		s.move(float64(low))
	}
}

// ShowFrom scrolls so that a widget of the content is at the top, and gives it the keyboard if hands is set.
func (s *Scroll) ShowFrom(child Child, hands bool) {
	s.from, s.hands, s.there, s.known = child, hands, false, image.Rectangle{}
}

// move moves the content up by some pixels.
func (s *Scroll) move(by float64) {
	if room := s.room(); room > 0 {
		s.bar.Current = min(max(s.bar.Current+int(math.Round(by*scrollRange/float64(room))), 0), scrollRange)
	}
}

// room returns how far the content can be moved up.
func (s *Scroll) room() int {
	_, h := s.content.PreferredSize()
	return max(h-s.GetWidget().Rect.Dy(), 0)
}

// settled says whether it is known where a widget is.
func (s *Scroll) settled(child Child) bool {
	was := s.known
	s.known = child.GetWidget().Rect
	return s.known == was && !was.Empty() && !s.view.ViewRect().Empty()
}

func (s *Scroll) Update(u *widget.UpdateObject) {
	s.Container.Update(u)
	if from := s.from; s.there {
		s.from, s.there = nil, false // and not before: that it has got the keyboard is heard of later, and would move it once more
	} else if from != nil && s.settled(from) && !(s.hands && KeyHeld(ebiten.KeyEnter, ebiten.KeyNumpadEnter)) {
		air := 0
		if s.hands {
			air = s.theme.Px(rowHeight) // its ring is seen, and what it stands under
			Focus(from)
		}
		s.there = true
		s.move(float64(from.GetWidget().Rect.Min.Y - s.view.ViewRect().Min.Y - air))
	}
	x, y := input.CursorPosition()
	at := image.Pt(x, y)
	// The wheel is asked for here because a knob below the mouse would keep it to itself.
	if _, wheel := input.Wheel(); wheel != 0 && at.In(s.view.ViewRect()) && !s.theme.covers(at, s) {
		s.move(-wheel * 48 * s.theme.scale)
	}
}

// Render implements ebitenui's widgets. The scroll container draws through images as large as what
// it draws on.
func (s *Scroll) Render(dst *ebiten.Image) {
	bar := widget.Visibility_Show
	if s.room() == 0 {
		s.bar.Current, bar = 0, widget.Visibility_Hide_Blocking
	}
	s.bar.GetWidget().SetVisibility(bar)
	s.view.ScrollTop = float64(s.bar.Current) / scrollRange
	s.Container.Render(upTo(dst, s.GetWidget().Rect))
}

// covers reports whether something lies over a control at a point: an open list, or a popover that the
// control does not stand in.
func (t *Theme) covers(p image.Point, w widget.HasWidget) bool {
	if t.open != nil && p.In(t.open.list.GetWidget().Rect) {
		return true
	}
	return t.popover != nil && !holds(t.popover, w.GetWidget())
}
