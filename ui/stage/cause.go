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
	ofDilation                // the client reckons with another rate of the host's world
	ofTimes                   // it is shown in server time or predicted time, as its time provider has them
	ofSettling                // and that is on its way to where it is to be
	ofStarving                // and no snapshot of that is here yet
	ofSending                 // its message tells no time, or it is extrapolated
	ofCorrection              // the host has disagreed with the client's prediction, or error smoothing is on its way to its news
)

// causeWords are what the legend tells of a cause, the key of the word for it, and that of what its bracket tells.
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

// A share is what one cause makes of a difference.
type share struct {
	of             cause
	ahead          time.Duration // world time
	x0, y0, x1, y1 float32       // from where this cause has it shown to where it would be without
}

// long returns how many points it goes along both axes.
func (k *share) long() float32 { return max(k.x1-k.x0, k.x0-k.x1) + max(k.y1-k.y0, k.y0-k.y1) }

// smallestShare is what a share must be to be told of: less is written as 0 ms.
const smallestShare = 500 * time.Microsecond

// shares divides by how much something is shown ahead of the host, the clock's share first, and returns those that are not 0. A
// clock that counts as right makes nothing of what is shown in another time by design.
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

// without returns where something would be shown if a part of what it is ahead by were not: on its path, if the level has that or
// it is straight, else that far between both places, and not beyond.
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

// smallestPart is how much of the way to a dead-reckoned figure one cause must make to be told of.
const smallestPart = game.Metre / 50

// reckon divides the way from where a dead-reckoned figure is shown to where the host has it: what error smoothing has left of an older
// course, what the figure's speed makes of the clock's error and of a dilation, and what nobody could foresee.
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

// colours are those of a hatching and of what is written beside it.
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
