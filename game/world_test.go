package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

func drawPlatform(t *rapid.T) Platform {
	p := Platform{Speed: Speed(rapid.Int64Range(1_000, 50_000_000).Draw(t, "speed")), HalfWidth: Metre}
	p.A = Point{Length(rapid.Int64Range(0, int64(Width)).Draw(t, "ax")), Length(rapid.Int64Range(0, int64(Height)).Draw(t, "ay"))}
	p.B = p.A
	way := Length(rapid.Int64Range(-int64(Width), int64(Width)).Draw(t, "way"))
	if rapid.Bool().Draw(t, "sideways") {
		p.B.X += way
	} else {
		p.B.Y += way
	}
	return p
}

func TestPlatformIsPeriodicAndNeverFasterThanItsSpeed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlatform(t)
		w := netsync.World(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "time"))
		if again := p.At(w.Add(p.takes(p.way()))); again != p.At(w) {
			t.Errorf("at %d it is at %v, a period later at %v", w, p.At(w), again)
		}
		d := time.Duration(rapid.Int64Range(0, int64(2*time.Second)).Draw(t, "for"))
		move := p.At(w.Add(d)).Sub(p.At(w))
		const rounding = 2
		if limit := p.Speed.Over(d) + rounding; max(move.X, -move.X)+max(move.Y, -move.Y) > limit {
			t.Errorf("it moves by %v in %v, at most %d is allowed", move, d, limit)
		} else if gone := max(move.X, -move.X) + max(move.Y, -move.Y); p.takes(p.way()) > time.Microsecond && p.Leg(w) == p.Leg(w.Add(d)) && gone < limit-2*rounding-p.Speed.Over(time.Microsecond) {
			t.Errorf("without turning it moves by %v in %v, and its speed makes %d of that", move, d, limit)
		}
	})
}

func TestPlatformReachesBothEndsAndNoFarther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlatform(t)
		if p.At(0) != p.A {
			t.Errorf("it starts at %v, not at %v", p.At(0), p.A)
		}
		half := p.At(netsync.World(p.takes(p.way()) / 2))
		off := half.Sub(p.B)
		if max(off.X, -off.X)+max(off.Y, -off.Y) > p.Speed.Over(time.Microsecond)+2 {
			t.Errorf("after half a period it is at %v, not at %v", half, p.B)
		}
		w := netsync.World(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "time"))
		at := p.At(w)
		inside := at.X >= min(p.A.X, p.B.X) && at.X <= max(p.A.X, p.B.X) && at.Y >= min(p.A.Y, p.B.Y) && at.Y <= max(p.A.Y, p.B.Y)
		if !inside {
			t.Errorf("at %d it is at %v, outside of %v..%v", w, at, p.A, p.B)
		}
	})
}

// walkLevel plays random buttons for n ticks, and calls see after each.
func walkLevel(t *rapid.T, rate, ticks int, see func(p Player, to netsync.World, fires bool)) {
	l := DefaultLevel()
	p := l.spawn(rapid.IntRange(0, MaxPlayers-1).Draw(t, "player"))
	tick := rapid.Int64Range(0, 1<<30).Draw(t, "tick")
	luck := rapid.Uint64().Draw(t, "luck")
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(rate, tick).World() }
	for i := range ticks {
		held := Buttons(hash(luck, uint64(i/12))) & AllButtons
		lag := Lag(hash(luck, uint64(i/9), 1) % uint64(mostLag(rate)+1))
		fires := l.Step(&p, Input{held, lag}, at(tick), at(tick+1), rate)
		tick++
		see(p, at(tick), fires)
	}
}

func TestStepKeepsPlayersInTheWorldAndOnWhatTheyStand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l, rate := DefaultLevel(), rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		var last *netsync.World
		walkLevel(t, rate, 600, func(p Player, to netsync.World, fires bool) {
			if p.Pos.X < PlayerWidth/2 || p.Pos.X > Width-PlayerWidth/2 || p.Pos.Y < 0 || p.Pos.Y > Height {
				t.Fatalf("the player is at %v", p.Pos)
			}
			if p.Facing != 1 && p.Facing != -1 || p.Ride < Solid || int(p.Ride) >= len(l.Platforms) {
				t.Fatalf("the player is %+v", p)
			}
			if p.Ride != Airborne && (p.VY != 0 || !l.supports(&p, to.Add(-p.Lag.Over(rate)))) {
				t.Fatalf("nothing is under %+v", p)
			}
			if p.Ride >= 0 && p.Pos.Y != l.Platforms[p.Ride].At(to.Add(-p.Lag.Over(rate))).Y {
				t.Fatalf("%+v floats over its platform, which is at %v", p, l.Platforms[p.Ride].At(to))
			}
			if fires {
				if last != nil && to.Sub(*last) < reloadTime-time.Second/time.Duration(rate) {
					t.Fatalf("two shots within %v", to.Sub(*last))
				}
				last = &to
			}
		})
	})
}

