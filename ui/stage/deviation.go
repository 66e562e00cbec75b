package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
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
	shares         [4]share // by cause; they add up to Ms, except for a dead-reckoned figure
	causes         int      // how many there are
	reckoned       bool     // a dead-reckoned figure, whose shares are distances and not times
	turned         bool     // a platform that has turned round between the two times, so that metres don't tell how far apart they are
	rang           bool     // a projectile that has rung the bell, at which the bracket is
}

// The first keys of labels. A player's key is its number, the character's is [game.Character].
const (
	platformKey = 1000
	ShotKey     = 10_000 // keys of deviations from here on are of projectiles
	disputeKey  = -1000
	riderKey    = -2000

	correctionKey = -4000
	rungKey       = -5000
)

// The distances in points below which nothing is marked, since the outlines show enough. What has a label is marked earlier.
const (
	smallestError = 2
	smallestPlain = 5
)

// of returns the one cause of a deviation; ok is false where there are several.
func (d *Deviation) of() (k cause, ok bool) { return d.shares[0].of, d.causes == 1 }

// deviate notes an object that is shown in the wrong place. Its bracket is at a height above both places.
func (v *Viewport) deviate(shown, truth game.Object, above game.Length, key int) {
	if v.look.Thumb || key == game.Character && shown.Time == 0 {
		return
	}
	lift := game.Point{Y: above}
	d := Deviation{Key: key, Ms: float64(shown.Time.Sub(truth.Time)) / 1e6}
	d.reckoned = shown.Space == game.SharedTime && key < platformKey
	off := truth.Pos.Sub(shown.Pos)
	d.Metres = off.Length().Metres()
	beside, dx, dy := lift, float32(0), float32(0)
	if key >= platformKey && key < ShotKey { // beside the platform, or above it
		p := &v.Level.Platforms[key-platformKey]
		beside.X, d.turned = p.HalfWidth, p.Leg(shown.Time) != p.Leg(truth.Time)
		if off.X == 0 {
			dx = 6
		} else {
			dy = -6
		}
	}
	at := func(p game.Point) (x, y float32) {
		x, y = v.At(p.Plus(beside))
		return x + dx, y + dy
	}
	d.X0, d.y0 = at(shown.Pos)
	d.X1, d.y1 = at(truth.Pos)
	if d.reckoned {
		v.reckon(&d, shown, truth, at)
	} else {
		d.causes = copy(d.shares[:], v.shares(shown, shown.Time.Sub(truth.Time)))
		v.divide(d.shares[:d.causes], shown, truth, key, at)
	}
	d.label = key >= platformKey || v.look.Focused
	smallest := float32(smallestPlain)
	if d.label {
		smallest = smallestError
	}
	if size := max(d.X1-d.X0, d.X0-d.X1) + max(d.y1-d.y0, d.y0-d.y1); !(size >= smallest) {
		return
	}
	const thick = 4
	d.about = panel.NewRect(min(d.X0, d.X1)-thick, min(d.y0, d.y1)-thick,
		max(d.X1-d.X0, d.X0-d.X1)+2*thick, max(d.y1-d.y0, d.y0-d.y1)+2*thick)
	v.Labels.block(d.about)
	v.Errors = append(v.Errors, d)
}

// divide finds the two ends of each share, on the way from where something is shown to where the host has it.
func (v *Viewport) divide(shares []share, shown, truth game.Object, key int, at func(game.Point) (x, y float32)) {
	passed, from := time.Duration(0), shown.Pos
	for i := range shares {
		k, to := &shares[i], truth.Pos
		if passed += k.ahead; i < len(shares)-1 {
			to = v.without(shown, truth, key, passed)
		}
		k.x0, k.y0 = at(from)
		k.x1, k.y1 = at(to)
		from = to
	}
}

// colours returns the colours of the line to the label and of the label: the cause's, or neutral ones if there are several causes.
func (d *Deviation) colours(t *palette.Theme) (line, text palette.Color) {
	if k, one := d.of(); one {
		return k.colours(t)
	}
	return t.Text, t.Text
}

// tip returns a bracket's tooltip.
func (d *Deviation) tip(lang *words.Language) string {
	if k, one := d.of(); one {
		return lang.T(causes[k].tip)
	}
	return lang.T("viewport.causes-tip")
}

