package session

import (
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// duel is two bots that come out from behind their columns again and again, over constant links.
func duel(over time.Duration, set ...string) *scenario.Scenario {
	return &scenario.Scenario{Seed: 3, Clients: 2, Duration: over, Set: scenariotest.Set(append([]string{"arena=duel", "bots=live", "link.delay=50ms"}, set...)...)}
}

func TestPeekersAdvantageIsTheSumOfItsParts(t *testing.T) {
	t.Parallel()
	for _, set := range [][]string{
		nil,
		{"buffer.server=1"},
		{"link.up.delay=20ms", "link.down.delay=90ms"},
		{"buffer.server=4", "buffer.client=3", "client.skew=150"},
		{"tick.rate=30"},
		{"tick.rate=128", "frame.rate=75"},
		{"frame.rate=60"},
		{"input.rate=20"},
	} {
		sc := duel(20*time.Second, set...)
		tape := observe.NewTape(sc.Clients)
		s := newSession(t, sc, tape)
		rate, seen := s.host.host.Rate(), 0
		var latest [2]observe.Peek
		for s.Now() < netsim.Time(sc.Duration) {
			advance(t, s, 50*time.Millisecond, 50*time.Millisecond)
			for client := 1; client <= 2; client++ {
				p, ok := s.Peek(client)
				if !ok || p == latest[client-1] {
					continue
				}
				latest[client-1] = p
				j := tape.Peeks(client, p.Viewer, rate, p.Out, p.Out, nil)
				if len(j) == 0 {
					t.Fatalf("%v: the tape has nothing of %+v", set, p)
				}
				whole := tape.Peeks(client, p.Viewer, rate, p.Out, s.Now(), nil)[0]
				if whole.Late {
					continue // the host had it come out later than it thought
				}
				seen++
				sum := time.Duration(0)
				for part := range observe.JourneyParts {
					d, known := whole.Part(part)
					if !known || d < 0 {
						t.Fatalf("%v: part %d of the peek at %v is %v (%v)", set, part, p.Out, d, known)
					}
					sum += d
				}
				up, _ := whole.Part(observe.WayUp)
				down, _ := whole.Part(observe.WayDown)
				if off := sum - p.Advantage(); off.Abs() > 100*time.Microsecond {
					t.Errorf("%v: the parts of the peek at %v add up to %v, and the screens differ by %v", set, p.Out, sum, p.Advantage())
				}
				if trips := s.clients[client-1].links[scenario.Up].Base(p.Out) + s.clients[p.Viewer-1].links[scenario.Down].Base(p.Out); (up + down - trips).Abs() > 100*time.Microsecond {
					t.Errorf("%v: the trips take %v and %v, and the links %v", set, up, down, trips)
				}
			}
		}
		if seen < 6 {
			t.Errorf("%v: %d peeks in 20 s are too few", set, seen)
		}
	}
}
