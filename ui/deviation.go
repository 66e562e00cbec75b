package ui

import (
	"driftlab/game"
	"driftlab/palette"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// A deviation is an object that a client shows elsewhere than the host has it: the bracket between the
// two places is its error.
type deviation struct {
	key            int // for its label
	x0, y0, x1, y1 float32
	ms, metres     float64
	about          rect // what the label belongs to
	label          bool
	design         bool // it is so by design: shown in another time, by a clock that is right
}

// Where the keys of labels begin; players' are their numbers, the character's is [game.Character].
const (
	platformKey = 1000
	shotKey     = 10_000
	disputeKey  = -1000
	riderKey    = -2000
	ownKey      = -3000

	correctionKey = -4000
)

// The distances in pixels of the design under which nothing is marked: the outlines tell enough. What
// has a label is marked earlier.
const (
	smallestError = 2
	smallestPlain = 5
)

// byDesign reports whether an object is elsewhere because it is shown in another time than the host's now: the clock is
// right, and without that time what others do could not be shown, or one's own inputs would come too late.
func (v *viewport) byDesign(o game.Object) bool { return o.Space != game.SharedTime && v.right }

// deviate notes an object that is not where it should be, measured at a height above both places.
func (v *viewport) deviate(shown, truth game.Object, above game.Length, key int) {
	if v.look.thumb || key == game.Character && shown.Time == 0 {
		return
	}
	lift := game.Point{Y: above}
	d := deviation{key: key, design: v.byDesign(shown), ms: float64(shown.Time.Sub(truth.Time)) / 1e6}
	off := truth.Pos.Sub(shown.Pos)
	d.metres = off.Length().Metres()
	if key >= platformKey && key < shotKey { // beside the platform, or above it
		edge := v.level.Platforms[key-platformKey].HalfWidth
		shown.Pos.X, truth.Pos.X = shown.Pos.X+edge, truth.Pos.X+edge
	}
	d.x0, d.y0 = v.at(shown.Pos.Plus(lift))
	d.x1, d.y1 = v.at(truth.Pos.Plus(lift))
	if key >= platformKey && key < shotKey {
		if off.X == 0 {
			d.x0, d.x1 = d.x0+6*v.zoom, d.x1+6*v.zoom
		} else {
			d.y0, d.y1 = d.y0-6*v.zoom, d.y1-6*v.zoom
		}
	}
	d.label = key >= platformKey || v.look.focused
	smallest := smallestPlain * v.zoom
	if d.label {
		smallest = smallestError * v.zoom
	}
	if size := max(d.x1-d.x0, d.x0-d.x1) + max(d.y1-d.y0, d.y0-d.y1); !(size >= smallest) {
		return
	}
	thick := 4 * v.zoom
	d.about = rect{min(d.x0, d.x1) - thick, min(d.y0, d.y1) - thick,
		max(d.x1-d.x0, d.x0-d.x1) + 2*thick, max(d.y1-d.y0, d.y0-d.y1) + 2*thick}
	v.labels.block(d.about)
	v.errors = append(v.errors, d)
}

// colours are those of the bracket and of what is written beside it: of server time where something is shown in another
// time by design, and of error where a clock is wrong.
func (d *deviation) colours(t *palette.Theme) (bracket, text palette.Color) {
	if d.design {
		return t.ServerTime, t.ServerText
	}
	return t.Error, t.ErrorText
}

// tip is what a bracket tells.
func (d *deviation) tip(lang *words.Language) string {
	if d.design {
		return lang.T("viewport.design-tip")
	}
	return lang.T("viewport.bracket-tip")
}

// deviations draws the brackets, and then the sizes of errors where there is room for them.
func (v *viewport) deviations(c *draw.Canvas, t *tips) {
	for i := range v.errors {
		d := &v.errors[i]
		col, _ := d.colours(c.Theme)
		v.bracket(c, d, col)
		t.add(d.about, d.tip(c.Words))
	}
	for i := range v.errors {
		if d := &v.errors[i]; d.label {
			v.errorLabel(c, d)
		}
	}
}

// bracket draws a hatched bar with two ends.
func (v *viewport) bracket(c *draw.Canvas, d *deviation, col palette.Color) {
	z := v.zoom
	thick, end := 4*z, 4.5*z
	dx, dy := max(d.x1-d.x0, d.x0-d.x1), max(d.y1-d.y0, d.y0-d.y1)
	switch {
	case dy < 1:
		c.Hatch(min(d.x0, d.x1), d.y0-thick/2, dx, thick, 4*z, col)
		c.Line(d.x0, d.y0-end, d.x0, d.y0+end, 1.5*z, col)
		c.Line(d.x1, d.y1-end, d.x1, d.y1+end, 1.5*z, col)
	case dx < 1:
		c.Hatch(d.x0-thick/2, min(d.y0, d.y1), thick, dy, 4*z, col)
		c.Line(d.x0-end, d.y0, d.x0+end, d.y0, 1.5*z, col)
		c.Line(d.x1-end, d.y1, d.x1+end, d.y1, 1.5*z, col)
	default:
		c.Dashed(d.x0, d.y0, d.x1, d.y1, 2*z, palette.Dash{3, 2, 3, 2}.Scale(z), 0, col)
		c.Circle(d.x0, d.y0, 2*z, col)
		c.Circle(d.x1, d.y1, 2*z, col)
	}
}

// sweptMost is the error above which a platform's bracket has to do: so much hatching would hide the rest.
const sweptMost = 2 * game.Metre

// swept hatches what lies between a platform as it is shown and as it is.
func (v *viewport) swept(c *draw.Canvas, o, ghost game.Object, half, h float32) {
	if off := o.Pos.Sub(ghost.Pos); max(off.X, -off.X, off.Y, -off.Y) > sweptMost {
		return
	}
	x0, y0 := v.at(o.Pos)
	x1, y1 := v.at(ghost.Pos)
	d := deviation{design: v.byDesign(o)}
	col, _ := d.colours(c.Theme)
	col, period := col.Fade(0.75), 5*v.zoom
	if o.Pos.X == ghost.Pos.X {
		if dy := max(y1-y0, y0-y1); dy >= smallestError*v.zoom {
			c.Hatch(x0-half+h/2, min(y0, y1), 2*half-h, dy, period, col)
		}
		return
	}
	dx := max(x1-x0, x0-x1)
	if dx < smallestError*v.zoom {
		return
	}
	dx = min(dx, 2*half)
	c.Hatch(min(x0, x1)-half, y0+v.zoom, dx, h-2*v.zoom, period, col)
	c.Hatch(max(x0, x1)+half-dx, y0+v.zoom, dx, h-2*v.zoom, period, col)
}

// errorLabel writes the size of an error beside its bracket, where there is room for it.
func (v *viewport) errorLabel(c *draw.Canvas, d *deviation) {
	col, text := d.colours(c.Theme)
	v.pen.start(c.Words).signed(d.ms, 0).text(" ms  ").fixed(d.metres, 2).text(" m")
	w, h := v.measure(c, &v.pen)+6*v.zoom, 17*v.zoom
	if !d.about.overlaps(v.labels.bounds) {
		return // out of the picture
	}
	r, ok := v.labels.place(d.key, d.about, w, h, 2*v.zoom)
	if !ok {
		return
	}
	if gap := d.about.gap(r); gap > h {
		x, y := d.about.x+d.about.w/2, d.about.y+d.about.h/2
		c.Line(x, y, min(max(x, r.x), r.x+r.w), min(max(y, r.y), r.y+r.h), v.zoom, col.Fade(0.5))
	}
	c.Box(r.x, r.y, r.w, r.h, 3*v.zoom, c.Theme.Panel.Fade(0.75))
	v.pen.put(c, r.x+3*v.zoom, r.y+h/2, draw.Small, text, draw.Left|draw.Middle)
}
