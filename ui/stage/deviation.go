package stage

import (
	"driftlab/game"
	"driftlab/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// A Deviation is an object that a client shows elsewhere than the host has it: the bracket between the
// two places is its error.
type Deviation struct {
	Key            int // for its label
	X0, y0, X1, y1 float32
	Ms, Metres     float64
	about          panel.Rect // what the label belongs to
	label          bool
	design         bool // it is so by design: shown in another time, by a clock that is right
	settling       bool // that time is on its way to where it is to be
	rang           bool // a projectile that has rung the bell, at which the bracket is
}

// Where the keys of labels begin; players' are their numbers, the character's is [game.Character].
const (
	platformKey = 1000
	ShotKey     = 10_000 // keys of deviations from here on are of projectiles
	disputeKey  = -1000
	riderKey    = -2000

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
func (v *Viewport) byDesign(o game.Object) bool { return o.Space != game.SharedTime && v.right }

// settles reports whether an object is shown in a time that is on its way to where it is to be.
func (v *Viewport) settles(o game.Object) bool {
	return o.Space == game.PredictedTime && v.settling.Predicted || o.Space == game.ServerTime && v.settling.Server
}

// deviate notes an object that is not where it should be, measured at a height above both places.
func (v *Viewport) deviate(shown, truth game.Object, above game.Length, key int) {
	if v.look.Thumb || key == game.Character && shown.Time == 0 {
		return
	}
	lift := game.Point{Y: above}
	d := Deviation{Key: key, design: v.byDesign(shown), settling: v.settles(shown), Ms: float64(shown.Time.Sub(truth.Time)) / 1e6}
	off := truth.Pos.Sub(shown.Pos)
	d.Metres = off.Length().Metres()
	if key >= platformKey && key < ShotKey { // beside the platform, or above it
		edge := v.Level.Platforms[key-platformKey].HalfWidth
		shown.Pos.X, truth.Pos.X = shown.Pos.X+edge, truth.Pos.X+edge
	}
	d.X0, d.y0 = v.At(shown.Pos.Plus(lift))
	d.X1, d.y1 = v.At(truth.Pos.Plus(lift))
	if key >= platformKey && key < ShotKey {
		if off.X == 0 {
			d.X0, d.X1 = d.X0+6*v.zoom, d.X1+6*v.zoom
		} else {
			d.y0, d.y1 = d.y0-6*v.zoom, d.y1-6*v.zoom
		}
	}
	d.label = key >= platformKey || v.look.Focused
	smallest := smallestPlain * v.zoom
	if d.label {
		smallest = smallestError * v.zoom
	}
	if size := max(d.X1-d.X0, d.X0-d.X1) + max(d.y1-d.y0, d.y0-d.y1); !(size >= smallest) {
		return
	}
	thick := 4 * v.zoom
	d.about = panel.NewRect(min(d.X0, d.X1)-thick, min(d.y0, d.y1)-thick,
		max(d.X1-d.X0, d.X0-d.X1)+2*thick, max(d.y1-d.y0, d.y0-d.y1)+2*thick)
	v.Labels.block(d.about)
	v.Errors = append(v.Errors, d)
}

// colours are those of the bracket and of what is written beside it: of server time where something is shown in another
// time by design, and of error where a clock is wrong.
func (d *Deviation) colours(t *palette.Theme) (bracket, text palette.Color) {
	if d.design {
		return t.ServerTime, t.ServerText
	}
	return t.Error, t.ErrorText
}

// tip is what a bracket tells.
func (d *Deviation) tip(lang *words.Language) string {
	if d.design && d.settling {
		return lang.T("viewport.settling-tip")
	}
	if d.design {
		return lang.T("viewport.design-tip")
	}
	return lang.T("viewport.bracket-tip")
}

// deviations draws the brackets, and then the sizes of errors where there is room for them.
func (v *Viewport) deviations(c *draw.Canvas, t *panel.Tips) {
	for i := range v.Errors {
		d := &v.Errors[i]
		col, _ := d.colours(c.Theme)
		v.bracket(c, d, col)
		v.showError(d.design, d.about)
		t.Add(d.about, d.tip(c.Words))
	}
	for i := range v.Errors {
		if d := &v.Errors[i]; d.label {
			v.errorLabel(c, d)
		}
	}
}

// bracket draws a hatched bar with two ends.
func (v *Viewport) bracket(c *draw.Canvas, d *Deviation, col palette.Color) {
	z := v.zoom
	thick, end := 4*z, 4.5*z
	dx, dy := max(d.X1-d.X0, d.X0-d.X1), max(d.y1-d.y0, d.y0-d.y1)
	switch {
	case dy < 1:
		c.Hatch(min(d.X0, d.X1), d.y0-thick/2, dx, thick, 4*z, col)
		c.Line(d.X0, d.y0-end, d.X0, d.y0+end, 1.5*z, col)
		c.Line(d.X1, d.y1-end, d.X1, d.y1+end, 1.5*z, col)
	case dx < 1:
		c.Hatch(d.X0-thick/2, min(d.y0, d.y1), thick, dy, 4*z, col)
		c.Line(d.X0-end, d.y0, d.X0+end, d.y0, 1.5*z, col)
		c.Line(d.X1-end, d.y1, d.X1+end, d.y1, 1.5*z, col)
	default:
		c.Dashed(d.X0, d.y0, d.X1, d.y1, 2*z, palette.Dash{3, 2, 3, 2}.Scale(z), 0, col)
		c.Circle(d.X0, d.y0, 2*z, col)
		c.Circle(d.X1, d.y1, 2*z, col)
	}
}

// sweptMost is the error above which a platform's bracket has to do: so much hatching would hide the rest.
const sweptMost = 2 * game.Metre

// swept hatches what lies between a platform as it is shown and as it is.
func (v *Viewport) swept(c *draw.Canvas, o, ghost game.Object, half, h float32) {
	if off := o.Pos.Sub(ghost.Pos); max(off.X, -off.X, off.Y, -off.Y) > sweptMost {
		return
	}
	x0, y0 := v.At(o.Pos)
	x1, y1 := v.At(ghost.Pos)
	d := Deviation{design: v.byDesign(o)}
	col, _ := d.colours(c.Theme)
	col, period := col.Fade(0.75), 5*v.zoom
	if dx, dy := max(x1-x0, x0-x1), max(y1-y0, y0-y1); max(dx, dy) >= smallestError*v.zoom {
		v.showError(d.design, panel.NewRect(min(x0, x1)-half, min(y0, y1), dx+2*half, dy+h))
	}
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
func (v *Viewport) errorLabel(c *draw.Canvas, d *Deviation) {
	col, text := d.colours(c.Theme)
	v.pen.Start(c.Words).Signed(d.Ms, 0).Text(" ms  ").Fixed(d.Metres, 2).Text(" m")
	w, h := v.measure(c, &v.pen)+6*v.zoom, 17*v.zoom
	if !d.about.Overlaps(v.Labels.Bounds) {
		return // out of the picture
	}
	r, ok := v.Labels.place(d.Key, d.about, w, h, 2*v.zoom)
	if !ok {
		return
	}
	if gap := d.about.Gap(r); gap > h {
		x, y := d.about.X+d.about.W/2, d.about.Y+d.about.H/2
		c.Line(x, y, min(max(x, r.X), r.X+r.W), min(max(y, r.Y), r.Y+r.H), v.zoom, col.Fade(0.5))
	}
	c.Box(r.X, r.Y, r.W, r.H, 3*v.zoom, c.Theme.Panel.Fade(0.75))
	v.pen.Put(c, r.X+3*v.zoom, r.Y+h/2, draw.Small, text, draw.Left|draw.Middle)
}
