package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/netsync"
)

// robotBody is the body of the server-controlled character. Players have the shapes of their markers.
const robotBody = palette.Plus + 1

// A figure is a player or the character as it is drawn, in metres, with y upwards from its feet. It depends on its object alone,
// which also knows what it did lately, and so on virtual time alone.
type figure struct {
	body           palette.Shape
	col            palette.Color
	number         int // on its body; 0 for none
	facing         float32
	sx, sy, lean   float32 // of its frame: its width and height as factors, and how far its head is ahead of its feet, as a part of its height
	lift           float32 // above its feet's place
	feet           [2]struct{ x, y float32 }
	mood           mood
	shut           bool
	gazeX, gazeY   float32 // where it looks, at most 1 long
	barrel, recoil float32 // of its weapon: how far it is raised, 0..1, and thrown back
}

// A mood is what a face shows.
type mood uint8

const (
	calm mood = iota
	glad
	shocked
	hurt
)

// How long an event shows on a figure, in the time that the figure is shown in.
const (
	cheers    = 600 * time.Millisecond
	shocks    = 500 * time.Millisecond
	hurts     = 300 * time.Millisecond
	falls     = 180 * time.Millisecond // from the hit to lying down
	returns   = 250 * time.Millisecond // from the return to standing up
	blink     = 110 * time.Millisecond
	blinks    = 3100 * time.Millisecond
	breath    = 2600 * time.Millisecond
	gaitStep  = 1.6 // metres in which both feet have moved once
	bodyAbove = 0.9 // of a body's centre above the feet: where the muzzle is
)

// since returns how many seconds before world time w something happened; ok is false if it has not happened yet.
func since(w, at netsync.World) (seconds float64, ok bool) {
	return w.Sub(at).Seconds(), at != 0 && w >= at
}

// within reports whether something happened at most that long ago.
func within(w, at netsync.World, stays time.Duration) bool {
	return at != 0 && w >= at && w.Sub(at) < stays
}

// newFigure returns the figure of a player, or of the character if robot is set. Its eyes are not aimed yet.
func newFigure(t *palette.Theme, o *game.Object, robot bool) figure {
	style := t.Machine(o.ID)
	g := figure{body: style.Shape, col: style.Color, facing: float32(o.Facing), sx: 1, sy: 1, gazeX: float32(o.Facing)}
	if robot {
		g.body, g.col = robotBody, t.Robot
	}
	if o.Facing == 0 {
		g.facing = 1
	}
	if o.ID > int(palette.Plus) && !robot {
		g.number = o.ID
	}
	g.stand(o)
	g.feel(t, o)
	return g
}

// stand gives the figure its lean, its legs and how it is squashed.
func (g *figure) stand(o *game.Object) {
	w, p := o.Time, &o.Pose
	vx, vy := float64(o.Vel.X.Metres()), float64(o.Vel.Y.Metres())
	u := vx
	if tau, ok := since(w, p.Turned); ok {
		u *= 1 - 2*math.Exp(-tau/0.06)
	}
	g.lean = float32(math.Tan(0.16 * u / 6))
	sy := 1.0
	if o.Ride == game.Airborne {
		sy += 0.01 * math.Abs(vy)
	} else if tau, ok := since(w, p.Landed); ok && tau < 1 {
		hard := min(game.Length(p.Impact).Metres()/10, 1)
		sy -= 0.26 * hard * math.Exp(-tau/0.09) * math.Cos(2*math.Pi*tau/0.22)
	}
	sy += 0.012 * math.Sin(2*math.Pi*float64(time.Duration(w)%breath)/float64(breath)+float64(o.ID))
	g.sy, g.sx = float32(sy), float32(1/sy)
	walk := float32(min(math.Abs(vx)/3, 1))
	phase := 2 * math.Pi * math.Mod(p.Walked.Metres()/gaitStep, 1)
	for i, side := range [...]float32{-1, 1} {
		foot := &g.feet[i]
		if o.Ride == game.Airborne {
			foot.x, foot.y = side*0.16-0.05*g.facing, 0.12+side*0.06
			continue
		}
		at := phase + float64(i)*math.Pi
		foot.x = side*0.17 + (side*(0.08-0.17)+0.26*g.facing*float32(math.Sin(at)))*walk
		foot.y = 0.15 * float32(max(math.Cos(at), 0)) * walk
	}
}

