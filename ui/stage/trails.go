package stage

import (
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
)

const (
	trailStep   = 25 * time.Millisecond  // between two points of a trail
	trailStays  = 600 * time.Millisecond // how old its end is
	trailPoints = int(trailStays / trailStep)
	trailGap    = 400 * time.Millisecond // of virtual time; more is a jump, which leaves no trail
	crowd       = 16                     // players: with more, only the machine's own has a trail and a bracket
	jumpFrom    = 3 * game.Metre         // between two points: the player was put elsewhere
)

// Trails remember where the players of one screen have been.
type Trails struct {
	last    netsim.Time // of the latest points
	stamps  [trailPoints]netsim.Time
	next    int // how many points there have been
	players [][trailPoints]game.Point
}

// nowhere stands for a player that wasn't there.
var nowhere = game.Point{X: -1 << 40}

// Follow adds where the players are, if enough time has passed. If time goes back or jumps, the trails restart.
func (t *Trails) Follow(now netsim.Time, s *game.Scene) {
	if now < t.last || now.Sub(t.last) > trailGap {
		t.next = 0
	}
	if t.next > 0 && now/netsim.Time(trailStep) == t.last/netsim.Time(trailStep) { // at the same instants at any frame rate
		return
	}
	t.last = now
	i := t.next % trailPoints
	t.stamps[i] = now
	t.next++
	for k := range t.players {
		t.players[k][i] = nowhere
	}
	for _, o := range s.Players {
		for len(t.players) <= o.ID {
			t.players = append(t.players, [trailPoints]game.Point{})
			for k := range t.players[len(t.players)-1] {
				t.players[len(t.players)-1][k] = nowhere
			}
		}
		t.players[o.ID][i] = o.Pos
	}
}

// trail draws where a player has been. The trail fades, and its style says in which time the player is shown: solid for
// shared time, dashed for server time, dotted for predicted time.
func (v *Viewport) trail(c *draw.Canvas, o game.Object, col palette.Color) {
	t := &v.Trails
	if o.ID >= len(t.players) {
		return
	}
	lift := game.Point{Y: game.PlayerHeight * 55 / 100}
	to, x1, y1 := o.Pos, float32(0), float32(0)
	x1, y1 = v.At(o.Pos.Plus(lift))
	for k := t.next - 1; k >= max(t.next-trailPoints, 0); k-- {
		from, stamp := t.players[o.ID][k%trailPoints], t.stamps[k%trailPoints]
		fresh := 1 - float32(t.last.Sub(stamp))/float32(trailStays)
		far := max(from.X-to.X, to.X-from.X) + max(from.Y-to.Y, to.Y-from.Y)
		if from == nowhere || fresh <= 0 || far > jumpFrom {
			return
		}
		x0, y0 := v.At(from.Plus(lift))
		faded := col.Fade(0.55 * fresh)
		switch {
		case o.Space == game.PredictedTime:
			c.Circle(x0, y0, 1.4, faded)
		case o.Space == game.SharedTime || int64(stamp)/int64(2*trailStep)%2 == 0:
			c.Line(x0, y0, x1, y1, 2, faded)
		}
		if p := &v.look.Pointed; p.Timed && stamp.Sub(p.At).Abs() <= trailStep/2 {
			c.Ring(x0, y0, 4, 1.5, c.Theme.Text) // at the instant under the pointer
		}
		to, x1, y1 = from, x0, y0
	}
}
