package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// reckoningError lets client 2 jump in place without pause. Both clients are 100 ms from the host. It returns by how many µm on
// average client 1 shows client 2 away from the host's place.
func reckoningError(t *testing.T, others Others) Length {
	t.Helper()
	r := newRig(t, 2, "timesync")
	for _, c := range r.clients {
		c.up, c.down = 100*time.Millisecond, 100*time.Millisecond
	}
	r.lookAll(Look{Others: others})
	r.run(3 * time.Second)
	r.host.players[2] = Player{Pos: Point{X: 24 * Metre}, Ride: Solid, Facing: 1}
	r.clients[1].Take(Jump)
	r.run(2 * time.Second)
	var shown, truth Scene
	sum, count := Length(0), Length(0)
	for range 2000 {
		r.run(5 * time.Millisecond)
		c := r.clients[0]
		r.host.Scene(r.hostClock(), &truth)
		c.Scene(r.clock(c), c.Look, &shown)
		for _, p := range shown.Players {
			if p.ID == 2 {
				d := p.Pos.Sub(truth.Players[2].Pos)
				sum += max(d.X, -d.X) + max(d.Y, -d.Y)
				count++
			}
		}
	}
	if count < 2000 {
		t.Fatalf("%v: the other was shown %d times", others, count)
	}
	return sum / count
}

// The average error for a player who jumps all the time, seen from 100 + 100 ms away:
//
//	interpolated            0.441 m
//	dead-reckoned           0.288 m
//	dead-reckoned-naively   0.441 m
//	second-order            0.139 m
//	second-order-naively    0.441 m
//
// Without the synchronised clock nothing is gained: the 100 ms of the trip are missing, and with a snapshot every tick nothing is
// left to extrapolate.
func TestSecondOrderShowsOneWhoJumpsNearerThanFirstOrder(t *testing.T) {
	t.Parallel()
	var off [len(othersNames)]Length
	for i := range off {
		off[i] = reckoningError(t, Others(i))
		t.Logf("%-22s %.3f m", othersNames[i], off[i].Metres())
	}
	if off[SecondOrder] >= off[DeadReckoned] {
		t.Errorf("second order is not nearer than first order: %v", off)
	}
	if off[SecondOrder] >= off[SecondOrderNaively] || off[DeadReckoned] >= off[DeadReckonedNaively] {
		t.Errorf("the synchronised clock brings nothing: %v", off)
	}
}

func TestDeadReckoningIsExactForOneWhoFalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		at := func(tick int64) netsync.World { return unity.NewNetworkTime(rate, tick).World() }
		first := rapid.Int64Range(0, 1<<30).Draw(t, "tick")
		l := &Level{}
		p := Player{Pos: Point{X: 16 * Metre, Y: 8 * Metre}, VY: Speed(rapid.Int64Range(0, int64(jumpSpeed)).Draw(t, "speed")), Ride: Airborne, Facing: 1}
		var y []Length
		for i := range int64(3 + rate/4) {
			y = append(y, p.Pos.Y)
			l.Step(&p, Input{}, at(first+i), at(first+i+1), rate)
		}
		for i := 3; i < len(y) && y[i] > 0; i++ {
			ahead := at(first + int64(i)).Sub(at(first + 2))
			got := y[2] + travel(y[2], y[1], y[0], at(first+2), at(first+1), at(first), ahead)
			// The parabola goes through the places themselves; rounding grows with the square of the time.
			if d := got - y[i]; max(d, -d) > 5*Metre/1000 {
				t.Fatalf("%v ahead it is taken to %d, and falls to %d", ahead, got, y[i])
			}
		}
	})
}

func TestPushOffsAndLandingsAreNotCarriedOn(t *testing.T) {
	t.Parallel()
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(60, tick).World() }
	step := walkSpeed.Over(time.Second / 60)
	if got := travel(step, 0, 0, at(2), at(1), at(0), 100*time.Millisecond); got < 599_000 || got > 601_000 {
		t.Errorf("one who starts to walk is taken %d µm on in 100 ms, want 600000", got)
	}
	if got := travel(30*Metre, 0, 0, at(2), at(1), at(0), 100*time.Millisecond); got != 0 {
		t.Errorf("one who was put elsewhere is taken %d µm on", got)
	}
}

