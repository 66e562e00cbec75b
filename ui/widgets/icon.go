package widgets

import (
	"image"
	"math"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
)

// An Icon is a small picture made of lines, each through points of a square from (0, 0), top left, to
// (1, 1).
type Icon [][][2]float64

// Circle returns a line around a point.
func Circle(x, y, r float64) (line [][2]float64) {
	const corners = 20
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		line = append(line, [2]float64{x + r*cos, y + r*sin})
	}
	return line
}

// iconSize is an icon's width and height, in points.
const iconSize = 18.0

// The size of an icon's button, in points.
const (
	iconWidth  = 34.0
	iconHeight = 30.0
)

// An IconButton is a button with a picture in place of a text.
type IconButton struct {
	*widget.Container
	Button  *Button
	theme   *Theme
	graphic *widget.Graphic
}

// Icon returns a button with an icon; its tooltip has to say what it does.
func (t *Theme) Icon(icon Icon, tip string, onClick func()) *IconButton {
	return t.icon(t.art.button, icon, tip, onClick)
}

func (t *Theme) icon(look *widget.ButtonImage, icon Icon, tip string, onClick func()) *IconButton {
	b := &IconButton{theme: t}
	b.Button = widget.NewButton(
		widget.ButtonOpts.Image(look),
		widget.ButtonOpts.Text("", &t.face, &widget.ButtonTextColor{Idle: t.palette.Text}), // without one it is 50 pixels wide
		widget.ButtonOpts.WidgetOpts(t.atLeast(t.sizes.iconW, t.sizes.iconH), t.tip(tip)),
		widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) {
			if onClick != nil {
				onClick()
			}
		}),
	)
	saysButton(b.Button, tip, alwaysButton)
	b.graphic = widget.NewGraphic(
		widget.GraphicOpts.WidgetOpts(widget.WidgetOpts.LayoutData(widget.AnchorLayoutData{
			HorizontalPosition: widget.AnchorLayoutPositionCenter, VerticalPosition: widget.AnchorLayoutPositionCenter,
		})),
		widget.GraphicOpts.Image(t.picture(icon)),
	)
	b.Container = t.stack(b.Button, b.graphic)
	return b
}

// Railed returns a flat icon button for a rail.
func (t *Theme) Railed(icon Icon, tip string, onClick func()) *IconButton {
	b := t.icon(t.art.flat, icon, tip, onClick)
	b.Button.GetWidget().MinHeight = t.Px(finger)
	return b
}

// SetIcon changes the picture.
func (b *IconButton) SetIcon(icon Icon) { b.graphic.Image = b.theme.picture(icon) }

// SetupInputLayer implements [input.Layerer]: it needs no layer of its own.
func (b *IconButton) SetupInputLayer(input.DeferredSetupInputLayerFunc) {}

// picture returns an icon, drawn for the theme's scale.
func (t *Theme) picture(icon Icon) *ebiten.Image {
	if drawn := t.icons[&icon[0]]; drawn != nil {
		return drawn
	}
	size := t.Px(iconSize)
	var layers []layer
	for _, line := range icon {
		var points []point
		for _, p := range line {
			points = append(points, point{p[0] * float64(size), p[1] * float64(size)})
		}
		layers = append(layers, stroke(0.8*t.scale, t.palette.Text, points...))
	}
	t.icons[&icon[0]] = picture(size, size, layers...)
	return t.icons[&icon[0]]
}

// Picture returns a picture with a width in points.
func (t *Theme) Picture(img image.Image, width float64) *widget.Graphic {
	whole := ebiten.NewImageFromImage(img)
	w := t.Px(width)
	h := w * img.Bounds().Dy() / img.Bounds().Dx()
	scaled := ebiten.NewImage(w, h)
	op := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear}
	op.GeoM.Scale(float64(w)/float64(img.Bounds().Dx()), float64(h)/float64(img.Bounds().Dy()))
	scaled.DrawImage(whole, op)
	whole.Deallocate()
	return widget.NewGraphic(widget.GraphicOpts.Image(scaled))
}
