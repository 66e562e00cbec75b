package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestImpulseIsMispredictedForARoundTripAndThenCorrected(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.Take(0)
	r.run(6 * time.Second)
	before, _ := c.Corrections()
	check(t, r.host.AddImpulse(1, 8*MetreASecond, 6*MetreASecond))
	tick := r.host.Tick() + 1
	r.run(70 * time.Millisecond) // the host has played it, the client has not heard of it
	own := *c.predict.state(c.predict.tick)
	if pushed := r.host.players[1]; pushed.Ride != Airborne || pushed.VX <= 0 || own.Ride != Solid || own.VX != 0 {
		t.Errorf("the host has %+v, the client predicts %+v", pushed, own)
	}
	if n, _ := c.Corrections(); n != before {
		t.Errorf("%d corrections before the client can know", n-before)
	}
	r.run(50 * time.Millisecond)
	after, resets := c.Corrections()
	if after != before+1 || resets != 0 {
		t.Errorf("%d corrections and %d resets, want 1 and 0", after-before, resets)
	}
	list := c.RecentCorrections(nil)
	k := list[len(list)-1]
	if k.Tick != tick || k.To.X <= k.From.X || k.To.Y <= k.From.Y || k.At == 0 {
		t.Errorf("the correction is %+v, want one of tick %d to the upper right", k, tick)
	}
	r.run(3 * time.Second)
	if n, _ := c.Corrections(); n != after {
		t.Errorf("%d more corrections", n-after)
	}
	at, host := r.host.PlayerHash(1)
	if own, ok := c.PlayerHash(at); !ok || own != host || r.host.players[1].VX != 0 {
		t.Errorf("after the push the client has %x, the host %x, which is %+v", own, host, r.host.players[1])
	}
}

func TestImpulsesKeepPlayersInTheWorld(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 1, "timesync")
		r.run(2 * time.Second)
		for range 20 {
			dx := Speed(rapid.Int64Range(-int64(MaxImpulse), int64(MaxImpulse)).Draw(t, "dx"))
			dy := Speed(rapid.Int64Range(-int64(MaxImpulse), int64(MaxImpulse)).Draw(t, "dy"))
			check(t, r.host.AddImpulse(rapid.IntRange(0, 1).Draw(t, "player"), dx, dy))
			r.run(time.Duration(rapid.IntRange(0, 300).Draw(t, "for, ms")) * time.Millisecond)
			for id := range 2 {
				p := r.host.players[id]
				if p.Pos.X < PlayerWidth/2 || p.Pos.X > Width-PlayerWidth/2 || p.Pos.Y < 0 || p.Pos.Y > Height {
					t.Fatalf("player %d is at %v", id, p.Pos)
				}
			}
		}
		r.noRefusals()
	})
}

func TestImpulsesOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	for want, err := range map[string]error{
		"impulse: player: 2 is outside 0..1":                     r.host.AddImpulse(2, 0, 0),
		"impulse: player: -1 is outside 0..1":                    r.host.AddImpulse(-1, 0, 0),
		"impulse: 20000001 µm/s is outside -20000000..20000000":  r.host.AddImpulse(0, MaxImpulse+1, 0),
		"impulse: -20000001 µm/s is outside -20000000..20000000": r.host.AddImpulse(0, 0, -MaxImpulse-1),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestOnlyTheLatestCorrectionsAreKept(t *testing.T) {
	t.Parallel()
	var c Client
	for i := range int64(100) {
		c.predict.corrections.add(Correction{Tick: i})
	}
	list := c.RecentCorrections(nil)
	if len(list) != 32 || list[0].Tick != 68 || list[31].Tick != 99 {
		t.Errorf("%d are kept: %+v", len(list), list)
	}
	if n, _ := c.Corrections(); n != 100 {
		t.Errorf("%d are counted", n)
	}
}
