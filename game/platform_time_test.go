package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// smooth runs a client frame by frame and fails if a platform under NearTime ever moves faster than MaxPlatformPace. It returns how
// many frames showed a platform between two times.
func (r *rig) smooth(t rapid.TB, c *rigClient, frames int) (changing int) {
	t.Helper()
	var s Scene
	l, last, before := c.cfg.Level, c.moment, [8]Object{}
	for i := range frames {
		r.run(time.Second / time.Duration(c.cfg.Rate))
		m := c.Moment(r.clock(c))
		c.Scene(r.clock(c), Look{Platform: NearTime}, &s)
		if i > 0 {
			ds, dp := m.Server.Sub(last.Server), m.Predicted.Sub(last.Predicted)
			tick := time.Second / time.Duration(c.cfg.Rate)
			d := max(ds, -ds, dp, -dp, tick)
			most := d * MaxPlatformPace / 100
			if ds < 0 || dp < 0 { // the share may have moved for a tick before the step back, and for one after it
				most = max(most, d+2*tick*blendPace/1000)
			}
			for k, o := range s.Platforms {
				move := o.Pos.Sub(before[k].Pos)
				limit := l.Platforms[k].Speed.Over(most) + 2
				if way := max(move.X, -move.X, move.Y, -move.Y); way > limit {
					t.Fatalf("frame %d: platform %d moves by %d µm, %d are allowed; its time goes on by %v, server time by %v, predicted time by %v",
						i, k, way, limit, o.Time.Sub(before[k].Time), ds, dp)
				}
				if o.Space == NearTime {
					changing++
				}
			}
		}
		copy(before[:], s.Platforms)
		last = m
	}
	return changing
}

func TestPlatformsNeverJumpWhenTheOwnPlayerComesNear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.SampledFrom([]int{10, 30, 60, 128}).Draw(t, "rate")
		r := newRigAt(t, 1, "timesync", rate)
		c := r.clients[0]
		c.up = time.Duration(rapid.IntRange(0, 400).Draw(t, "up, ms")) * time.Millisecond
		c.down = time.Duration(rapid.IntRange(0, 400).Draw(t, "down, ms")) * time.Millisecond
		jitter := uint64(rapid.IntRange(0, 30).Draw(t, "jitter, ms"))
		k := uint64(0)
		r.extra = func(flight) time.Duration {
			k++
			return time.Duration(hash(k)%(jitter+1)) * time.Millisecond
		}
		r.lookAll(Look{Platform: NearTime})
		r.run(4 * time.Second)
		for range 12 {
			c.Take(Buttons(rapid.IntRange(0, int(AllButtons)).Draw(t, "buttons")))
			if rapid.IntRange(0, 2).Draw(t, "put") == 0 { // also from one end of the world to the other
				x := Length(rapid.Int64Range(int64(Metre), int64(Width-Metre)).Draw(t, "x"))
				r.host.players[1] = Player{Pos: Point{X: x}, Ride: Solid, Facing: 1}
			}
			if rapid.IntRange(0, 3).Draw(t, "change of dilation") == 0 {
				dilation := rapid.SampledFrom([]int64{0, 100_000, 500_000, 1_000_000, 2_000_000}).Draw(t, "dilation")
				lead := time.Duration(rapid.IntRange(0, 500).Draw(t, "lead, ms")) * time.Millisecond
				check(t, r.host.SetDilation(r.hostClock(), dilation, lead))
			}
			if rapid.IntRange(0, 5).Draw(t, "change of latency") == 0 {
				c.up = time.Duration(rapid.IntRange(0, 400).Draw(t, "new up, ms")) * time.Millisecond
			}
			r.smooth(t, c, rate/2)
		}
	})
}

