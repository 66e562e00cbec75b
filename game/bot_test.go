package game

import (
	"slices"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
	"pgregory.net/rapid"
)

// standing returns a player on a support of a level, at an x in fortieths of its width.
func (l *Level) standing(s, part int, w netsync.World) (p Player, ok bool) {
	on := func(left, right, top Length, ride int8) (Player, bool) {
		return Player{Pos: Point{left + (right-left)*Length(part)/40, top}, Ride: ride, Facing: 1}, true
	}
	if s == 0 {
		return on(PlayerWidth, l.Width-PlayerWidth, 0, Solid)
	}
	if s--; s < len(l.Ledges) {
		return on(l.Ledges[s].Left, l.Ledges[s].Right, l.Ledges[s].Top, Solid)
	}
	if s -= len(l.Ledges); s < len(l.Platforms) {
		p := l.Platforms[s]
		at := p.At(w)
		return on(at.X-p.HalfWidth, at.X+p.HalfWidth, at.Y, int8(s))
	}
	return Player{}, false
}

// supportOf returns the number of what a player stands on: 0 is the ground, then come the ledges and the platforms.
func (l *Level) supportOf(p *Player) int {
	if p.Ride >= 0 {
		return 1 + len(l.Ledges) + int(p.Ride)
	}
	return 1 + slices.IndexFunc(l.Ledges, func(s Ledge) bool { return s.Top == p.Pos.Y && p.Pos.X >= s.Left && p.Pos.X <= s.Right })
}

// jumps returns which supports a brain finds within a jump from a support.
func jumps(l *Level, from int) (to []int) {
	for step := range 24 { // a period of the slowest platform
		w := netsync.World(time.Second) + netsync.World(step)*netsync.World(100*time.Millisecond)
		w = unity.NewNetworkTime(DefaultRate, unity.NetworkTimeAt(DefaultRate, w).Tick()).World()
		for part := range 41 {
			me, _ := l.standing(from, part, w.Add(-time.Second/DefaultRate))
			for _, dir := range [...]int8{-1, 1} {
				for _, f := range l.flights(&me, dir, w, 0, DefaultRate) {
					if p, ok := l.lands(f, w, 0, DefaultRate); ok && l.supportOf(&p) != from && !slices.Contains(to, l.supportOf(&p)) {
						to = append(to, l.supportOf(&p))
					}
				}
			}
		}
	}
	slices.Sort(to)
	return to
}

// byItself simulates one jump alone, tick by tick, until it lands.
func byItself(l *Level, me Player, j leap, w netsync.World, lag Lag, rate int) Player {
	for i := range leapTicks * rate / 60 {
		in := Input{Lag: lag}
		if i*60 < j.hold*rate {
			in.Held = button(j.dir)
		}
		if i == 0 {
			in.Held |= Jump
		}
		to := w.Add(time.Duration(i) * (time.Second / time.Duration(rate)))
		l.Step(&me, in, to.Add(-time.Second/time.Duration(rate)), to, rate)
		if me.Ride != Airborne {
			break
		}
	}
	return me
}

func TestLeapsThatAreFollowedTogetherEndAsEachDoesByItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := mustLevel(t, LevelConfig{Arena: rapid.SampledFrom([]Arena{Yard, LiftShaft, Duel, Relay}).Draw(t, "arena")})
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		w := netsync.World(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "at"))
		lag := lagOf(rapid.SampledFrom([]time.Duration{0, 40 * time.Millisecond}).Draw(t, "lag"), rate)
		dir := rapid.SampledFrom([]int8{-1, 1}).Draw(t, "direction")
		me, _ := l.standing(rapid.IntRange(0, len(l.Ledges)+len(l.Platforms)).Draw(t, "on"), rapid.IntRange(0, 40).Draw(t, "part"), w)
		for i, f := range l.flights(&me, dir, w, lag, rate) {
			got, ok := l.lands(f, w, lag, rate)
			if other := l.supportOf(&got) != l.supportOf(&me); ok && other && !l.mayReach(&me, dir) {
				t.Fatalf("held for %d ticks it ends at %v, which nothing said it may reach", holds[i], got.Pos)
			}
			if want := byItself(l, me, leap{dir, holds[i]}, w, lag, rate); got != want {
				t.Fatalf("held for %d ticks: %+v, by itself %+v", holds[i], got, want)
			}
		}
	})
}

