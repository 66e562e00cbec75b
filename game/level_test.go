package game

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
	"pgregory.net/rapid"
)

func levelOf(t rapid.TB, a Arena) *Level {
	t.Helper()
	l := mustLevel(t, LevelConfig{Arena: a})
	return l
}

func TestALevelThatCannotBeMadeSaysWhy(t *testing.T) {
	t.Parallel()
	for _, cfg := range []LevelConfig{{Arena: -1}, {Arena: Arena(arenaCount)}, {Lift: 1}, {Lift: 11 * MetreASecond}, {Shot: 1}, {Shot: 61 * MetreASecond}, {Pips: -1}, {Pips: MaxPips + 2}} {
		if l, err := NewLevel(cfg); err == nil || l != nil {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// Everything in an arena is within its bounds, can be reached by jumping, and is shown by the still camera.
func TestEveryArenaIsWithinItsBoundsAndAllOfItCanBeReached(t *testing.T) {
	t.Parallel()
	for a := range Arena(arenaCount) {
		t.Run(a.String(), func(t *testing.T) {
			l := levelOf(t, a)
			if l.Width > Width || l.Height > Height {
				t.Errorf("it is %v × %v m", l.Width.Metres(), l.Height.Metres())
			}
			framed := func(what string, p Point) {
				if f := l.Frame; p.X < f.At.X || p.X > f.At.X+f.W || p.Y < f.At.Y || p.Y+PlayerHeight > f.At.Y+f.H {
					t.Errorf("%s at %v m is not in the picture", what, p)
				}
			}
			for _, s := range l.Ledges {
				framed("a ledge", Point{s.Left, s.Top})
				framed("a ledge", Point{s.Right, s.Top})
			}
			for _, p := range l.Platforms {
				for _, end := range [...]Point{p.A, p.B} {
					framed("a platform", Point{end.X - p.HalfWidth, end.Y})
					framed("a platform", Point{end.X + p.HalfWidth, end.Y})
				}
			}
			reached := map[support]bool{}
			all := len(l.Platforms) + len(l.Ledges)
			for luck := uint64(0); luck < 4000 && len(reached) < all+1; luck++ { // and the ground
				roam(l, l.spawn(int(luck)), luck, reached)
			}
			for i := range l.Platforms {
				if !reached[support{ride: int8(i)}] {
					t.Errorf("platform %d is never reached", i)
				}
			}
			for _, s := range l.Ledges {
				if !reached[support{ride: Solid, top: s.Top}] {
					t.Errorf("the ledge at %v m is never reached", s.Top.Metres())
				}
			}
		})
	}
}

// A support is what a player stands on.
type support struct {
	ride int8
	top  Length
}

// roam presses random buttons for a minute and notes what the player stands on.
func roam(l *Level, p Player, luck uint64, reached map[support]bool) {
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(DefaultRate, tick).World() }
	for tick := range int64(60 * DefaultRate) {
		held := Buttons(hash(luck, uint64(tick/75)))&(Left|Right) | Buttons(hash(luck, uint64(tick/18), 1))&Jump
		l.Step(&p, Input{Held: held}, at(tick), at(tick+1), DefaultRate)
		switch {
		case p.Ride >= 0:
			reached[support{ride: p.Ride}] = true
		case p.Ride == Solid:
			reached[support{ride: Solid, top: p.Pos.Y}] = true
		}
	}
}

func TestWhoIsBehindAColumnNeitherFiresNorIsHit(t *testing.T) {
	t.Parallel()
	l := levelOf(t, Duel)
	column := l.Covers[0]
	for _, test := range []struct {
		feet   Point
		behind bool
	}{
		{Point{column.Left, 0}, true}, {Point{column.Right, 0}, true}, {Point{column.Left - 1, 0}, false}, {Point{column.Right + 1, 0}, false},
		{Point{(column.Left + column.Right) / 2, column.Top - 1}, true}, {Point{(column.Left + column.Right) / 2, column.Top}, false},
	} {
		p := Player{Pos: test.feet, Ride: Airborne, Facing: 1}
		if fires := l.Step(&p, Input{Held: Fire}, 0, unity.NewNetworkTime(DefaultRate, 1).World(), DefaultRate); fires != !l.Covered(p.Pos) {
			t.Errorf("at %v it fires: %v", p.Pos, fires)
		}
		if got := l.Covered(test.feet); got != test.behind {
			t.Errorf("at %v it is behind the column: %v", test.feet, got)
		}
	}
	for _, x := range []int{40, 55} { // behind, and beside
		l.Pips = 0
		r := newRigIn(t, l, 1, "timesync", DefaultRate)
		c := r.clients[0]
		c.Look = predictedLook
		r.host.players[0] = Player{Pos: place(x, 0), Ride: Solid, Facing: 1}
		r.host.players[1] = Player{Pos: place(75, 8), Ride: Solid, Facing: -1}
		r.host.players[1].Pos.Y = 0
		r.host.Take(0)
		c.Take(0)
		r.run(3 * time.Second)
		c.Take(Fire)
		r.run(10 * time.Second)
		hits := r.host.Stats(1).Hits
		if x == 40 && hits != (HitStats{}) || x != 40 && hits.Agreed < 10 {
			t.Errorf("at %v m: %+v", place(x, 0).X.Metres(), hits)
		}
	}
}

func TestABellEndsTheProjectilesThatReachIt(t *testing.T) {
	t.Parallel()
	l := levelOf(t, Yard)
	bell := l.Bells[0]
	for _, test := range []struct {
		feet  Length // above the ground
		rings bool
	}{{bell.Bottom - muzzle, true}, {bell.Top - muzzle, true}, {bell.Bottom - muzzle - 1, false}, {bell.Top - muzzle + 1, false}} {
		s := l.newShot(1, 0, Player{Pos: Point{14 * Metre, test.feet}, Facing: -1}, 0)
		end := s.along(s.End)
		if off := end.X - bell.X; (max(off, -off) < 100) != test.rings {
			t.Errorf("from %v m it ends at %v m, the bell is at %v m", test.feet.Metres(), end.X.Metres(), bell.X.Metres())
		}
		if away := l.newShot(2, 0, Player{Pos: Point{5 * Metre, test.feet}, Facing: -1}, 0); away.along(away.End).X > 100 {
			t.Errorf("one that leaves it ends at %v m", away.along(away.End).X.Metres())
		}
	}
}

func TestProjectilesFlyAsFastAsTheLevelHasThem(t *testing.T) {
	t.Parallel()
	l := mustLevel(t, LevelConfig{Shot: 20 * MetreASecond})
	r := newRigIn(t, l, 1, "timesync", DefaultRate)
	r.clients[0].Look = predictedLook
	r.clients[0].Take(Fire)
	r.run(5 * time.Second)
	var s Scene
	seen := 0
	for range 120 {
		r.run(time.Second / DefaultRate)
		var before Scene
		r.clients[0].Scene(r.clock(r.clients[0]), predictedLook, &before)
		r.now += 10 * time.Millisecond
		r.clients[0].Scene(r.clock(r.clients[0]), predictedLook, &s)
		r.now -= 10 * time.Millisecond
		for _, shot := range s.Shots {
			for _, was := range before.Shots {
				if was.ID == shot.ID {
					seen++
					if way := (shot.Pos.X - was.Pos.X) * Length(shot.Facing); way < 190_000 || way > 310_000 {
						t.Fatalf("it flew %v m in 10 ms", way.Metres())
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("there was none to be seen")
	}
}