// feel gives the figure its face, and its pose after a hit, while cheering, while out and on its return.
func (g *figure) feel(t *palette.Theme, o *game.Object) {
	w, p := o.Time, &o.Pose
	g.shut = within(w, netsync.World(time.Duration(w)/blinks*blinks)+netsync.World(mixed(o.ID, int(time.Duration(w)/blinks))*float64(blinks-blink))+1, blink)
	switch {
	case within(w, p.Hit, hurts):
		tau, _ := since(w, p.Hit)
		g.mood, g.lean = hurt, -0.16*g.facing
		g.col = g.col.Mix(t.Shine, float32(0.7*math.Exp(-tau/0.04)))
	case within(w, p.Refused, shocks):
		g.mood = shocked
	case within(w, p.Cheered, cheers):
		tau, _ := since(w, p.Cheered)
		g.mood, g.lift = glad, float32(0.12*math.Abs(math.Sin(2*math.Pi*tau/0.3)))
	}
	switch {
	case o.Out > game.ShieldTime:
		lain := float32(min(lain(o).Seconds()/falls.Seconds(), 1))
		g.mood, g.sy, g.sx = hurt, 1-0.85*max(lain, 0), 1+0.2*max(lain, 0)
	case o.Out > game.ShieldTime-returns:
		tau := (game.ShieldTime - o.Out).Seconds() / returns.Seconds()
		k := float32(0.2 + 0.8*tau + 0.15*math.Sin(math.Pi*tau))
		g.sx, g.sy = g.sx*k, g.sy*k
	}
}

// lain returns how long a player that is out has been lying there, after a hit or a fall.
func lain(o *game.Object) time.Duration {
	all := game.FallTime
	if within(o.Time, o.Pose.Hit, game.OutTime+200*time.Millisecond) {
		all = game.OutTime
	}
	return all + game.ShieldTime - o.Out
}

// mixed returns a pseudorandom number from 0 to 1 that depends on a and b alone.
func mixed(a, b int) float64 {
	h := uint32(a)*2654435761 ^ uint32(b)*2246822519
	h = (h ^ h>>15) * 2246822519
	h = (h ^ h>>13) * 3266489917
	return float64((h^h>>16)&0xffff) / 0xffff
}

// How far a figure sees, in metres.
const (
	shotSeen  = 5
	otherSeen = 6
)

// look turns a figure's eyes to a projectile that is near, else to the nearest of the others, else ahead.
func (g *figure) look(o *game.Object, s *game.Scene) {
	best, far := 1.0, 0.0 // the share of the way that is seen
	aim := func(at game.Point, above, seen float64) {
		dx, dy := at.Sub(o.Pos).X.Metres(), at.Sub(o.Pos).Y.Metres()+above-bodyAbove
		if max(dx, -dx) >= best*seen || max(dy, -dy) >= best*seen {
			return // most of a crowd: this saves their square roots
		}
		if d := math.Hypot(dx, dy); d > 0.1 && d/seen < best {
			best, far = d/seen, d
			g.gazeX, g.gazeY = float32(dx/far), float32(dy/far)
		}
	}
	for i := range s.Shots {
		aim(s.Shots[i].Pos, 0, shotSeen)
	}
	if far > 0 {
		return
	}
	for i := range s.Players {
		if k := &s.Players[i]; k.ID != o.ID || k.Pos != o.Pos {
			aim(k.Pos, bodyAbove, otherSeen)
		}
	}
	if s.Character.Time != 0 && s.Character.Pos != o.Pos {
		aim(s.Character.Pos, bodyAbove, otherSeen)
	}
}