// Where bots and players can jump in each arena. Supports are numbered from 1: ledges, then platforms, in the plan's order.
func TestEachJumpOfAnArenaLands(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		arena Arena
		jumps map[int][]int // some of what each must reach; 0 is the ground
	}{
		// From the ledge in the middle on both of the rope, and from these on it and on the high ledge and the low one.
		{LiftShaft, map[int][]int{0: {4, 5}, 1: {4, 5}, 4: {1, 2}, 5: {1, 3}}},
		// Over the crate on the bridge, over the columns on the ledges.
		{Duel, map[int][]int{0: {3}, 3: {4}, 4: {1, 2}, 1: {5}, 2: {6}}},
		// From base over ferry, tower and ferry to base, and back.
		{Relay, map[int][]int{1: {6}, 6: {1, 5}, 5: {6, 7}, 7: {2, 5}, 2: {7}, 0: {3, 4}, 3: {1}, 4: {2}}},
		{Yard, map[int][]int{0: {2}}},
	} {
		l := levelOf(t, test.arena)
		for from, want := range test.jumps {
			got := jumps(l, from)
			for _, to := range want {
				if !slices.Contains(got, to) {
					t.Errorf("%v: from %d one reaches %v, and not %d", test.arena, from, got, to)
				}
			}
		}
	}
}

// alone runs a host without clients through rates of dilation, 250 ms each, and returns the world's hash at each tick.
func alone(t *testing.T, rates []int64) map[int64]uint64 {
	t.Helper()
	h := mustHost(t, HostConfig{Seed: 3, Rate: DefaultRate, Level: DefaultLevel()})
	hashes := map[int64]uint64{}
	for i := range 240 {
		if i%3 == 0 {
			now := netsync.Local(i) * netsync.Local(time.Second/12)
			check(t, h.SetDilation(now, rates[i/3%len(rates)], 0))
		}
		for end := netsync.Local(i+1) * netsync.Local(time.Second/12); h.Next() < end; {
			h.dilation.Forget(Server(h.Next()))
			h.Wake(h.Next())
			tick, hash := h.StateHash()
			hashes[tick] = hash
		}
	}
	return hashes
}

// The world depends on ticks, and a bot on world time: dilation and pauses change when things happen, never what happens.
func TestDilationChangesWhenBotsActAndNotWhatTheyDo(t *testing.T) {
	t.Parallel()
	normal := alone(t, []int64{1_000_000})
	for name, rates := range map[string][]int64{
		"half": {500_000}, "paused now and then": {0, 1_000_000},
		"animated": {900_000, 600_000, 200_000, 0, 300_000, 800_000},
	} {
		got := alone(t, rates)
		if len(got) < 100 || len(got) >= len(normal) {
			t.Errorf("%s: %d ticks, at normal speed %d", name, len(got), len(normal))
		}
		for tick, hash := range got {
			if normal[tick] != hash {
				t.Fatalf("%s: tick %d differs", name, tick)
			}
		}
	}
	double := alone(t, []int64{2_000_000})
	for tick, hash := range double { // two ticks a frame: each second one is seen
		if want, ok := normal[tick]; ok && want != hash {
			t.Fatalf("double: tick %d differs", tick)
		}
	}
	if stopped := alone(t, []int64{0}); len(stopped) != 1 {
		t.Errorf("in a pause %d ticks were played", len(stopped)-1)
	}
}
