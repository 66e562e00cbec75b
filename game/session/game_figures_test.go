package session

import (
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// played runs two clients over an even link without a delay, but for what is set.
func played(t *testing.T, d time.Duration, r observe.Recorder, events []scenario.Event, set ...string) *Session {
	t.Helper()
	sc := &scenario.Scenario{Seed: 3, Clients: 2, Duration: d, Events: events, Set: scenariotest.Set("link.delay=0ms")}
	sc.Pin(scenariotest.Set(set...))
	s := newSession(t, sc, r)
	advance(t, s, d, time.Second)
	return s
}

func TestAFramePlaysTheTicksThatItsDisplayLeavesIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set   string
		share [4]float64 // of frames with 0, 1, 2 and more ticks
		p95   float64
	}{
		{"frame.rate=240", [4]float64{75, 25}, 1},
		{"frame.rate=120", [4]float64{50, 50}, 1},
		{"frame.rate=0", [4]float64{0, 100}, 1},
		{"frame.rate=30", [4]float64{0, 0, 100}, 2},
		{"frame.rate=10", [4]float64{0, 0, 0, 100}, 6},
		{"tick.rate=30", [4]float64{0, 100}, 1},
	} {
		g := played(t, 20*time.Second, nil, nil, "link.delay=100ms", c.set).GameFigures(1)
		for i, want := range c.share {
			// The ends of the ten seconds may cut a tick's frames in two.
			if got, ok := g.Of(FramesWithoutTick + GameFigure(i)); !ok || math.Abs(got-want) > 0.1 {
				t.Errorf("%s: %v %% (%v) of the frames have %d ticks, want %v", c.set, got, ok, i, want)
			}
		}
		if got, _ := g.Of(TicksPerFrameP95); got != c.p95 {
			t.Errorf("%s: 95 %% of the frames have %v ticks, want %v", c.set, got, c.p95)
		}
	}
}

// inputsLost counts the ticks of client 1's inputs whose first datagram is lost.
type inputsLost struct{ count int }

func (l *inputsLost) Record(e observe.Entry) {
	if d, ok := e.(*observe.Departure); ok && d.From == 1 && game.Kind(d.Kind) == game.KindInput && d.Fate != netsim.Delivered && d.Sent > netsim.Time(observe.Warmup) {
		l.count++
	}
}

func TestAnInputThatIsLostIsLateWhetherItComesAgainOrNot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list  string
		ticks int
		late  uint64 // of them those that the next datagrams still brought
	}{{"", 0, 0}, {"800,900,1000", 3, 3}, {"800-820", 21, 7}} {
		lost := &inputsLost{}
		s := played(t, 30*time.Second, lost, nil, "buffer.server=1", "client1.link.up.lose="+c.list)
		g := s.GameFigures(1)
		if lost.count != c.ticks {
			t.Fatalf("%q loses %d inputs, not %d", c.list, lost.count, c.ticks)
		}
		if got, ok := g.Of(InputsLate); !ok || math.Abs(got-100*float64(c.ticks)/1200) > 0.01 {
			t.Errorf("%q: %v %% (%v) are late, want %d of 1200", c.list, got, ok, c.ticks)
		}
		if in := s.Facts(1).Inputs; in.Late != c.late+1 { // one as it joins
			t.Errorf("%q: %+v", c.list, in)
		}
	}
}

func TestWithoutADelayAKeyShowsAfterTheWaitForAFrame(t *testing.T) {
	t.Parallel()
	events := []scenario.Event{{At: netsim.Time(time.Second), Play: &scenario.Play{Player: 1}}}
	for at := 12 * time.Second; at < 20*time.Second; at += 2 * time.Second { // each at the same part of a tick
		events = append(events, scenario.Event{At: netsim.Time(at + 5*time.Millisecond), Play: &scenario.Play{Player: 1, Held: game.Jump}},
			scenario.Event{At: netsim.Time(at + time.Second), Play: &scenario.Play{Player: 1}})
	}
	for _, rate := range []string{"0", "30", "45"} {
		tape := observe.NewTape(2)
		s := played(t, 21*time.Second, tape, events, "frame.rate="+rate)
		n, _ := tape.Moments(1, events[1].At, s.Now())
		want := milliseconds(float64(tape.MomentAt(1, n).At.Sub(events[1].At)))
		g := s.GameFigures(1)
		for _, f := range []GameFigure{KeyToOwn, KeyToOwnP95} {
			if got, ok := g.Of(f); !ok || math.Abs(got-want) > 0.01*want+0.1 {
				t.Errorf("%s frames a second: %s is %v (%v), want %v", rate, f.Column(), got, ok, want)
			}
		}
	}
}

func TestKeysTakeAsLongAsTheirJourneysOnTheTape(t *testing.T) {
	t.Parallel()
	for _, set := range [][]string{
		{"link.delay=60ms"},
		{"link.delay=60ms", "link.jitter=20ms", "link.loss=3%"},
		{"link.up.delay=90ms", "link.down.delay=20ms", "frame.rate=30"},
		{"link.delay=60ms", "others.show=dead-reckoned", "buffer.client=5", "projectile.spawn=naive"},
		{"link.delay=60ms", "player.authority=server"},
	} {
		tape := observe.NewTape(2)
		s := played(t, 40*time.Second, tape, nil, set...)
		for client := 1; client <= 2; client++ {
			var own, other []float64
			predicted := s.clients[client-1].client.Authority != game.ServerAuthority
			for viewer, to := range map[int]*[]float64{client: &own, 3 - client: &other} {
				for _, j := range tape.Journeys(client, viewer, s.host.host.Rate(), netsim.Time(observe.Warmup), s.Now(), nil) {
					took, ok := j.Whole()
					if viewer == client && predicted {
						took, ok = j.Press.At.Sub(j.Key), true
					}
					if ok && j.Fresh {
						*to = append(*to, milliseconds(float64(took)))
					}
				}
			}
			g := s.GameFigures(client)
			for f, of := range map[GameFigure][]float64{KeyToOwn: own, KeyToOther: other} {
				slices.Sort(of)
				for p95, at := range map[GameFigure]int{0: 50, KeyToOwnP95 - KeyToOwn: 95} {
					want := of[(len(of)*at+99)/100-1]
					if got, ok := g.Of(f + p95); !ok || math.Abs(got-want) > 1000./60 {
						t.Errorf("%v: client %d: %s is %v (%v), on the tape %v of %d", set, client, (f + p95).Column(), got, ok, want, len(of))
					}
				}
			}
		}
	}
}

func TestFiguresThatCouldNotBeMeasuredAreNull(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*Session{"short": played(t, 10*time.Second, nil, nil), "no arena": played(t, 11*time.Second, nil, nil, "arena=none")} {
		g := s.GameFigures(1)
		for f := range g {
			if v, ok := g.Of(GameFigure(f)); ok || g.Text(GameFigure(f)) != "—" {
				t.Errorf("%s: %s is %v", name, GameFigure(f).Column(), v)
			}
		}
	}
	by := played(t, 11*time.Second, nil, nil).Summary().Clients[0].Figures
	if share, late := by["frames_with_one_tick_percent"], by["key_to_other_p95_ms"]; len(by) != int(gameFigures) || share == nil || *share != 100 || late == nil {
		t.Errorf("the summary has %v", by)
	}
}
