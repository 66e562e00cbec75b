package widgets

import (
	"image"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/layout"
)

// Lengths of a row, in points: all rows are alike, so that names, controls and values stand below each other.
const (
	rowWide    = 232.0 // of the narrowest column
	rowName    = 88.0  // the room for names in it
	rowValue   = 90.0  // the room for a slider's value in it
	headHeight = 28.0  // of a part's name
	ruleAbove  = 5.0   // a line between two parts
	ruleHeight = 10.0
	ColumnPad  = 12.0 // beside rows, also in what scrolls them
)

// A row lays out a name, its control, and the control's value if there is one.
type row struct {
	theme *Theme
	right bool // the control is no wider than it needs, at the right
}

// row returns a control with its name at the left, and its value at the right.
func (t *Theme) row(children ...Child) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.Layout(row{theme: t}))
	c.AddChild(children...)
	return c
}

func (r row) PreferredSize(children []Child) (w, h int) {
	for _, ch := range children {
		cw, _ := ch.PreferredSize()
		w += cw
	}
	return w + r.theme.Px(gap), r.theme.Px(r.theme.sizes.line)
}

// Layout implements [widget.Layouter]. A wider row gives its extra room to names, to values, and most of it to tracks.
func (r row) Layout(children []Child, at image.Rectangle) {
	in := layout.OfPixels(at, r.theme.scale)
	name, wide := r.theme.wide(children[0]), r.theme.wide(children[1])
	more := max(in.W-rowWide, 0) / 6
	from, to := float32(0), in.W
	if name > 0 {
		from = max(name+gap, rowName+more)
	}
	if len(children) > 2 {
		to -= max(rowValue+more, r.theme.wide(children[2])+2*gap) // a long value shortens the track
		r.theme.put(children[2], layout.Rect{X: in.X + to + gap, Y: in.Y, W: in.W - to - gap, H: in.H})
	} else if r.right {
		from = max(name+gap, min(to-wide, to-rowValue-more))
	}
	box := float32(r.theme.sizes.box)
	r.theme.put(children[0], layout.Rect{X: in.X, Y: in.Y, W: from, H: in.H})
	r.theme.put(children[1], layout.Rect{X: in.X + from, Y: in.Y + (in.H-box)/2, W: max(to-from, 0), H: box})
}

// wide returns a child's preferred width, and put places it, both in points.
func (t *Theme) wide(child Child) float32 {
	w, _ := child.PreferredSize()
	return float32(float64(w) / t.scale)
}

func (t *Theme) put(child Child, at layout.Rect) { child.SetLocation(at.Pixels(t.scale)) }

// Rows returns rows below each other, as wide as the column.
func (t *Theme) Rows(children ...Child) *widget.Container {
	return t.line(widget.DirectionVertical, 0, children)
}

// Buttons returns a row of small buttons, the last one as wide as the rest of the row.
func (t *Theme) Buttons(name string, buttons ...*Button) *widget.Container {
	stretch, all := make([]bool, len(buttons)), make([]Child, len(buttons))
	for i, b := range buttons {
		all[i], stretch[i] = b, i == len(buttons)-1
		w := b.GetWidget()
		if w.MinHeight = t.Px(t.sizes.box); !t.sizes.finger {
			w.MinWidth -= t.Px(12)
		}
	}
	return t.row(t.rowLabel(name, nil), t.grid(4, stretch, all...))
}

// PartHeight returns the height of a part with some rows in a column, below the line above it, in points.
func (t *Theme) PartHeight(rows int) float32 {
	return float32(ruleHeight + max(headHeight, t.sizes.box) + float64(rows)*t.sizes.line)
}

// A rule is a line between two parts of a column, as wide as the column.
type rule struct {
	*widget.Container
	theme *Theme
}

// Rule returns a line between two parts of a column.
func (t *Theme) Rule() Child {
	r := &rule{widget.NewContainer(), t}
	t.atLeast(0, ruleHeight)(r.GetWidget())
	return r
}

func (r *rule) PreferredSize() (w, h int) { return 1, r.theme.Px(ruleHeight) }

func (r *rule) Render(dst *ebiten.Image) {
	at := layout.OfPixels(r.GetWidget().Rect, r.theme.scale)
	line := layout.Rect{X: at.X - ColumnPad, Y: at.Y + ruleAbove, W: at.W + 2*ColumnPad, H: 1}.Pixels(r.theme.scale)
	r.theme.art.rule.Draw(dst, line.Dx(), max(line.Dy(), 1), func(o *ebiten.DrawImageOptions) {
		o.GeoM.Translate(float64(line.Min.X), float64(line.Min.Y))
	})
}

// Settings returns a column of rows that scrolls, above a foot that stays. If it covers other things its panel has an edge.
func (t *Theme) Settings(over bool, foot Child, parts ...Child) (*widget.Container, *Scroll) {
	rows := t.line(widget.DirectionVertical, 0, parts, widget.RowLayoutOpts.Padding(t.insets(ColumnPad, 4, 0, 4)))
	scroll := t.Scroll(rows)
	ground := t.art.plain
	if over {
		ground = t.art.panel
	}
	c := widget.NewContainer(widget.ContainerOpts.BackgroundImage(ground), widget.ContainerOpts.Layout(widget.NewGridLayout(
		widget.GridLayoutOpts.Columns(1), widget.GridLayoutOpts.Stretch([]bool{true}, []bool{true, false}),
	)))
	c.AddChild(scroll, foot)
	return c, scroll
}

// Rail returns a panel with icons below each other.
func (t *Theme) Rail(icons ...Child) *widget.Container {
	c := widget.NewContainer(widget.ContainerOpts.BackgroundImage(t.art.plain), widget.ContainerOpts.Layout(widget.NewRowLayout(
		widget.RowLayoutOpts.Direction(widget.DirectionVertical))))
	fill(c, icons)
	return c
}

// A Foot says something at the left, and has a flat button at the right.
type Foot struct {
	*widget.Container
	said   *widget.Text
	button *Button
}

// Foot returns a column's foot.
func (t *Theme) Foot(onClick func()) *Foot {
	f := &Foot{said: t.words("", "", &t.face, t.palette.TextDim, widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter))}
	f.button = t.button("", "", t.art.flat, widget.ButtonOpts.TextPosition(widget.TextPositionEnd, widget.TextPositionCenter),
		widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) { onClick() }))
	f.button.GetWidget().MinHeight = t.Px(max(t.sizes.box, headHeight))
	line := t.grid(gap, []bool{true, false}, f.said, f.button)
	f.Container = widget.NewContainer(widget.ContainerOpts.Layout(widget.NewRowLayout(widget.RowLayoutOpts.Direction(widget.DirectionVertical),
		widget.RowLayoutOpts.Padding(t.insets(ColumnPad, 0, ColumnPad, 0)))))
	fill(f.Container, []Child{t.Rule(), line})
	return f
}

// Say changes what the foot says, and the button.
func (f *Foot) Say(said, button string) {
	if f.said.Label != said || f.button.Text() == nil || f.button.Text().Label != button {
		f.said.Label = said
		f.button.SetText(button)
		f.RequestRelayout()
	}
}

// Says returns the text and the button's.
func (f *Foot) Says() (said, button string) { return f.said.Label, f.button.Text().Label }
