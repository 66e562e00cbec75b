package game

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// Platforms of the default level.
const (
	lift = iota
	shuttle
)

// board puts a player on a platform of the host's world, standing still.
func (r *rig) board(player, platform int) {
	h := r.host
	h.players[player] = Player{Pos: h.cfg.Level.Platforms[platform].At(h.at(h.tick)), Ride: int8(platform), Facing: 1}
	if player == 0 {
		h.Take(0)
		return
	}
	r.clients[player-1].Take(0)
}

// lookAll gives every client a look.
func (r *rig) lookAll(look Look) {
	for _, c := range r.clients {
		c.Look = look
	}
}

// elevator returns the text's scene: a round trip of 200 ms, the buffers of 1 and 2 ticks, the host's
// player, client 1's and client 2's on one platform with the character.
func elevator(t *testing.T, look Look, platform int) *rig {
	t.Helper()
	r := newRig(t, 2, "timesync")
	for _, c := range r.clients {
		c.up, c.down = 100*time.Millisecond, 100*time.Millisecond
	}
	r.lookAll(look)
	r.run(5 * time.Second)
	for player := range 3 {
		r.board(player, platform)
	}
	r.run(4 * time.Second)
	return r
}

// bufferedTrip is the text's round trip with the buffers: how far apart server time and predicted time are.
const bufferedTrip = 200*time.Millisecond + 3*time.Second/DefaultRate

// alignments checks on a screen that every rider is behind by the given time, and is drawn as far off its place as the platform moves
// in that time. It returns the largest distance of each rider.
func alignments(t *testing.T, screen string, l *Level, s *Scene, want map[int]time.Duration, far map[int]Length) {
	t.Helper()
	// A lag is a whole number of subticks, and round trips are measured in µs.
	const timeSlack, slack = 50 * time.Microsecond, Metre / 1000
	seen := 0
	for _, a := range s.Riding {
		w, ok := want[a.Rider]
		if !ok {
			continue
		}
		seen++
		if d := a.Time - w; max(d, -d) > timeSlack {
			t.Fatalf("%s: rider %d is %v behind, want %v", screen, a.Rider, a.Time, w)
		}
		shown := s.Platforms[a.Platform].Time
		off := l.Platforms[a.Platform].At(shown.Add(-a.Time)).Sub(l.Platforms[a.Platform].At(shown))
		if d := a.Distance - off.X - off.Y; max(d, -d) > slack {
			t.Fatalf("%s: rider %d is drawn %v µm off, want %v", screen, a.Rider, a.Distance, off)
		}
		far[a.Rider] = max(far[a.Rider], a.Distance, -a.Distance)
	}
	if seen != len(want) {
		t.Fatalf("%s: %d of %d riders ride: %+v", screen, seen, len(want), s.Riding)
	}
}

// The text's table, with its buffers; see Riding.
func TestElevatorIsAlignedAsTheTextSays(t *testing.T) {
	t.Parallel()
	const b = bufferedTrip
	for _, test := range []struct {
		look         TimeSpace
		host, client map[int]time.Duration
	}{
		{ServerTime, map[int]time.Duration{Character: 0, 0: 0, 1: b, 2: b}, map[int]time.Duration{Character: 0, 0: 0, 1: 0, 2: b}},
		{PredictedTime, map[int]time.Duration{Character: 0, 0: 0, 1: 0, 2: 0}, map[int]time.Duration{Character: b, 0: b, 1: 0, 2: b}},
		{NearTime, map[int]time.Duration{Character: 0, 0: 0, 1: 0, 2: 0}, map[int]time.Duration{Character: b, 0: b, 1: 0, 2: b}},
	} {
		for _, platform := range []int{lift, shuttle} {
			t.Run(test.look.String(), func(t *testing.T) {
				r := elevator(t, Look{Platform: test.look}, platform)
				if platform != lift {
					delete(test.host, Character)
					delete(test.client, Character)
				}
				corrections, _ := r.clients[0].Corrections()
				onHost, onClient := map[int]Length{}, map[int]Length{}
				var s Scene
				for range 700 {
					r.run(7 * time.Millisecond)
					r.host.Scene(r.hostClock(), &s)
					alignments(t, "host", r.host.cfg.Level, &s, test.host, onHost)
					c := r.clients[0]
					c.Scene(r.clock(c), Look{Platform: test.look}, &s)
					alignments(t, "client", r.host.cfg.Level, &s, test.client, onClient)
				}
				if after, _ := r.clients[0].Corrections(); after != corrections {
					t.Errorf("%d corrections", after-corrections)
				}
				t.Logf("platform %d: largest distance in µm on the host %v, on client 1 %v", platform, onHost, onClient)
			})
		}
	}
}

