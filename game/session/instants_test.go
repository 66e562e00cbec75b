package session

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// playDuel plays the duel over a one-way delay.
func playDuel(t *testing.T, seed uint64, d, span time.Duration, settings ...string) *Session {
	t.Helper()
	sc := scenariotest.Load(t, "arenas/duel")
	sc.Seed = seed
	sc.Pin(scenariotest.Set(append(settings, "link.delay="+d.String())...))
	s := newSession(t, sc, nil)
	advance(t, s, span, span)
	return s
}

// At 100 ms each way a shooter sees its hit two ticks and a way before the host does, and the victim loses its pip a way
// after that: a quarter of a second after it was hit on the shooter's screen, and up to 1.5 m from there.
func TestADisputedHitHasItsThreeInstants(t *testing.T) {
	t.Parallel()
	var claimed, told, late []time.Duration
	most := game.Length(0)
	for seed := range uint64(4) {
		s := playDuel(t, seed+1, 100*time.Millisecond, 2*time.Minute)
		for _, in := range s.Instants(nil) {
			if in.Refused || in.Victim == 0 || in.Shooter == 0 || !in.Dodged || in.Claimed == netsim.Never || in.Told == netsim.Never {
				continue
			}
			claimed, told = append(claimed, in.Claimed.Sub(in.Ruled)), append(told, in.Told.Sub(in.Ruled))
			if in.Safe != netsim.Never {
				late = append(late, in.Told.Sub(in.Safe))
			}
			most = max(most, in.Rewound)
			// What is forgotten is Never, which is later than all.
			if !(in.Fired < in.Arrived && in.Fired <= in.Claimed && in.Arrived <= in.Ruled && in.Pictured < in.Relayed && in.Relayed < in.Claimed) {
				t.Errorf("%+v came from nothing before it", in)
			}
			if in.Wanted < in.Rewind {
				t.Errorf("%+v is rewound by more than is wanted", in)
			}
			if in.Rewind != 250*time.Millisecond {
				t.Errorf("%+v is rewound by %v", in, in.Rewind)
			}
		}
	}
	median := func(all []time.Duration) time.Duration {
		if len(all) < 10 {
			t.Fatalf("there are %d", len(all))
		}
		slices.Sort(all)
		return all[len(all)/2].Round(time.Millisecond)
	}
	c, v, l := median(claimed), median(told), median(late)
	t.Logf("%d disputed hits: claimed %v, told %v, told %v after it was safe, rewound by %.2f m at most", len(claimed), c, v, l, most.Metres())
	near := func(what string, got, want, by time.Duration) {
		if off := got - want; off < -by || off > by {
			t.Errorf("%s %v, want %v ± %v", what, got, want, by)
		}
	}
	tick := time.Second / game.DefaultRate
	near("the shooter's frame is at", c, -133*time.Millisecond, tick)
	near("the victim's frame is at", v, 100*time.Millisecond, tick)
	if l < 250*time.Millisecond || l > 483*time.Millisecond {
		t.Errorf("it is told %v after it was safe", l)
	}
	if most < 140*game.Metre/100 || most > 160*game.Metre/100 {
		t.Errorf("it is rewound by %v m at most, want 1.5", most.Metres())
	}
}

func TestInstantsAreTheSameAfterGoingBack(t *testing.T) {
	t.Parallel()
	s := playDuel(t, 1, 100*time.Millisecond, 20*time.Second)
	clone := mustClone(t, s, Options{Carrier: netsim.NewDirect()})
	defer clone.Close()
	for _, one := range []*Session{s, clone} {
		advance(t, one, 20*time.Second, time.Second)
	}
	if a, b := s.Instants(nil), clone.Instants(nil); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("%d and %d instants, or others", len(a), len(b))
	}
}

// Felt disputes come from delay: none without, and no fewer with more of it. A model of the duel, of two bots that lose
// nothing by a hit, had 0, 4, 8, 18 and 22 a minute at these delays, in the open too.
func TestFeltDisputesGrowWithTheDelay(t *testing.T) {
	t.Parallel()
	seeds, span := uint64(testkit.LongCount(6, 20)), time.Duration(testkit.LongCount(1, 5))*time.Minute
	minutes := float64(seeds) * span.Minutes()
	type row struct {
		delay         time.Duration
		felt, refused float64
	}
	var rows []row
	for _, d := range []time.Duration{0, 25, 50, 100, 150} {
		r := row{delay: d * time.Millisecond}
		for seed := range seeds {
			s := playDuel(t, seed+1, r.delay, span)
			for id := 1; id <= s.Clients(); id++ {
				h := s.Facts(id).Hits
				r.felt += float64(h.Felt)
				r.refused += float64(h.Refused)
			}
			s.Close()
		}
		r.felt, r.refused = r.felt/minutes, r.refused/minutes
		t.Logf("%v: %.1f felt and %.1f refused a minute", r.delay, r.felt, r.refused)
		rows = append(rows, r)
	}
	if rows[0].felt != 0 {
		t.Errorf("without a delay %.1f a minute are felt", rows[0].felt)
	}
	for i, r := range rows[1:] {
		if r.felt < rows[i].felt-3/math.Sqrt(minutes/6) { // two standard deviations
			t.Errorf("there are fewer at %v than at %v", r.delay, rows[i].delay)
		}
	}
	if rows[3].felt < 10 {
		t.Errorf("at 100 ms %.1f a minute are felt", rows[3].felt)
	}
}

