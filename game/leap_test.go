package game

import (
	"slices"
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// standing returns somebody on a support of a level, at the x that lies so many fortieths of the way along it.
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

// jumps returns which supports can be leapt to from a support, by what brains go by.
func jumps(l *Level, from int) (to []int) {
	see := Scene{Platforms: make([]Object, len(l.Platforms))}
	for step := range 24 { // a period of the slowest platform
		w := netsync.World(time.Second) + netsync.World(step)*netsync.World(100*time.Millisecond)
		w = unity.NewNetworkTime(DefaultRate, unity.NetworkTimeAt(DefaultRate, w).Tick()).World()
		for i := range see.Platforms {
			see.Platforms[i] = Object{Pos: l.Platforms[i].At(w), Time: w}
		}
		for part := range 41 {
			me, _ := l.standing(from, part, w.Add(-time.Second/DefaultRate))
			for _, dir := range [...]int8{-1, 1} {
				for _, hold := range holds {
					if p, ok := l.lands(&see, &me, leap{dir, hold}, w, DefaultRate); ok && l.supportOf(&p) != from && !slices.Contains(to, l.supportOf(&p)) {
						to = append(to, l.supportOf(&p))
					}
				}
			}
		}
	}
	slices.Sort(to)
	return to
}

// What bots and players leap to in each arena: the numbers are those of the ledges and then of the platforms, as the arena's
// plan lists them, from 1.
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