func TestOthersOnAFarPlatformAreAlignedWhilePlatformsArePredictedNearOnly(t *testing.T) {
	t.Parallel()
	r := elevator(t, Look{Platform: NearTime}, lift)
	r.host.players[1] = Player{Pos: Point{X: 28 * Metre}, Ride: Solid, Facing: 1}
	r.run(2 * time.Second)
	var s Scene
	c, far := r.clients[0], map[int]Length{}
	for range 300 {
		r.run(7 * time.Millisecond)
		c.Scene(r.clock(c), c.Look, &s)
		alignments(t, "client", r.host.cfg.Level, &s, map[int]time.Duration{Character: 0, 0: 0, 2: 0}, far)
		if space := s.Platforms[lift].Space; space != ServerTime {
			t.Fatalf("the platform is in %v time", space)
		}
	}
	for rider, d := range far {
		if d > 2 {
			t.Errorf("rider %d is %d µm off", rider, d)
		}
	}
}

func TestPredictedRiderStandsOnThePlatformThatItsScreenShows(t *testing.T) {
	t.Parallel()
	for _, look := range []TimeSpace{SharedTime, ServerTime, PredictedTime, NearTime} {
		r := elevator(t, Look{Platform: look}, lift)
		c := r.clients[0]
		for range 200 {
			r.run(time.Second / 60)
			p := &c.predict
			state := *p.state(p.tick)
			w, _ := c.spaces.time(lift, look, c.moment)
			lag := c.moment.Predicted.World().Sub(w)
			if d := state.Lag.Over(60) - lag; max(d, -d) > time.Second/60/Subticks {
				t.Fatalf("%v: the lag is %v, want %v", look, state.Lag.Over(60), lag)
			}
			if y := c.cfg.Level.Platforms[lift].At(c.worldAt(p.tick).Add(-state.Lag.Over(60))).Y; state.Pos.Y != y {
				t.Fatalf("%v: the player is at %d, its platform at %d", look, state.Pos.Y, y)
			}
			tick, host := r.host.PlayerHash(1)
			if own, ok := c.PlayerHash(tick); !ok || own != host {
				t.Fatalf("%v: tick %d: the client's hash is %x, the host's %x", look, tick, own, host)
			}
		}
	}
}

// Nobody rides a platform of a past older than MaxLag: the player is drawn where it is, and its error is measured.
func TestOwnRiderOfATooOldPlatformIsDrawnWhereItIs(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.up, c.down = time.Second, time.Second
	r.lookAll(Look{Platform: ServerTime})
	r.run(15 * time.Second)
	r.board(1, lift)
	r.run(6 * time.Second)
	const want = MaxLag*time.Second - (2*time.Second + 3*time.Second/DefaultRate)
	var s Scene
	rode, far := 0, Length(0)
	for range 300 {
		r.run(time.Second / DefaultRate)
		c.Scene(r.clock(c), c.Look, &s)
		state := *c.predict.state(c.predict.tick)
		for _, a := range s.Riding {
			if a.Rider != 1 {
				continue
			}
			rode++
			far = max(far, a.Distance, -a.Distance)
			if d := a.Time - want; max(d, -d) > time.Millisecond {
				t.Fatalf("the rider is %v behind, want %v", a.Time, want)
			}
			for _, p := range s.Players {
				if d := p.Pos.Y - state.Pos.Y; p.ID == 1 && max(d, -d) > 2*LiftSpeed.Over(time.Second/DefaultRate)+3 {
					t.Fatalf("the player is drawn %d µm beside its state", d)
				}
			}
		}
	}
	if rode < 250 || far < 3*Metre {
		t.Errorf("it rode in %d of 300 frames, at most %d µm off", rode, far)
	}
}