// What the host judged by is drawn as of one instant: there the victim is as far from where the host rewound it as the text says.
func TestTheVictimStandsAsFarFromWhereItWasJudgedAsIsTold(t *testing.T) {
	t.Parallel()
	const span = 20 * time.Second
	kept := playDuel(t, 1, 150*time.Millisecond, span, "hits.rewind=100ms").Instants(nil)
	kept = slices.DeleteFunc(kept, func(in observe.Instants) bool { return in.Victim == 0 || in.Shooter == 0 || !in.Refused && !in.Dodged })
	slices.SortFunc(kept, func(a, b observe.Instants) int { return cmp.Compare(a.Judged, b.Judged) })
	s := playDuel(t, 1, 150*time.Millisecond, 0, "hits.rewind=100ms")
	var scene game.Scene
	refused := 0
	for _, in := range kept {
		if in.Refused {
			refused++
		}
		if in.Judged > in.Ruled || in.Judged < in.Fired {
			t.Errorf("%+v was judged before it was fired, or after the verdict", in)
		}
		advance(t, s, in.Judged.Sub(s.Now()), time.Second)
		s.Scene(0, &scene)
		for _, o := range scene.Players {
			if o.ID != in.Victim {
				continue
			}
			far := math.Hypot((o.Pos.X - in.Seen.X).Metres(), (o.Pos.Y - in.Seen.Y).Metres())
			if off := far - in.Rewound.Metres(); math.Abs(off) > 0.2 { // what a body moves in a tick
				t.Errorf("shot %d of %d at %d, refused %v: told are %.2f m, it stands %.2f m from there", in.Shot, in.Shooter, in.Victim, in.Refused, in.Rewound.Metres(), far)
			}
		}
	}
	if refused == 0 || refused == len(kept) {
		t.Errorf("of %d hits %d are refused", len(kept), refused)
	}
}

// A refused hit is about what the three saw of the shot, and that is over when the verdict has come back to the shooter.
func TestARefusedHitPassesTheVictimWhenItIsJudgedAndNotWhenTheVerdictComes(t *testing.T) {
	t.Parallel()
	const way = 150 * time.Millisecond
	seen := 0
	for seed := range uint64(3) {
		all := playDuel(t, seed+1, way, 20*time.Second, "hits.rewind=100ms").Instants(nil)
		s := playDuel(t, seed+1, way, 0, "hits.rewind=100ms")
		slices.SortFunc(all, func(a, b observe.Instants) int { return cmp.Compare(a.Passed, b.Passed) })
		var scene game.Scene
		for _, in := range all {
			if !in.Refused {
				if in.Passed != netsim.Never {
					t.Errorf("%+v is a hit, and came past", in)
				}
				continue
			}
			if late := in.Passed.Sub(in.Judged); late < 0 || late > way+50*time.Millisecond || in.Passed > in.Ruled {
				t.Errorf("it came past %v after it was judged, %v before the verdict", late, in.Ruled.Sub(in.Passed))
			}
			// The shooter knows the shot's number a round trip after its trigger, and a way later the host has the claim.
			if wait := in.Ruled.Sub(in.Claimed); wait > 3*way+100*time.Millisecond {
				t.Errorf("the verdict on %+v comes %v after the claim", in, wait)
			}
			if in.Victim == 0 {
				continue
			}
			advance(t, s, in.Passed.Sub(s.Now()), time.Second)
			s.Scene(in.Victim, &scene)
			flies := slices.ContainsFunc(scene.Shots, func(o game.Object) bool { return o.ID == int(in.Shot) })
			if seen++; !flies && !slices.ContainsFunc(scene.Strikes, func(k game.Strike) bool { return k.Shot == int(in.Shot) }) {
				t.Errorf("the victim's screen shows nothing of the shot of %+v", in)
			}
		}
	}
	if seen < 10 {
		t.Errorf("there were %d", seen)
	}
}
