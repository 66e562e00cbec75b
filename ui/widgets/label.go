package widgets

import (
	"image"
	"image/color"
	"time"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// Label returns a text of one or more lines, broken where it exceeds maxWidth, in device pixels; 0
// means that it is not broken. Change its Label field to change what it says.
func (t *Theme) Label(s, tip string, maxWidth int) *widget.Text {
	return t.words(s, tip, &t.face, t.palette.Text, maxWidth, nil)
}

// Note is a [Theme.Label] in small, dim letters: a remark on the controls above it.
func (t *Theme) Note(s, tip string, maxWidth int) *widget.Text {
	return t.words(s, tip, &t.small, t.palette.TextDim, maxWidth, nil)
}

// Heading returns the title of a section, with some room above it.
func (t *Theme) Heading(s, tip string) *widget.Text {
	return t.words(s, tip, &t.strong, t.palette.TextDim, 0, &widget.Insets{Top: t.Px(10), Bottom: t.Px(2)})
}

func (t *Theme) words(s, tip string, f *typeface, c color.Color, maxWidth int, pad *widget.Insets) *widget.Text {
	opts := []widget.TextOpt{
		widget.TextOpts.Text(s, f.pointer(), c),
		widget.TextOpts.MaxWidth(float64(maxWidth)),
		widget.TextOpts.WidgetOpts(t.tip(tip)),
	}
	if pad != nil {
		opts = append(opts, widget.TextOpts.Padding(pad))
	}
	return widget.NewText(opts...)
}

// pointer returns the face in the form that ebitenui wants.
func (f *typeface) pointer() *text.Face { return &f.Face }

// tip returns the option that gives a widget a tooltip; an empty one does nothing.
func (t *Theme) tip(s string) widget.WidgetOpt {
	if s == "" {
		return func(*widget.Widget) {}
	}
	box := widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(t.brush.nineSlice(t.art.popup)),
		widget.ContainerOpts.Layout(widget.NewAnchorLayout(widget.AnchorLayoutOpts.Padding(&widget.Insets{
			Left: t.Px(10), Right: t.Px(10), Top: t.Px(6), Bottom: t.Px(7),
		}))),
	)
	box.AddChild(t.words(s, "", &t.small, t.palette.Text, t.Px(tipWidth), nil))
	return widget.WidgetOpts.ToolTip(widget.NewToolTip(
		widget.ToolTipOpts.Content(box),
		widget.ToolTipOpts.Delay(400*time.Millisecond),
		widget.ToolTipOpts.Position(widget.TOOLTIP_POS_CURSOR_STICKY),
		widget.ToolTipOpts.Offset(image.Pt(t.Px(4), t.Px(20))),
		widget.ToolTipOpts.ContentOriginHorizontal(widget.TOOLTIP_ANCHOR_START),
		widget.ToolTipOpts.ContentOriginVertical(widget.TOOLTIP_ANCHOR_START),
	))
}
