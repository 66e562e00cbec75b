package game

import (
	"testing"
	"time"
)

// pipsRig is a duel: client 1 fires to the right, at the host's player 3 m away.
func pipsRig(t *testing.T, pips Pips, d time.Duration) *rig {
	t.Helper()
	l := mustLevel(t, LevelConfig{Arena: Duel, Pips: pips})
	r := newRigIn(t, l, 2, "timesync", DefaultRate)
	for _, c := range r.clients {
		c.up, c.down = d, d
		c.Take(0)
	}
	r.clients[0].Look = predictedLook
	r.host.Take(0)
	r.run(3 * time.Second)
	p := r.host.players[:3]
	p[0].Pos, p[0].Ride = place(100, 0), Solid
	p[1].Pos, p[1].Ride, p[1].Facing = place(60, 0), Solid, 1
	p[2].Pos, p[2].Ride = place(20, 24), Solid
	r.run(time.Second)
	return r
}

// untilHit lets client 1 fire once, and runs until the shot has hit or a second is over.
func (r *rig) untilHit() (hit bool) {
	c, before := r.clients[0], r.host.players[0]
	c.Take(Fire)
	for range 60 {
		r.run(time.Second / DefaultRate)
		c.Take(0)
		if now := &r.host.players[0]; now.Pips != before.Pips || now.Out != before.Out {
			return true
		}
	}
	return false
}

func TestAHitTakesAPipAndPushesAwayAndUp(t *testing.T) {
	t.Parallel()
	r := pipsRig(t, ArenaPips, 80*time.Millisecond)
	p := &r.host.players[0]
	if p.Pips != 5 {
		t.Fatalf("in the duel one begins with %d pips", p.Pips)
	}
	if !r.untilHit() || p.Pips != 4 || p.Out != 0 || p.VX != pushAway || p.VY != pushUp || p.Ride != Airborne {
		t.Errorf("after a hit: %+v", p)
	}
	x := p.Pos.X
	r.run(time.Second)
	if p.Pos.X <= x || p.Pos.Y != 0 {
		t.Errorf("it was pushed from %v to %v", x, p.Pos)
	}
}

func TestWhoHasNoPipLeftIsOutAndComesBackShieldedFarFromAllOthers(t *testing.T) {
	t.Parallel()
	r := pipsRig(t, 2, 80*time.Millisecond) // one pip
	h, p := r.host, &r.host.players[0]
	if !r.untilHit() || p.Pips != 0 || p.Out != 150 {
		t.Fatalf("after its last pip: %+v", p)
	}
	h.Take(Left | Fire | Jump)
	fired := h.lastShot
	r.run(OutTime - 2*time.Second/DefaultRate)
	if p.VX != 0 || !lies(p.Out, DefaultRate) || p.Pos.X < 10*Metre || h.lastShot != fired {
		t.Errorf("while it is out: %+v, %d shots", p, h.lastShot-fired)
	}
	var s Scene
	r.clients[1].Scene(r.clock(r.clients[1]), Look{}, &s)
	if o := s.Players[0]; o.Out <= ShieldTime || o.Pips != 0 {
		t.Errorf("another screen shows %+v", o)
	}
	h.Take(0)
	r.run(3 * time.Second / DefaultRate)
	// The others are at 6 m and, on a ledge, at 2 m: the ledge on the other side is farthest.
	if p.Pos != place(148, 24) || p.Pips != 1 || lies(p.Out, DefaultRate) || p.Out < 55 {
		t.Errorf("it comes back as %+v", p)
	}
	p.Pos = place(100, 0)
	if r.untilHit(); p.Pips != 1 {
		t.Error("the shield does not hold")
	}
	r.run(ShieldTime)
	if p.Out != 0 || !r.untilHit() {
		t.Errorf("without the shield it cannot be hit: %+v", p)
	}
}

// A victim can't know of a hit before the host says so: each hit is a correction. Coming back is none.
func TestOneWhoIsHitIsCorrectedOnceAHit(t *testing.T) {
	t.Parallel()
	r := pipsRig(t, 3, 80*time.Millisecond) // two pips
	c := r.clients[0]
	r.host.players[0].Facing = -1
	hit := func() (corrections uint64) {
		before, _ := c.Corrections()
		pips := r.host.players[1].Pips
		r.host.players[0].Pos, r.host.players[0].Facing = place(100, 0), -1
		for i := range 90 {
			if r.host.Release(); i < 2 {
				r.host.Take(Fire)
			} else {
				r.host.Take(0)
			}
			r.run(time.Second / DefaultRate)
		}
		if r.host.players[1].Pips+1 != pips && r.host.players[1].Pips != 2 {
			t.Fatalf("it was not hit: %+v", r.host.players[1])
		}
		after, _ := c.Corrections()
		return after - before
	}
	if n := hit(); n != 1 {
		t.Errorf("the first hit made %d corrections", n)
	}
	before, _ := c.Corrections()
	if hit(); r.host.players[1].Out == 0 {
		t.Fatal("it is not out")
	}
	r.run(3 * time.Second)
	after, _ := c.Corrections()
	own := c.predict.state(c.predict.tick)
	if at := r.host.players[1].Pos; after-before != 1 || own.Pos != at || own.Out != 0 || own.Pips != 2 {
		t.Errorf("being put out and coming back made %d corrections; the client has %+v, the host %v", after-before, own, at)
	}
	r.noRefusals()
}

func TestPipsAndTimesOutOfNobodyAreRefused(t *testing.T) {
	t.Parallel()
	for _, change := range []func(row *avatarRow){
		func(row *avatarRow) { row[5] = MaxPips + 1 }, func(row *avatarRow) { row[5] = -1 },
		func(row *avatarRow) { row[6] = 513 }, func(row *avatarRow) { row[6] = -1 },
	} {
		m := sampleSnapshot.clone()
		change(&m.state.rows[64])
		known := newBaselines(new(Crowds))
		if _, err := (&snapshot{state: new(baseline)}).parse(m.bytes(&noBaseline), 2, &known); ReasonOf(err) != OutOfRange {
			t.Errorf("%v: %v", m.state.rows[64], err)
		}
	}
}