// On a platform that only moves sideways, another time is another place at the same height: riders are displaced but do not float or
// sink, and nothing has to be corrected ("In some special cases like strictly horizontally moving platforms movement can still work
// fine without predicting the platform").
func TestHorizontalPlatformCarriesRidersInEveryTime(t *testing.T) {
	t.Parallel()
	for _, look := range []TimeSpace{SharedTime, ServerTime, PredictedTime, NearTime} {
		r := elevator(t, Look{Platform: look}, shuttle)
		c := r.clients[0]
		before, _ := c.Corrections()
		var s Scene
		for range 500 {
			r.run(9 * time.Millisecond)
			c.Scene(r.clock(c), c.Look, &s)
			for _, p := range s.Players {
				if p.Pos.Y != s.Platforms[shuttle].Pos.Y {
					t.Fatalf("%v: player %d is %d µm above the platform", look, p.ID, p.Pos.Y-s.Platforms[shuttle].Pos.Y)
				}
			}
		}
		if after, _ := c.Corrections(); after != before {
			t.Errorf("%v: %d corrections", look, after-before)
		}
	}
}

// After a change of dilation server time and predicted time approach or separate, perhaps faster than a rider's lag may change; after
// some ticks it is on its platform again.
func TestRiderComesBackOntoThePlatformOnItsScreenAfterDilationAndPause(t *testing.T) {
	t.Parallel()
	for _, look := range []TimeSpace{SharedTime, ServerTime, PredictedTime, NearTime} {
		r := elevator(t, Look{Platform: look}, lift)
		c := r.clients[0]
		// At double speed a frame has two ticks, so that inputs need longer to be in time.
		c.SetBuffers(Buffers{Client: 1, Server: 5})
		r.run(time.Second)
		var s Scene
		step := 0
		for _, rate := range []int64{500_000, 2_000_000, 0, 1_000_000, 100_000, 300_000, 600_000, 900_000, 1_300_000, 0, 2_000_000} {
			check(t, r.host.SetDilation(r.hostClock(), rate, 150*time.Millisecond))
			steps := int(60_000_000 / min(max(rate, 100_000), 1_000_000))
			for i := range steps {
				r.run(10 * time.Millisecond)
				step++
				c.Scene(r.clock(c), c.Look, &s)
				for _, a := range s.Riding {
					if a.Rider == 1 && i > steps*2/3 && (a.Time != 0 || a.Distance != 0) {
						t.Fatalf("%v, step %d: own player %v behind, %d µm off", look, step, a.Time, a.Distance)
					}
				}
				tick, host := r.host.PlayerHash(1)
				if own, ok := c.PlayerHash(tick); ok && own != host {
					t.Fatalf("%v, step %d: tick %d differs on client and host", look, step, tick)
				}
			}
		}
		if r.host.players[1].Ride != lift {
			t.Errorf("%v: the player fell off: %+v", look, r.host.players[1])
		}
	}
}

func TestHostRefusesToMoveARiderByMoreThanATickATick(t *testing.T) {
	t.Parallel()
	l := DefaultLevel()
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(60, tick).World() }
	p := Player{Pos: l.Platforms[lift].At(at(100)), Ride: lift, Facing: 1}
	for tick := int64(100); tick < 400; tick++ {
		before := p
		in := Input{Lag: Lag(hash(uint64(tick)) % uint64(mostLag(60)+1))}
		l.Step(&p, in, at(tick), at(tick+1), 60)
		if p.Ride != lift {
			t.Fatalf("tick %d: the player fell off", tick)
		}
		if d := p.Pos.Y - before.Pos.Y; max(d, -d) > l.Platforms[lift].Speed.Over(2*time.Second/60)+3 {
			t.Fatalf("tick %d: the player moved by %d µm", tick, d)
		}
	}
}

func TestRiderThatComesBackDoesNotFloatWhereItsPlatformWas(t *testing.T) {
	t.Parallel()
	r := elevator(t, Look{Platform: ServerTime}, lift)
	c, p := r.clients[0], &r.host.players[1]
	c.Leave(r.clock(c))
	r.run(1300 * time.Millisecond)
	if p.Ride != lift || r.host.Present(1) {
		t.Fatalf("the player has not left riding: %+v", p)
	}
	c.Rejoin(r.clock(c))
	r.run(4 * time.Second)
	l := r.host.cfg.Level
	if at := r.host.at(r.host.tick).Add(-p.Lag.Over(DefaultRate)); p.Ride >= 0 && p.Pos.Y != l.Platforms[p.Ride].At(at).Y {
		t.Errorf("the player is at %d, its platform at %d", p.Pos.Y, l.Platforms[p.Ride].At(at).Y)
	}
	if !r.host.Present(1) || !c.Moment(r.clock(c)).OK {
		t.Error("it did not come back")
	}
}