func TestPlatformComesIntoPredictedTimeAndGoesBack(t *testing.T) {
	t.Parallel()
	r := elevator(t, Look{Platform: NearTime}, lift)
	c := r.clients[0]
	spaces := func() (s [2]TimeSpace) {
		for i := range s {
			_, s[i] = c.spaces.time(i, NearTime, c.moment)
		}
		return s
	}
	if got := spaces(); got[lift] != PredictedTime {
		t.Errorf("the platform under the own player is in %v time", got[lift])
	}
	r.host.players[1] = Player{Pos: Point{X: 31 * Metre}, Ride: Solid, Facing: -1}
	// 250 ms apart, at four tenths of a tick a tick: 37 frames or one more.
	if n := r.smooth(t, c, 120); n < 36 || n > 40+38 {
		t.Errorf("the platforms were on their way in %d frames", n)
	}
	if got := spaces(); got[lift] != ServerTime {
		t.Errorf("the platform far away is in %v time", got[lift])
	}
	c.Take(Left)
	// The lift changes to predicted time, and back when it is up; it does not come that near again.
	if n := r.smooth(t, c, 300+4*DefaultRate); n < 2*36 {
		t.Errorf("the platforms were on their way in %d frames", n)
	}
	if got := spaces(); c.predict.state(c.predict.tick).Pos.X > 2*Metre || got[shuttle] != ServerTime || got[lift] != ServerTime {
		t.Errorf("at the left end the platforms are in %v times", got)
	}
}

func TestPlatformTimesStandStillInAPause(t *testing.T) {
	t.Parallel()
	r := elevator(t, Look{Platform: NearTime}, lift)
	c := r.clients[0]
	r.host.players[1] = Player{Pos: Point{X: 31 * Metre}, Ride: Solid, Facing: -1}
	r.run(500 * time.Millisecond) // the lift is between both times
	check(t, r.host.SetDilation(r.hostClock(), 0, 150*time.Millisecond))
	r.run(time.Second)
	var before, after Scene
	c.Scene(r.clock(c), c.Look, &before)
	if before.Platforms[lift].Space != NearTime {
		t.Fatalf("the platform is in %v time", before.Platforms[lift].Space)
	}
	r.run(2 * time.Second)
	c.Scene(r.clock(c), c.Look, &after)
	for i, o := range after.Platforms {
		if o != before.Platforms[i] {
			t.Errorf("platform %d moved from %+v to %+v in a pause", i, before.Platforms[i], o)
		}
	}
	for i, o := range after.Players {
		if o != before.Players[i] {
			t.Errorf("player %d moved from %+v to %+v in a pause", o.ID, before.Players[i], o)
		}
	}
	if after.Character != before.Character {
		t.Errorf("the character moved from %+v to %+v", before.Character, after.Character)
	}
}

func TestLagIsTheNearestSubtickAndBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		d := time.Duration(rapid.Int64Range(-int64(time.Minute), int64(time.Minute)).Draw(t, "lag"))
		g := lagOf(d, rate)
		if g > mostLag(rate) {
			t.Fatalf("%v is %d, more than %d", d, g, mostLag(rate))
		}
		inside := min(max(d, 0), MaxLag*time.Second)
		if off := g.Over(rate) - inside; max(off, -off) > time.Second/time.Duration(rate*Subticks*2)+2 {
			t.Fatalf("%v becomes %v", d, g.Over(rate))
		}
	})
}

func TestBlendedTimeIsBetweenBoth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		server := netsync.World(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "server"))
		apart := time.Duration(rapid.Int64Range(-int64(time.Hour), int64(time.Hour)).Draw(t, "apart"))
		m := Moment{Server: unity.NetworkTimeAt(60, server), Predicted: unity.NetworkTimeAt(60, server.Add(apart))}
		lo, hi := m.Server.World(), m.Predicted.World()
		last := lo
		for share := int64(0); share <= wholeShare; share += wholeShare / 16 {
			w, _ := blended(share, m)
			if w < min(lo, hi) || w > max(lo, hi) || apart >= 0 && w < last || apart < 0 && w > last {
				t.Fatalf("share %d of %d..%d is %d", share, lo, hi, w)
			}
			last = w
		}
		if last != hi {
			t.Fatalf("the whole is %d, not %d", last, hi)
		}
	})
}
