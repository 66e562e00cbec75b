package session

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A witness looks at one machine's screen in each of its frames, and notes when it shows what of one player.
type witness struct {
	*observe.Tape
	s              *Session
	viewer, player int
	scene          game.Scene
	left           []sighting // jumps, by the world time at which the player left what it stood on
	shots          map[uint32]netsim.Time
}

type sighting struct {
	world netsync.World
	at    netsim.Time
}

func (w *witness) Record(e observe.Entry) {
	w.Tape.Record(e)
	m, ok := e.(*observe.ClockMoment)
	if !ok || int(m.Machine) != w.viewer {
		return
	}
	w.s.Scene(w.viewer, &w.scene)
	for _, o := range w.scene.Players {
		if at := o.Pose.Left; o.ID == w.player && at > 0 && o.Time >= at && (len(w.left) == 0 || at > w.left[len(w.left)-1].world) {
			w.left = append(w.left, sighting{at, m.At})
		}
	}
	for _, o := range w.scene.Shots {
		if w.shots[uint32(o.ID)] == 0 {
			w.shots[uint32(o.ID)] = m.At
		}
	}
}

// watchJourneys plays a scenario with one player's deeds looked at on a machine's screen, and returns all their journeys.
func watchJourneys(t rapid.TB, sc *scenario.Scenario, player, viewer int) ([]observe.Journey, *witness) {
	t.Helper()
	w := &witness{Tape: observe.NewTape(sc.Clients), viewer: viewer, player: player, shots: map[uint32]netsim.Time{}}
	w.s = newSession(t, sc, w)
	advance(t, w.s, sc.Duration, time.Second)
	return w.Journeys(player, viewer, w.s.host.host.Rate(), 0, w.s.Now(), nil), w
}

// seen returns when the screen showed what a journey is of.
func (w *witness) seen(j *observe.Journey, rate int) (at netsim.Time, ok bool) {
	switch j.Deed {
	case game.DeedShot:
		return w.shots[j.Shot], w.shots[j.Shot] > 0
	case game.DeedJump:
		for _, s := range w.left {
			if s.world >= unity.NewNetworkTime(rate, j.Tick).World() {
				return s.at, true
			}
		}
	}
	return 0, false
}

// drawKeys draws what a person does with a client's player over so long: jumps, shots and steps, one by one.
func drawKeys(t *rapid.T, player int, over time.Duration) (events []scenario.Event) {
	events = append(events, scenario.Event{At: netsim.Time(time.Second), Play: &scenario.Play{Player: player}})
	at := 3 * time.Second
	for at < over {
		held := rapid.SampledFrom([]game.Buttons{game.Jump, game.Fire, game.Left, game.Right}).Draw(t, "key")
		events = append(events, scenario.Event{At: netsim.Time(at), Play: &scenario.Play{Player: player, Held: held}})
		at += time.Duration(rapid.Int64Range(int64(120*time.Millisecond), int64(300*time.Millisecond)).Draw(t, "held for"))
		events = append(events, scenario.Event{At: netsim.Time(at), Play: &scenario.Play{Player: player}})
		at += time.Duration(rapid.Int64Range(int64(time.Second), int64(1300*time.Millisecond)).Draw(t, "pause"))
	}
	return events
}

