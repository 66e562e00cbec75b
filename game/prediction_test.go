package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// setAuthority sets every client's authority, on both machines.
func (r *rig) setAuthority(a Authority) {
	for id, c := range r.clients {
		c.Authority = a
		r.host.SetAuthority(id+1, a)
	}
}

// underAuthority is elevator with another authority.
func underAuthority(t *testing.T, a Authority, look Look, platform int) *rig {
	t.Helper()
	r := elevator(t, look, platform)
	r.setAuthority(a)
	r.run(2 * time.Second)
	return r
}

// Without prediction, server time aligns everything; with it, the text's claims for the host are those for platforms in predicted time.
func TestElevatorIsAlignedUnderOtherAuthoritiesAsTheTextSays(t *testing.T) {
	t.Parallel()
	const b = bufferedTrip
	aligned := map[int]time.Duration{Character: 0, 0: 0, 1: 0, 2: 0}
	ownOnly := map[int]time.Duration{Character: b, 0: b, 1: 0, 2: b}
	none := map[int]time.Duration{Character: b, 0: b, 1: b, 2: b}
	for _, test := range []struct {
		authority Authority
		platform  TimeSpace
		client    map[int]time.Duration
	}{
		{PredictedAuthority, ServerTime, aligned},
		{PredictedAuthority, PredictedTime, ownOnly},
		{PredictedAuthority, NearTime, ownOnly},
		{ServerAuthority, ServerTime, aligned},
		{ServerAuthority, PredictedTime, none},
		{ServerAuthority, NearTime, none},
	} {
		for _, platform := range []int{lift, shuttle} {
			t.Run(AuthorityNames[test.authority]+" "+test.platform.String(), func(t *testing.T) {
				look := Look{Platform: test.platform}
				r := underAuthority(t, test.authority, look, platform)
				host, client := without(aligned, platform), without(test.client, platform)
				far := map[int]Length{}
				var s Scene
				for range 700 {
					r.run(7 * time.Millisecond)
					r.host.Scene(r.hostClock(), &s)
					alignments(t, "host", r.host.cfg.Level, &s, host, far)
					c := r.clients[0]
					c.Scene(r.clock(c), look, &s)
					alignments(t, "client", r.host.cfg.Level, &s, client, far)
				}
			})
		}
	}
}

// without leaves out the character if it does not ride.
func without(want map[int]time.Duration, platform int) map[int]time.Duration {
	out := map[int]time.Duration{}
	for rider, w := range want {
		if rider != Character || platform == lift {
			out[rider] = w
		}
	}
	return out
}

// The text: what a predicted player stands on has to be predicted, or the player is often rolled back; a platform that only moves
// sideways need not be.
func TestPredictedPlayerIsRolledBackOnALiftInServerTimeAndNotSideways(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		authority Authority
		look      TimeSpace
		platform  int
		rolled    bool
	}{
		{ClientAuthority, ServerTime, lift, false},
		{PredictedAuthority, ServerTime, lift, true},
		{PredictedAuthority, SharedTime, lift, true},
		{PredictedAuthority, PredictedTime, lift, false},
		{PredictedAuthority, NearTime, lift, false},
		{PredictedAuthority, ServerTime, shuttle, false},
		{PredictedAuthority, SharedTime, shuttle, false},
		{PredictedAuthority, PredictedTime, shuttle, false},
		{ServerAuthority, ServerTime, lift, false},
	} {
		r := underAuthority(t, test.authority, Look{Platform: test.look}, test.platform)
		c := r.clients[0]
		before, _ := c.Corrections()
		r.run(8 * time.Second) // two periods, and a step back and forth
		c.Take(Right)
		r.run(100 * time.Millisecond)
		c.Take(Left)
		r.run(100 * time.Millisecond)
		c.Take(0)
		r.run(time.Second)
		if r.host.players[1].Ride != int8(test.platform) {
			t.Fatalf("%v: the player has left the platform: %+v", test, r.host.players[1])
		}
		if n, _ := c.Corrections(); n-before > 0 != test.rolled || test.rolled && n-before < 400 {
			t.Errorf("%s authority, platform %d in %v time: %d corrections", AuthorityNames[test.authority], test.platform, test.look, n-before)
		}
	}
}

func TestHostHonoursNoLagUnlessTheClientHasAuthority(t *testing.T) {
	t.Parallel()
	for _, a := range []Authority{PredictedAuthority, ServerAuthority} {
		r := elevator(t, Look{Platform: ServerTime}, lift)
		if r.host.players[1].Lag == 0 {
			t.Fatal("the client's word counts for nothing to begin with")
		}
		r.host.SetAuthority(1, a) // the client still reports where it saw the platform
		r.run(time.Second)
		if p := r.host.players[1]; p.Lag != 0 || p.Ride != lift {
			t.Errorf("%s authority: the host has %+v", AuthorityNames[a], p)
		}
		if p := r.host.players[2]; p.Lag == 0 {
			t.Errorf("%s authority of client 1: client 2 has no lag either", AuthorityNames[a])
		}
	}
}

