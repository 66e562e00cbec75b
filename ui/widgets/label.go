package widgets

import (
	"image"
	"image/color"
	"time"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// Label returns a text of one or more lines, broken where it exceeds maxWidth, in points; 0
// means that it is not broken. Change its Label field to change what it says.
func (t *Theme) Label(s, tip string, maxWidth float32) *widget.Text {
	return t.words(s, tip, &t.face, t.palette.Text, widget.TextOpts.MaxWidth(float64(t.Px(float64(maxWidth)))))
}

// Note is a [Theme.Label] in small, dim letters: a remark on the controls above it.
func (t *Theme) Note(s, tip string, maxWidth float32) *widget.Text {
	return t.words(s, tip, &t.small, t.palette.TextDim, widget.TextOpts.MaxWidth(float64(t.Px(float64(maxWidth)))),
		widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter))
}

// Caption is a note as high as the rows below it.
func (t *Theme) Caption(s, tip string) *widget.Text {
	c := t.words(s, tip, &t.small, t.palette.TextDim, widget.TextOpts.MaxWidth(float64(t.Px(rowWide))),
		widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter))
	t.atLeast(0, t.sizes.line)(c.GetWidget())
	return c
}

// Heading returns a title over some controls, with some room above it.
func (t *Theme) Heading(s, tip string) *widget.Text {
	return t.words(s, tip, &t.strong, t.palette.Text,
		widget.TextOpts.Padding(t.insets(0, 10, 0, 2)))
}

// rowLabel returns the label left of a field or a dropdown. A double click on it calls onReset, which
// may be nil.
func (t *Theme) rowLabel(s string, onReset func()) *widget.Text {
	label := t.words(s, "", &t.face, t.palette.Text,
		widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter),
		widget.TextOpts.Padding(t.insets(0, textDrop, 0, 0)))
	if onReset == nil {
		return label
	}
	w := label.GetWidget()
	var c clicks
	w.OnUpdate = func(widget.HasWidget) { c.now++ }
	w.MouseButtonClickedEvent.AddHandler(func(args any) {
		a := args.(*widget.WidgetMouseButtonClickedEventArgs)
		if a.Button == ebiten.MouseButtonLeft && c.double(image.Pt(a.OffsetX, a.OffsetY), true) {
			onReset()
		}
	})
	return label
}

func (t *Theme) words(s, tip string, face *text.Face, c color.Color, opts ...widget.TextOpt) *widget.Text {
	return widget.NewText(append(opts, widget.TextOpts.Text(s, face, c), widget.TextOpts.WidgetOpts(t.tip(tip)))...)
}

// HideTipWhile keeps a widget's tooltip out of sight while what it opens is open.
func HideTipWhile(w widget.HasWidget, open func() bool) {
	for _, tip := range w.GetWidget().ToolTips {
		update := tip.ToolTipUpdater
		tip.ToolTipUpdater = func(content widget.Containerer) {
			if update(content); open() {
				content.GetWidget().SetVisibility(widget.Visibility_Hide_Blocking)
			}
		}
	}
}

// tip returns the option that gives a widget a tooltip; an empty one does nothing.
func (t *Theme) tip(s string) widget.WidgetOpt {
	if s == "" {
		return func(*widget.Widget) {}
	}
	box := &tipBox{theme: t, Container: widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(t.art.tip),
		widget.ContainerOpts.Layout(widget.NewAnchorLayout(widget.AnchorLayoutOpts.Padding(t.insets(10, 6, 10, 7)))),
	)}
	box.AddChild(t.words(s, "", &t.small, t.palette.Text, widget.TextOpts.MaxWidth(float64(t.Px(tipWidth)))))
	shown := 0 // frames
	tip := widget.NewToolTip(
		widget.ToolTipOpts.Content(box),
		widget.ToolTipOpts.Delay(400*time.Millisecond),
		widget.ToolTipOpts.Position(widget.TOOLTIP_POS_ABSOLUTE),
		widget.ToolTipOpts.ContentOriginHorizontal(widget.TOOLTIP_ANCHOR_START),
		widget.ToolTipOpts.ContentOriginVertical(widget.TOOLTIP_ANCHOR_START),
		// No tooltip covers an open list, and a tooltip that has been read goes.
		widget.ToolTipOpts.ToolTipUpdater(func(tip widget.Containerer) {
			if shown++; t.open != nil || shown > TipFrames(s) {
				tip.GetWidget().SetVisibility(widget.Visibility_Hide_Blocking)
			} else {
				tip.GetWidget().SetVisibility(widget.Visibility_Show)
			}
		}),
	)
	return func(w *widget.Widget) {
		widget.WidgetOpts.ToolTip(tip)(w)
		widget.WidgetOpts.CursorEnterHandler(func(*widget.WidgetCursorEnterEventArgs) {
			shown, tip.Offset = 0, t.under(w.Rect, box.Container)
		})(w)
		// What has just been used needs no tooltip.
		widget.WidgetOpts.MouseButtonPressedHandler(func(*widget.WidgetMouseButtonPressedEventArgs) {
			shown = TipFrames(s)
		})(w)
	}
}

// A tipBox is a tooltip's box. Its text never changes, so a picture of it is drawn: ebitenui would draw each letter by itself in each frame.
type tipBox struct {
	*widget.Container
	theme *Theme
}

// tipPicture is of the tooltip that was shown last.
type tipPicture struct {
	of      *tipBox
	picture *ebiten.Image // its bounds are where the box is
}

func (b *tipBox) Render(dst *ebiten.Image) {
	last, at := &b.theme.shown, b.GetWidget().Rect
	if !b.GetWidget().IsVisible() || at.Empty() {
		return
	}
	if last.of != b || last.picture.Bounds() != at {
		if last.of != nil {
			last.picture.Deallocate()
		}
		*last = tipPicture{b, ebiten.NewImageWithOptions(at, nil)}
		b.Container.Render(last.picture)
	}
	o := &ebiten.DrawImageOptions{}
	o.GeoM.Translate(float64(at.Min.X), float64(at.Min.Y))
	dst.DrawImage(last.picture, o)
}

// under returns a tooltip's place on the panel of what it is about: below that, or above it at the window's bottom. ebitenui would move it to
// the left at the window's edge, over the worlds.
func (t *Theme) under(r image.Rectangle, box *widget.Container) image.Point {
	w, h := box.PreferredSize()
	window, space := input.GetWindowSize(), t.Px(6)
	at := image.Pt(max(min(r.Min.X+space, window.X-w-space), 0), r.Max.Y+space)
	if at.Y+h > window.Y {
		at.Y = r.Min.Y - space - h
	}
	return at
}

// TipFrames returns for how many frames a tooltip is shown: long enough to read it at ten letters a second, which is slow.
func TipFrames(text string) int { return 60 * (3 + len(text)/10) }
