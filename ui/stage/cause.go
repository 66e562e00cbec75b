package stage

import (
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/ui/panel"
)

// A cause is why something is shown elsewhere than the host has it.
type cause uint8

const (
	ofClock      cause = iota // the client's clock is wrong: nothing else is in the colour of error
	ofDilation                // the client assumes another rate of the host's world time
	ofTimes                   // it is shown in server time or predicted time, by design
	ofSettling                // the same, while that time is still moving to its target
	ofStarving                // the same, while no snapshot of that time has arrived
	ofSending                 // its message has no timestamp, or it is extrapolated
	ofCorrection              // the host disagreed with the client's prediction, or error smoothing has not caught up yet
)

// causeWords are the sign of a cause in the legend, and the keys of its word and of its bracket's tooltip.
type causeWords struct {
	sign      sign
	word, tip string
}

var causes = [...]causeWords{
	ofClock:      {errorSign, "watch.by-clock", "viewport.bracket-tip"},
	ofDilation:   {dilationSign, "watch.by-dilation", "viewport.dilation-tip"},
	ofTimes:      {designSign, "watch.by-design", "viewport.design-tip"},
	ofSettling:   {designSign, "watch.settling", "viewport.settling-tip"},
	ofStarving:   {designSign, "watch.starved", "viewport.starved-tip"},
	ofSending:    {sendingSign, "watch.by-sending", "viewport.sending-tip"},
	ofCorrection: {correctionSign, "watch.by-correction", "viewport.eased-tip"},
}

// A share is the part of a difference that has one cause.
type share struct {
	of             cause
	ahead          time.Duration // world time
	x0, y0, x1, y1 float32       // from where it is shown to where it would be without this cause
}

// long returns the length along both axes together, in points.
func (k *share) long() float32 { return max(k.x1-k.x0, k.x0-k.x1) + max(k.y1-k.y0, k.y0-k.y1) }

// smallestShare is the least share worth showing: less is written as 0 ms.
const smallestShare = 500 * time.Microsecond

// shares divides the time by which something is shown ahead of the host among its causes, the clock first, and returns the shares
// that are not 0. A clock that counts as in sync has no share in what is shown in another time by design.
func (v *Viewport) shares(o game.Object, ahead time.Duration) (all []share) {
	clock, dilation, rest := v.apart.Of(o.Space, ahead)
	why := ofTimes
	switch {
	case o.Space == game.SharedTime:
		why = ofSending
	case o.Space == game.ServerTime && v.starved:
		why = ofStarving
	case o.Space == game.ServerTime && v.settling.Server, o.Space == game.PredictedTime && v.settling.Predicted:
		why = ofSettling
	}
	if why != ofSending && clock.Abs() <= panel.InSync {
		clock, rest = 0, rest+clock
	}
	all = append(v.parts[:0], share{of: ofClock, ahead: clock}, share{of: ofDilation, ahead: dilation}, share{of: why, ahead: rest})
	most := 0
	for i := range all {
		if all[i].ahead.Abs() > all[most].ahead.Abs() || ahead == 0 && i == 2 {
			most = i
		}
	}
	for i := range all {
		if k := &all[i]; i != most && k.ahead.Abs() < smallestShare {
			all[most].ahead += k.ahead
			k.ahead = 0
		}
	}
	n := 0
	for i, k := range all {
		if k.ahead != 0 || i == most {
			all[n] = k
			n++
		}
	}
	v.parts = all[:n]
	return v.parts
}

// without returns where something would be shown if it were ahead by less. If its path is known or straight, that is a point on
// the path, else a point between the two places.
func (v *Viewport) without(o, truth game.Object, key int, part time.Duration) game.Point {
	if key >= platformKey && key < ShotKey {
		return v.Level.Platforms[key-platformKey].At(o.Time.Add(-part))
	}
	whole, off := o.Time.Sub(truth.Time), truth.Pos.Sub(o.Pos)
	if whole == 0 {
		return o.Pos
	}
	by := part.Seconds() / whole.Seconds()
	if key < ShotKey || key == ballKey {
		by = min(max(by, 0), 1)
	}
	return o.Pos.Plus(game.Point{X: game.Length(float64(off.X) * by), Y: game.Length(float64(off.Y) * by)})
}

// smallestPart is the least distance that one cause must account for, with a dead-reckoned figure, to be shown.
const smallestPart = game.Metre / 50

// reckon divides the distance from where a dead-reckoned figure is shown to where the host has it: what error smoothing still keeps of an
// older course, what the clock's error and the dilation amount to at the figure's speed, and what no client could foresee.
func (v *Viewport) reckon(d *Deviation, o, truth game.Object, at func(game.Point) (x, y float32)) {
	clock, dilation, rest := v.apart.Of(o.Space, o.Time.Sub(truth.Time))
	from, then := o.Pos, o.Time
	for i, k := range [...]share{{of: ofCorrection}, {of: ofClock, ahead: clock}, {of: ofDilation, ahead: dilation}, {of: ofSending, ahead: rest}} {
		to := truth.Pos
		switch k.of {
		case ofCorrection:
			to = from.Sub(o.Eased)
		case ofClock, ofDilation:
			to = from.Sub(game.Point{X: game.Speed(o.Vel.X).Over(k.ahead), Y: game.Speed(o.Vel.Y).Over(k.ahead)})
			if o.Ride >= 0 {
				p := &v.Level.Platforms[o.Ride]
				to = to.Plus(p.At(then.Add(-k.ahead)).Sub(p.At(then)))
			}
			then = then.Add(-k.ahead)
		}
		if last := i == len(d.shares)-1; to.Sub(from).Length() >= smallestPart || last && d.causes == 0 {
			k.x0, k.y0 = at(from)
			d.shares[d.causes] = k
			d.causes, from = d.causes+1, to
		}
	}
	for i := range d.causes {
		k := &d.shares[i]
		if k.x1, k.y1 = at(truth.Pos); i+1 < d.causes {
			k.x1, k.y1 = d.shares[i+1].x0, d.shares[i+1].y0
		}
	}
}

// colours returns the colour of a cause's hatching, and that of the text beside it.
func (k cause) colours(t *palette.Theme) (hatch, text palette.Color) {
	switch k {
	case ofClock:
		return t.Error, t.ErrorText
	case ofDilation:
		return t.Dilation, t.DilationText
	case ofCorrection:
		return t.Correction, t.CorrectionText
	}
	return t.ServerTime, t.ServerText
}