func TestPlayerWithoutPredictionIsShownAsTheHostHadIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.setAuthority(ServerAuthority)
	c := r.clients[0]
	r.run(4 * time.Second)
	had := map[int64]Player{}
	var s Scene
	jumps, walked := 0, Length(0)
	for range 600 {
		r.run(time.Second / DefaultRate)
		had[r.host.Tick()] = r.host.players[1]
		c.Scene(r.clock(c), c.Look, &s)
		if len(s.Players) == 0 || s.Players[len(s.Players)-1].ID != 1 {
			t.Fatal("the own player is not shown")
		}
		own := s.Players[len(s.Players)-1]
		if m := c.Moment(r.clock(c)); own.Space != ServerTime || own.Time != m.Server.World() {
			t.Fatalf("it is shown in %v time, at %v with server time %v", own.Space, own.Time, m.Server.World())
		}
		a, okA := had[c.Moment(r.clock(c)).Server.Tick()]
		b, okB := had[c.Moment(r.clock(c)).Server.Tick()+1]
		if !okA || !okB || a.Ride >= 0 {
			continue
		}
		if own.Pos.X < min(a.Pos.X, b.Pos.X) || own.Pos.X > max(a.Pos.X, b.Pos.X) || own.Pos.Y < min(a.Pos.Y, b.Pos.Y) || own.Pos.Y > max(a.Pos.Y, b.Pos.Y) {
			t.Fatalf("it is shown at %v, the host had it between %v and %v", own.Pos, a.Pos, b.Pos)
		}
		walked += max(b.Pos.X-a.Pos.X, a.Pos.X-b.Pos.X)
		if a.Ride != Airborne && b.Ride == Airborne {
			jumps++
		}
	}
	if n, _ := c.Corrections(); n != 0 || jumps == 0 || walked < 5*Metre || c.own.disappeared != 0 {
		t.Errorf("%d corrections, %d jumps, %v m, %d shots foreseen in vain", n, jumps, walked.Metres(), c.own.disappeared)
	}
}

// The buttons take effect on the screen after a round trip and both buffers.
func TestPersonWithoutPredictionSeesTheButtonsARoundTripLate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a          Authority
		trip, want time.Duration
	}{
		{ClientAuthority, 80, 0}, {PredictedAuthority, 80, 0}, {ServerAuthority, 80, 160},
		{ClientAuthority, 200, 0}, {PredictedAuthority, 20, 0}, {ServerAuthority, 20, 40}, {ServerAuthority, 200, 400},
	} {
		a, want := test.a, test.want*time.Millisecond
		if a == ServerAuthority {
			want += 3 * time.Second / DefaultRate
		}
		r := newRig(t, 1, "timesync")
		r.setAuthority(a)
		c := r.clients[0]
		c.up, c.down = test.trip*time.Millisecond, test.trip*time.Millisecond
		c.Take(0)
		r.run(4 * time.Second)
		place := func() Length {
			var s Scene
			c.Scene(r.clock(c), c.Look, &s)
			return s.Players[len(s.Players)-1].Pos.X
		}
		from, pressed := place(), r.now
		for c.Take(Right); place() == from && r.now < pressed+time.Second; {
			r.run(time.Millisecond)
		}
		// A button may be pressed within a tick, and waits for the next frame; and interpolation moves before the second snapshot.
		if late := r.now - pressed - want; late < -2*time.Second/DefaultRate || late > 2*time.Second/DefaultRate {
			t.Errorf("%s authority, %d ms each way: it moves after %v, want about %v", AuthorityNames[a], test.trip, r.now-pressed, want)
		}
	}
}

func TestAuthorityCanChangeWhileAPlayerRides(t *testing.T) {
	t.Parallel()
	r := elevator(t, Look{Platform: ServerTime}, shuttle)
	c := r.clients[0]
	foot := func() Point {
		p := &r.host.players[1]
		return r.host.cfg.Level.foot(shuttle, p.Pos, r.host.at(r.host.Tick()).Add(-p.Lag.Over(DefaultRate)))
	}
	stood := foot()
	for _, a := range []Authority{ServerAuthority, ClientAuthority, PredictedAuthority, ServerAuthority, PredictedAuthority, ClientAuthority} {
		r.setAuthority(a)
		r.run(2 * time.Second)
		before, _ := c.Corrections()
		r.run(2 * time.Second)
		after, resets := c.Corrections()
		p := r.host.players[1]
		if after != before || resets != 0 || p.Ride != shuttle || (p.Lag == 0) != (a != ClientAuthority) {
			t.Errorf("%s authority: %d corrections, %d resets, the host has %+v", AuthorityNames[a], after-before, resets, p)
		}
		if now := foot(); now != stood {
			t.Errorf("%s authority: it stood at %v on the platform, and stands at %v", AuthorityNames[a], stood, now)
		}
	}
	r.noRefusals()
}

func TestImpulseIsMispredictedForARoundTripAndThenCorrected(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.Take(0)
	r.run(6 * time.Second)
	before, _ := c.Corrections()
	check(t, r.host.AddImpulse(1, 8*MetreASecond, 6*MetreASecond))
	tick := r.host.Tick() + 1
	r.run(70 * time.Millisecond) // the host has played it, the client does not know yet
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