// deviations draws the brackets, and writes the size of the largest error and of the one under the pointer where there is room.
func (v *Viewport) deviations(c *draw.Canvas, t *panel.Tips) {
	for i := range v.Errors {
		d := &v.Errors[i]
		v.brackets(c, d)
		t.Add(d.about, d.tip(c.Words))
	}
	shown := false
	for last := math.Inf(1); !shown; {
		worst := -1 // of those that have not been tried
		for i := range v.Errors {
			d := &v.Errors[i]
			if size := v.size(d); d.label && size < last && (worst < 0 || size > v.size(&v.Errors[worst])) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		last = v.size(&v.Errors[worst])
		if shown = v.errorLabel(c, &v.Errors[worst]); shown {
			v.labelled = v.Errors[worst].Key
		}
	}
	for i := range v.Errors {
		if d := &v.Errors[i]; d.label && t.Under(d.about) && d.Key != v.labelled {
			v.errorLabel(c, d)
		}
	}
}

// size returns how wrong something is, a little more for what has the label, so that it doesn't jump between errors of equal size.
func (v *Viewport) size(d *Deviation) float64 {
	size := math.Abs(d.Ms) + d.Metres/100 + float64(d.Key)*1e-9
	if d.Key == v.labelled {
		size *= labelKept
	}
	return size
}

// labelKept is by what factor another error must be larger to get the label.
const labelKept = 1.1

// brackets draws the share of each cause in its colour, the clock's on top.
func (v *Viewport) brackets(c *draw.Canvas, d *Deviation) {
	for i := d.causes - 1; i >= 0; i-- {
		k := &d.shares[i]
		if k.long() < 1 {
			continue
		}
		col, _ := k.of.colours(c.Theme)
		bracket(c, &Deviation{X0: k.x0, y0: k.y0, X1: k.x1, y1: k.y1}, col)
		v.showCause(k.of, d.about)
	}
}

// bracket draws a hatched bar with two ends.
func bracket(c *draw.Canvas, d *Deviation, col palette.Color) {
	const thick, end = 4, 4.5
	dx, dy := max(d.X1-d.X0, d.X0-d.X1), max(d.y1-d.y0, d.y0-d.y1)
	ex, ey := float32(0), float32(end)
	switch {
	case dy < 1:
		c.Hatch(min(d.X0, d.X1), d.y0-thick/2, dx, thick, 4, col)
	case dx < 1:
		c.Hatch(d.X0-thick/2, min(d.y0, d.y1), thick, dy, 4, col)
		ex, ey = end, 0
	default:
		l := hypot(dx, dy)
		ex, ey = (d.y1-d.y0)/l*end, (d.X0-d.X1)/l*end
		c.HatchLine(d.X0, d.y0, d.X1, d.y1, thick, 4, col)
	}
	c.Line(d.X0-ex, d.y0-ey, d.X0+ex, d.y0+ey, 1.5, col)
	c.Line(d.X1-ex, d.y1-ey, d.X1+ex, d.y1+ey, 1.5, col)
}

// sweptMost is the error above which a platform only has its bracket, since a larger hatched area would hide the rest.
const sweptMost = 2 * game.Metre

// swept hatches the area between where a platform is shown and where it is, in the colour of each cause.
func (v *Viewport) swept(c *draw.Canvas, o, ghost game.Object, half, h float32) {
	if off := o.Pos.Sub(ghost.Pos); max(off.X, -off.X, off.Y, -off.Y) > sweptMost {
		return
	}
	shares := v.shares(o, o.Time.Sub(ghost.Time))
	v.divide(shares, o, ghost, platformKey+o.ID, v.At)
	const period = 5
	for i := len(shares) - 1; i >= 0; i-- {
		k := &shares[i]
		dx, dy := max(k.x1-k.x0, k.x0-k.x1), max(k.y1-k.y0, k.y0-k.y1)
		if max(dx, dy) < smallestError {
			continue
		}
		col, _ := k.of.colours(c.Theme)
		col = col.Fade(0.75)
		v.showCause(k.of, panel.NewRect(min(k.x0, k.x1)-half, min(k.y0, k.y1), dx+2*half, dy+h))
		if dx < 1 {
			c.Hatch(k.x0-half+h/2, min(k.y0, k.y1), 2*half-h, dy, period, col)
			continue
		}
		dx = min(dx, 2*half)
		c.Hatch(min(k.x0, k.x1)-half, k.y0+1, dx, h-2, period, col)
		c.Hatch(max(k.x0, k.x1)+half-dx, k.y0+1, dx, h-2, period, col)
	}
}

// errorLabel writes the size of an error beside its bracket, and reports whether there was room.
func (v *Viewport) errorLabel(c *draw.Canvas, d *Deviation) bool {
	col, text := d.colours(c.Theme)
	if v.pen.Start(c.Words); d.causes > 1 {
		v.sum(c.Words, d)
		v.pen.Text(" = ")
	}
	v.pen.Signed(d.Ms, 0).Text(v.unit(c.Words)).Text("  ").Fixed(d.Metres, 2).Text(" m")
	const h = 17
	said := layout.Item{Bytes: v.pen.Buf, Ink: text, Lead: 3, Tail: 3}
	if !d.about.Overlaps(v.Labels.Bounds) {
		return false // out of the picture
	}
	r, ok := v.Labels.place(d.Key, d.about, v.Labels.line.One(c.Fonts(), said), h, 2)
	if !ok {
		return false
	}
	if gap := d.about.Gap(r); gap > h {
		x, y := d.about.X+d.about.W/2, d.about.Y+d.about.H/2
		c.Line(x, y, min(max(x, r.X), r.X+r.W), min(max(y, r.Y), r.Y+r.H), 1, col.Fade(0.5))
	}
	c.Box(r.X, r.Y, r.W, r.H, 3, c.Theme.Panel.Fade(0.75))
	v.Labels.line.Say(c, r, draw.Left, said)
	return true
}

// sum writes each cause's share of a deviation in ms, rounded so that the shares add up to the total that is written. With a
// dead-reckoned figure the shares have different directions, so only the causes are named.
func (v *Viewport) sum(lang *words.Language, d *Deviation) {
	left := math.Round(d.Ms)
	for i := range d.causes {
		k := &d.shares[i]
		if d.reckoned {
			if i > 0 {
				v.pen.Text(", ")
			}
			v.pen.Word(causes[k.of].word)
			continue
		}
		ms := math.Round(k.ahead.Seconds() * 1000)
		if i == d.causes-1 {
			ms = left
		}
		if left -= ms; i > 0 {
			v.pen.Text(", ")
		}
		v.pen.Word(causes[k.of].word).Text(" ").Signed(ms, 0)
	}
}

// unit returns the unit of a difference: milliseconds, of world time if that runs at another rate.
func (v *Viewport) unit(lang *words.Language) string {
	if v.dilated {
		return " " + lang.T("watch.world-ms")
	}
	return " ms"
}