// A snapshot changes nothing at once: the same is shown just before and just after it, with how far that is from the newest course.
func TestDeadReckoningDoesNotJumpWhenASnapshotComes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		look := Look{Others: Others(rapid.IntRange(int(DeadReckoned), int(SecondOrderNaively)).Draw(t, "others"))}
		r := newRig(t, 3, "timesync")
		r.lookAll(look)
		r.run(3 * time.Second)
		r.drop = lossy(rapid.Uint64().Draw(t, "luck"), uint64(rapid.IntRange(0, 80).Draw(t, "percent")))
		c := r.clients[0]
		var before, after Scene
		for range 100 {
			next, _ := r.next()
			arrives := false
			for _, f := range r.flights {
				arrives = arrives || f.due == next && f.to == 1 && f.kind() == KindSnapshot
			}
			if !arrives {
				r.run(next - r.now)
				continue
			}
			r.now = next
			clock := c.Moment(r.clock(c)).Clock
			c.Scene(r.clock(c), look, &before)
			r.run(0)
			c.Scene(r.clock(c), look, &after)
			if c.Moment(r.clock(c)).Clock != clock || len(before.Players) != len(after.Players) {
				continue // the clock changed too, or a player is new
			}
			for i, p := range after.Players {
				d := p.Pos.Sub(before.Players[i].Pos)
				if p.ID != 1 && max(d.X, -d.X, d.Y, -d.Y) > 2 {
					t.Fatalf("player %d jumps by %v", p.ID, d)
				}
				if course, _, ok := c.reckoned(p.ID, look.Others, clock.World()); ok && p.ID != 1 && p.Pos.Sub(p.Eased) != course {
					t.Fatalf("player %d says that it is eased by %v, and its course is at %v, not %v", p.ID, p.Eased, course, p.Pos.Sub(p.Eased))
				}
			}
		}
	})
}

// The host draws everyone between the last two ticks, a tick late. A client that knows the time draws a straight walker where the host
// does, and one that doesn't is behind by the snapshot's trip.
func TestDeadReckoningShowsOneWhoWalksWhereTheHostDraws(t *testing.T) {
	t.Parallel()
	for others := DeadReckoned; others <= SecondOrderNaively; others++ {
		for _, down := range []time.Duration{0, 15 * time.Millisecond, 100 * time.Millisecond} {
			r := newRig(t, 2, "timesync")
			c := r.clients[0]
			c.up, c.down = down, down
			r.lookAll(Look{Others: others})
			r.run(3 * time.Second)
			r.host.players[2] = Player{Pos: Point{X: 30 * Metre}, Ride: Solid, Facing: -1}
			r.clients[1].Take(Left)
			r.run(time.Second)
			want := Length(0)
			if others.naively() {
				want = walkSpeed.Over(down)
			}
			var shown, truth Scene
			for range 100 {
				r.run(7 * time.Millisecond)
				r.host.Scene(r.hostClock(), &truth)
				c.Scene(r.clock(c), c.Look, &shown)
				if behind := shown.Players[1].Pos.X - truth.Players[2].Pos.X; max(behind-want, want-behind) > Metre/100 {
					t.Fatalf("%s at %v: drawn %.3f m behind where the host draws it, want %.3f m", othersNames[others], down, behind.Metres(), want.Metres())
				}
			}
		}
	}
}

// Without new states a player is extrapolated for half a second, and stays there.
func TestDeadReckoningEndsWithoutStates(t *testing.T) {
	t.Parallel()
	for others := DeadReckoned; others <= SecondOrderNaively; others++ {
		r := newRig(t, 2, "timesync")
		c := r.clients[0]
		r.lookAll(Look{Others: others})
		r.run(3 * time.Second)
		r.host.players[2] = Player{Pos: Point{X: 30 * Metre}, Ride: Solid, Facing: -1}
		r.clients[1].Take(Left)
		r.run(time.Second)
		r.drop = func(f flight) bool { return f.kind() == KindSnapshot }
		r.flights = nil
		last := c.others.ring[c.others.last].rows[2].avatar(2).Pos.X
		for i := range 30 {
			r.run(100 * time.Millisecond)
			var s Scene
			c.Scene(r.clock(c), c.Look, &s)
			way, most := last-s.Players[1].Pos.X, walkSpeed.Over(500*time.Millisecond)+Metre/100
			if way > most || i >= 5 && way < most-Metre/50 {
				t.Fatalf("%v: %v after the states ended it has been carried on by %d µm, want %d", othersNames[others], time.Duration(i+1)*100*time.Millisecond, way, most)
			}
		}
	}
}

func TestDeadReckoningObeysDilationAndPause(t *testing.T) {
	t.Parallel()
	for _, others := range []Others{DeadReckoned, SecondOrder} {
		r := newRig(t, 2, "timesync")
		c := r.clients[0]
		r.lookAll(Look{Others: others})
		r.run(3 * time.Second)
		r.host.players[2] = Player{Pos: Point{X: 30 * Metre}, Ride: Solid, Facing: -1}
		r.clients[1].Take(Left)
		r.run(time.Second)
		var before, after Scene
		for _, rate := range []int64{500_000, 0, 2_000_000} {
			check(t, r.host.SetDilation(r.hostClock(), rate, 100*time.Millisecond))
			r.run(800 * time.Millisecond)
			c.Scene(r.clock(c), c.Look, &before)
			r.run(200 * time.Millisecond)
			c.Scene(r.clock(c), c.Look, &after)
			way := before.Players[1].Pos.X - after.Players[1].Pos.X
			want := walkSpeed.Over(200*time.Millisecond) * Length(rate) / 1_000_000
			if d := way - want; max(d, -d) > Metre/100 {
				t.Errorf("%v at %d millionths: it walks %d µm in 200 ms, want %d", othersNames[others], rate, way, want)
			}
		}
	}
}
