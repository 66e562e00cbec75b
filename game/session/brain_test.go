package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// lively plays an arena with bots that look, and counts what happens on the host.
type lively struct {
	shots     uint32
	boardings int // of platforms, by clients' players
	riders    int // summed over frames
	falls     int // to the ground, from where it stood higher than a metre
	crossings int // from one end of the world to the other
	frames    int
}

func playLively(t *testing.T, arena string, clients int, delay string, d time.Duration) lively {
	t.Helper()
	sc := scenariotest.Load(t, "arenas/"+arena)
	sc.Resize(clients)
	sc.Pin(scenariotest.Set("bots=live", "link.delay="+delay))
	s := newSession(t, sc, nil)
	defer s.Close()
	var v lively
	var scene game.Scene
	rides, height, side := map[int]int{}, map[int]game.Length{}, map[int]int{}
	seen, last := map[int]bool{}, map[int]game.Length{}
	for s.Now() < netsim.Time(d) {
		advance(t, s, frame, frame)
		s.Scene(0, &scene)
		v.frames++
		now := map[int]int{}
		for _, r := range scene.Riding {
			if r.Rider > 0 {
				now[r.Rider] = r.Platform + 1
				v.riders++
				if rides[r.Rider] != r.Platform+1 {
					v.boardings++
				}
			}
		}
		for _, o := range scene.Players {
			if o.ID == 0 {
				continue
			}
			if o.Pos.Y == 0 && height[o.ID] > game.Metre {
				v.falls, height[o.ID] = v.falls+1, 0
			}
			if last[o.ID] == o.Pos.Y || now[o.ID] != 0 { // it stands
				height[o.ID] = o.Pos.Y
			}
			last[o.ID] = o.Pos.Y
			at := 0
			if o.Pos.X < 3*game.Metre {
				at = -1
			} else if o.Pos.X > s.level.Width-3*game.Metre {
				at = 1
			}
			if at != 0 && at == -side[o.ID] {
				v.crossings++
			}
			if at != 0 {
				side[o.ID] = at
			}
		}
		for _, o := range scene.Shots {
			if !seen[o.ID] {
				seen[o.ID] = true
				v.shots++
			}
		}
		rides = now
	}
	return v
}

func TestBotsThatLookDoWhatTheirArenaIsFor(t *testing.T) {
	t.Parallel()
	minute := func(arena string, clients int, delay string) lively {
		v := playLively(t, arena, clients, delay, time.Minute)
		t.Logf("%s at %s each way: %+v", arena, delay, v)
		return v
	}
	if v := minute("duel", 2, "100ms"); v.shots < 30 {
		t.Errorf("in a minute of duel there were %d shots", v.shots)
	}
	if v := minute("lift", 4, "100ms"); v.boardings < 20 || v.riders < v.frames/2 {
		t.Errorf("in a minute of lift there were %d boardings and %.1f riders", v.boardings, float64(v.riders)/float64(v.frames))
	}
	if v := minute("relay", 3, "0ms"); v.crossings < 12 || v.falls > 0 {
		t.Errorf("in a minute of relay there were %d crossings and %d falls", v.crossings, v.falls)
	}
	if v := minute("yard", 3, "80ms"); v.shots < 50 || v.riders < v.frames/2 {
		t.Errorf("in a minute of yard there were %d shots and %.1f riders", v.shots, float64(v.riders)/float64(v.frames))
	}
}