func TestStepIsDeterministic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l, rate := DefaultLevel(), rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		p := Player{
			Pos:    Point{Length(rapid.Int64Range(0, int64(Width)).Draw(t, "x")), Length(rapid.Int64Range(0, int64(Height)).Draw(t, "y"))},
			VY:     Speed(rapid.Int64Range(-20_000_000, 20_000_000).Draw(t, "vy")),
			Ride:   int8(rapid.IntRange(int(Solid), 1).Draw(t, "ride")),
			Facing: 1,
			Reload: uint8(rapid.IntRange(0, 255).Draw(t, "reload")),
		}
		held := Buttons(rapid.IntRange(0, int(AllButtons)).Draw(t, "buttons"))
		from := netsync.World(rapid.Int64Range(0, 1<<50).Draw(t, "from"))
		to := from.Add(time.Second / time.Duration(rate))
		a, b := p, p
		in := Input{held, Lag(rapid.IntRange(0, int(mostLag(rate))).Draw(t, "lag"))}
		if l.Step(&a, in, from, to, rate) != l.Step(&b, in, from, to, rate) || a != b {
			t.Errorf("%+v and %+v from the same state", a, b)
		}
	})
}

func TestReloadingTakesTheSameTimeAtEveryRate(t *testing.T) {
	t.Parallel()
	l := DefaultLevel()
	for rate := MinRate; rate <= MaxRate; rate++ {
		p, shots := l.spawn(0), 0
		at := func(tick int) netsync.World { return unity.NewNetworkTime(rate, int64(tick)).World() }
		for tick := range 12 * rate {
			if l.Step(&p, Input{Held: Fire}, at(tick), at(tick+1), rate) {
				shots++
			}
		}
		if shots < 17 || shots > 21 {
			t.Errorf("%d Hz: %d shots in 12 s, want about 20", rate, shots)
		}
	}
}

func TestShotFliesStraightFromItsSpawnToTheWall(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := Player{Pos: Point{Length(rapid.Int64Range(int64(PlayerWidth/2), int64(Width-PlayerWidth/2)).Draw(t, "x")), 3 * Metre}, Facing: 1}
		if rapid.Bool().Draw(t, "left") {
			p.Facing = -1
		}
		spawn := netsync.World(rapid.Int64Range(0, 1<<50).Draw(t, "spawn"))
		s := DefaultLevel().newShot(1, 0, p, spawn)
		for _, w := range []netsync.World{spawn - 1, s.End + 1} {
			if _, ok := s.At(w); ok {
				t.Errorf("the shot of %d..%d is there at %d", s.Spawn, s.End, w)
			}
		}
		if at, ok := s.At(spawn); !ok || at != s.Origin {
			t.Errorf("at its spawn it is at %v, not at %v", at, s.Origin)
		}
		if at, ok := s.At(s.End); !ok || at.X < 0 || at.X > Width || min(at.X, Width-at.X) > Metre/1000 {
			t.Errorf("at its end it is at %v, not at a wall", at)
		}
		flown := time.Duration(rapid.Int64Range(0, int64(s.End.Sub(spawn))).Draw(t, "after"))
		at, ok := s.At(spawn.Add(flown))
		if way := (at.X - s.Origin.X) * Length(s.Dir); !ok || way != DefaultShotSpeed.Over(flown) || at.Y != s.Origin.Y {
			t.Errorf("after %v it has made %v", flown, way)
		}
	})
}