func TestTheWaterfallsPartsAddUpToWhatKeysAndScreensShow(t *testing.T) {
	t.Parallel()
	var whole, jumps, shots int
	rapid.Check(t, func(t *rapid.T) {
		number := func(key string, least, most int, unit string) string {
			return fmt.Sprintf("%s=%d%s", key, rapid.IntRange(least, most).Draw(t, key), unit)
		}
		sc := &scenario.Scenario{Seed: rapid.Uint64().Draw(t, "seed"), Clients: 2, Duration: 12 * time.Second, Set: scenariotest.Set(
			number("link.up.delay", 0, 200, "ms"), number("link.down.delay", 0, 200, "ms"), number("link.jitter", 0, 15, "ms"),
			number("link.loss", 0, 5, "%"), number("client.skew", -200, 200, ""), number("client.offset", -1000, 1000, "ms"),
			number("buffer.client", 0, 6, ""), number("buffer.server", 0, 6, ""),
			"tick.rate="+rapid.SampledFrom([]string{"60", "30", "128"}).Draw(t, "tick.rate"),
			"snapshot.rate="+rapid.SampledFrom([]string{"0", "30", "20"}).Draw(t, "snapshot.rate"),
			"input.rate="+rapid.SampledFrom([]string{"0", "20"}).Draw(t, "input.rate"),
			"receive.poll="+rapid.SampledFrom([]string{"at-once", "tick"}).Draw(t, "receive.poll"),
			"host.receive.poll="+rapid.SampledFrom([]string{"at-once", "tick"}).Draw(t, "host.receive.poll"),
			"frame.rate="+rapid.SampledFrom([]string{"0", "75"}).Draw(t, "frame.rate"),
			"projectile.spawn="+rapid.SampledFrom([]string{"timestamped", "per-frame", "predicted"}).Draw(t, "projectile.spawn"))}
		sc.Events = drawKeys(t, 1, sc.Duration)
		viewer := rapid.SampledFrom([]int{0, 2}).Draw(t, "viewer")
		journeys, w := watchJourneys(t, sc, 1, viewer)
		rate := w.s.host.host.Rate()
		for _, j := range journeys {
			total, ok := j.Whole()
			if !ok || j.Key < netsim.Time(3*time.Second) {
				continue
			}
			sum := time.Duration(0)
			for p := range observe.JourneyParts {
				part, known := j.Part(p)
				if !known || part < 0 {
					t.Fatalf("%v in tick %d: part %d is %v, %v", j.Deed, j.Tick, p, part, known)
				}
				sum += part
			}
			key := netsim.Never
			for _, ev := range sc.Events {
				if ev.Play.Held&j.Deed.Keys() != 0 && ev.At <= j.Press.At {
					key = ev.At
				}
			}
			seen, ok := w.seen(&j, rate)
			first, end := w.Ticks(1, key, j.Press.At-1)
			if whole++; !ok || j.Late || end > first { // one that is held already goes on doing it
				continue
			}
			if truth := seen.Sub(key); sum != truth || sum != total {
				t.Fatalf("%v in tick %d: the parts add up to %v, of %v; from the key at %v to the screen at %v it is %v\n%+v",
					j.Deed, j.Tick, sum, total, key, seen, truth, j)
			}
			if j.Deed == game.DeedJump {
				jumps++
			} else {
				shots++
			}
		}
	})
	if jumps == 0 || shots == 0 { // a short run draws only a few sessions
		t.Errorf("of %d journeys only %d jumps and %d shots were seen on a screen", whole, jumps, shots)
	}
}

func TestOnAnEvenLinkTheWaysOfAWaterfallAreTheLinksDelays(t *testing.T) {
	t.Parallel()
	sc := &scenario.Scenario{Seed: 5, Clients: 2, Duration: 20 * time.Second, Set: scenariotest.Set("link.up.delay=70ms", "link.down.delay=30ms",
		"buffer.server=4", "buffer.client=3", "projectile.spawn=timestamped")}
	journeys, _ := watchJourneys(t, sc, 1, 2)
	whole := 0
	for _, j := range journeys {
		if _, ok := j.Whole(); !ok || j.Press.At < netsim.Time(8*time.Second) {
			continue
		}
		whole++
		tick := time.Second / 60
		for _, c := range []struct {
			part        observe.JourneyPart
			least, most time.Duration
		}{
			{observe.FrameWait, 0, tick + 1}, {observe.WayUp, 70 * time.Millisecond, 70 * time.Millisecond}, {observe.HostBuffer, 2 * tick, 4*tick + 1}, {observe.TickWait, 0, tick + 1},
			{observe.WayDown, 30 * time.Millisecond, 30 * time.Millisecond}, {observe.ClientBuffer, 2 * tick, 4*tick + 1}, {observe.ShowWait, 0, tick + 1},
		} {
			if j.Deed == game.DeedShot && c.part == observe.ClientBuffer {
				c.least, c.most = 0, 0 // it is moved on from its time stamp
			}
			if got, _ := j.Part(c.part); got < c.least || got > c.most {
				t.Errorf("%v of tick %d: part %d takes %v, want %v..%v", j.Deed, j.Tick, c.part, got, c.least, c.most)
			}
		}
	}
	if whole < 10 {
		t.Errorf("only %d of %d deeds were followed to the screen", whole, len(journeys))
	}
}

// A tape knows what lies ahead where time has gone back: a waterfall shows none of it.
func TestAWaterfallKnowsNothingOfWhatLiesAhead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := &scenario.Scenario{Seed: rapid.Uint64().Draw(t, "seed"), Clients: 2, Duration: 8 * time.Second,
			Set: scenariotest.Set("link.delay=90ms", "link.jitter=20ms", "link.loss=5%", "receive.poll=tick", "host.receive.poll=tick")}
		now := time.Duration(rapid.Int64Range(int64(2*time.Second), int64(sc.Duration)).Draw(t, "now"))
		ahead, here := observe.NewTape(2), observe.NewTape(2)
		advance(t, newSession(t, sc, ahead), sc.Duration, time.Second)
		advance(t, newSession(t, sc, here), now, time.Second)
		got := fmt.Sprintf("%+v", ahead.Journeys(1, 2, 60, 0, netsim.Time(now), nil))
		if want := fmt.Sprintf("%+v", here.Journeys(1, 2, 60, 0, netsim.Time(now), nil)); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}