func TestShotHitsWhoeverItsWayTouches(t *testing.T) {
	t.Parallel()
	shooter := Player{Pos: Point{5 * Metre, 0}, Facing: 1}
	s := DefaultLevel().newShot(1, 0, shooter, 0)
	at := func(x, y Length) Point { return Point{x, y} }
	tick := netsync.World(time.Second / 60)
	for _, test := range []struct {
		name   string
		victim Point
		ticks  netsync.World
		want   bool
	}{
		{"before it", at(6*Metre, 0), 0, true},
		{"before it, a tick later", at(6*Metre, 0), 2, false},
		{"three metres on, after four ticks", at(8*Metre, 0), 3, true},
		{"behind it", at(4*Metre, 0), 0, false},
		{"above it", at(6*Metre, 2*Metre), 0, false},
		{"after its end", at(31*Metre, 0), 100, false},
	} {
		if got := s.hits(test.victim, test.ticks*tick, (test.ticks+1)*tick); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestBotsOfOneSeedAlwaysDoTheSame(t *testing.T) {
	t.Parallel()
	var pressed Buttons
	for i := range 600 {
		w := netsync.World(i) * netsync.World(time.Second/60)
		held := Bot(7, 1, w)
		if held != Bot(7, 1, w) || held&^AllButtons != 0 || held&(Left|Right) == Left|Right {
			t.Fatalf("at %d the bot holds %d", w, held)
		}
		pressed |= held
	}
	if pressed != AllButtons {
		t.Errorf("in ten seconds the bot only pressed %d", pressed)
	}
}

func TestFramesKeepTheirRateWithoutDriftAndStartAnewAfterAStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		base := netsync.Local(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "base"))
		f := newFrames(base, rate*milli)
		for range 10 * rate {
			if next := f.next; f.waits(next-1) || !f.waits(next) || f.due(next) != 1 {
				t.Fatalf("not one frame is due at its own time %d", next)
			}
		}
		if f.next != base.Add(10*time.Second) {
			t.Errorf("after ten seconds of frames the next is at %d", f.next-base)
		}
		if k := uint64(rapid.IntRange(1, rate).Draw(t, "late")); f.due(f.next.Add(time.Duration(k-1)*time.Second/time.Duration(rate)+1)) != k {
			t.Errorf("who comes %d frames late is not told of %d", k-1, k)
		}
		back := f.next.Add(-time.Duration(rapid.Int64Range(int64(time.Second), 1<<50).Draw(t, "back")))
		if !f.waits(back) || f.due(back) != 1 || f.next > back.Add(time.Second) {
			t.Error("a clock that was set back stops the frames")
		}
	})
}

func TestMachinesRefuseWhatIsOutOfRange(t *testing.T) {
	t.Parallel()
	l := DefaultLevel()
	for want, make := range map[string]func() error{
		"tick rate: 9 is outside 10..128": func() error {
			_, err := NewHost(HostConfig{Rate: 9, Level: l}, 0)
			return err
		},
		"clients: 65 is outside 0..64": func() error {
			_, err := NewHost(HostConfig{Rate: 60, Clients: 65, Level: l}, 0)
			return err
		},
		"client: 0 is outside 1..64": func() error {
			_, err := NewClient(ClientConfig{Rate: 60, Level: l, Driving: "unreal"}, 0)
			return err
		},
		"tick rate: 129 is outside 10..128": func() error {
			_, err := NewClient(ClientConfig{ID: 1, Rate: 129, Level: l, Driving: "unreal"}, 0)
			return err
		},
		"dilation: -1 millionths is outside 0..10000000": func() error {
			h, _ := NewHost(HostConfig{Rate: 60, Level: l}, 0)
			return h.SetDilation(0, -1, 0)
		},
		"dilation: 10000001 millionths is outside 0..10000000": func() error {
			c, _ := NewClient(ClientConfig{ID: 1, Rate: 60, Level: l, Driving: "unreal"}, 0)
			return c.SetDilation(0, MaxDilation+1)
		},
	} {
		if err := make(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := NewClient(ClientConfig{ID: 1, Rate: 60, Level: l, Driving: "sundial"}, 0); err == nil {
		t.Error("an unknown algorithm is accepted")
	}
}

func TestWhatAPlatformCannotCatchIsNotAskedWhereItIs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlatform(t)
		from := netsync.World(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "from"))
		top := p.At(from.Add(time.Second / 60))
		near := func(name string) Length {
			return Length(rapid.Int64Range(-int64(2*Metre), int64(2*Metre)).Draw(t, name))
		}
		x, before, after := top.X+near("x"), p.At(from).Y+near("before"), top.Y+near("after")
		if before >= p.At(from).Y && after < top.Y && p.under(x, top) && !p.mayCatch(x, before, after) {
			t.Fatalf("%+v catches who goes from %v to %v at %v", p, before, after, x)
		}
	})
}
