package game

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// duel lets client 1 fire at the host's player, who jumps without pause, and returns the verdicts. The jumper is in the way of half
// of the shots; jumps and shots have different periods, so that shots meet the jumper everywhere.
func duel(t rapid.TB, look Look, oneWay time.Duration, compensate bool, most time.Duration) (HitStats, *rig) {
	t.Helper()
	r := dueling(t, look, oneWay, compensate, most, RewindBySeen)
	return r.host.Stats(1).Hits, r
}

// dueling is duel with a choice of what the host rewinds by.
func dueling(t rapid.TB, look Look, oneWay time.Duration, compensate bool, most time.Duration, by RewindBy) *rig {
	t.Helper()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.up, c.down = oneWay, oneWay
	c.Look = look
	check(t, r.host.SetLagCompensation(compensate, most, by))
	r.host.players[0] = Player{Pos: Point{24 * Metre, 0}, Ride: Solid, Facing: -1}
	r.host.players[1] = Player{Pos: Point{10 * Metre, 0}, Ride: Solid, Facing: 1}
	r.host.Take(0)
	c.Take(0)
	r.run(5 * time.Second)
	r.host.Take(Jump)
	c.Take(Fire)
	r.run(60 * time.Second)
	c.Take(0)
	r.run(3 * time.Second)
	r.noRefusals()
	return r
}

// grazes returns how many disputes are about less than the jumper moves in a tick: host and client judge at different moments of it.
func grazes(disputes []Dispute) (n int) {
	for _, d := range disputes {
		off := d.ShooterView.Victim.Y - d.HostView.Victim.Y
		if max(off, -off) <= (jumpSpeed + 2*MetreASecond).Over(time.Second/DefaultRate) {
			n++
		}
	}
	return n
}

func TestHostHitsWhatTheShooterSawWithinTheMaximumRewind(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		look   Look
		oneWay time.Duration // ms; the shooter sees others two delays and three ticks behind its predicted time
		on     bool
		most   time.Duration // ms
		agree  bool
	}{
		{"predicted, without", predictedLook, 100, false, 0, false},
		{"predicted, 1 s", predictedLook, 100, true, 1000, true},
		{"predicted, 200 ms at 60 ms", predictedLook, 60, true, 200, true},
		{"predicted, 100 ms at 100 ms", predictedLook, 100, true, 100, false},
		{"timestamped, without", Look{}, 100, false, 0, false},
		{"timestamped, 200 ms", Look{}, 100, true, 200, true},
		{"timestamped, 50 ms", Look{}, 100, true, 50, false},
		{"naive, 200 ms", Look{Shots: NaiveShots}, 100, true, 200, true},
		{"per frame, 200 ms", Look{Shots: FramedShots}, 100, true, 200, true},
		{"predicted, far away", predictedLook, 300, true, 1000, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, r := duel(t, test.look, test.oneWay*time.Millisecond, test.on, test.most*time.Millisecond)
			all := r.host.Disputes(nil)
			disputes := slices.DeleteFunc(slices.Clone(all), func(d Dispute) bool { return d.Verdict == Agreed })
			real := len(disputes) - grazes(disputes)
			t.Logf("%+v, %d disputes of which %d are real", got, len(disputes), real)
			if got.Agreed+got.Unseen < 20 {
				t.Fatalf("only %d hits", got.Agreed+got.Unseen)
			}
			if test.agree && real > 0 || !test.agree && real < 15 {
				t.Errorf("%d real disputes, want none: %v", real, test.agree)
			}
			// Only rewound players are hit where they no longer are.
			if (got.Dodged > 0) != (test.most > 0) {
				t.Errorf("%d hits on players who had dodged", got.Dodged)
			}
			if told := r.clients[0].disputes.since(0, nil); !slices.Equal(told, all) {
				t.Errorf("the client knows %d disputes of %d", len(told), len(disputes))
			}
		})
	}
}

// A projectile's end may be known before the rest of its path was shown.
func TestHitsOfProjectilesThatEndBetweenFramesAreSeen(t *testing.T) {
	t.Parallel()
	for _, mode := range []ShotMode{NaiveShots, FramedShots} {
		r := newRig(t, 1, "timesync")
		c := r.clients[0]
		c.Look = Look{Shots: mode}
		check(t, r.host.SetLagCompensation(true, MaxRewind, RewindBySeen))
		r.host.players[0] = Player{Pos: Point{24 * Metre, 0}, Ride: Solid, Facing: -1}
		r.host.players[1] = Player{Pos: Point{10 * Metre, 0}, Ride: Solid, Facing: 1}
		r.host.Take(0)
		c.Take(0)
		r.run(5 * time.Second)
		r.jittery(3, 10*time.Millisecond)
		c.Take(Fire)
		r.run(60 * time.Second)
		if got := r.host.Stats(1).Hits; got.Agreed < 80 || got.Unseen > 2 {
			t.Errorf("%v: %+v", shotModeNames[mode], got)
		}
	}
}

// A host that does not ask what the shooter saw rewinds by another time, which this link tells beforehand: 160 ms of round trip and
// the frames that a snapshot and its acknowledgement wait for, against three ticks more that the shooter's buffers take.
func TestWhatTheHostRewindsByDecidesWhoseHitsCount(t *testing.T) {
	t.Parallel()
	const tick = time.Second / DefaultRate
	for _, test := range []struct {
		by          RewindBy
		least, most time.Duration
		agree       bool
	}{
		{RewindBySeen, 160*time.Millisecond + 2*tick, 160*time.Millisecond + 4*tick, true},
		{RewindByRoundTrip, 160 * time.Millisecond, 160*time.Millisecond + 3*tick, false},
		{RewindByHalf, 80 * time.Millisecond, 80*time.Millisecond + 2*tick, false},
		{RewindByHalfLessInterpolation, 80*time.Millisecond - tick, 80*time.Millisecond + tick, false},
	} {
		t.Run(RewindByNames[test.by], func(t *testing.T) {
			r := dueling(t, predictedLook, 80*time.Millisecond, true, MaxRewind, test.by)
			disputes := r.host.Disputes(nil)
			if len(disputes) == 0 {
				t.Fatal("there is no verdict")
			}
			for _, d := range disputes {
				if d.Rewind < test.least || d.Rewind > test.most {
					t.Fatalf("the host rewound by %v, want %v to %v", d.Rewind, test.least, test.most)
				}
			}
			if hits := r.host.Stats(1).Hits; test.agree != (hits.Refused+hits.Unseen < hits.Agreed/10) {
				t.Errorf("%+v", hits)
			}
		})
	}
}

func TestDisputeShowsBothViews(t *testing.T) {
	t.Parallel()
	got, r := duel(t, predictedLook, 100*time.Millisecond, true, 100*time.Millisecond)
	if got.Refused == 0 || got.Unseen == 0 {
		t.Fatalf("%+v", got)
	}
	for _, d := range r.host.Disputes(nil) {
		moved := d.Stood.Sub(d.HostView.Victim)
		if moved.X != 0 || max(moved.Y, -moved.Y) > jumpSpeed.Over(d.Rewind) {
			t.Errorf("%v: it stood at %v, and %v earlier at %v", d.Verdict, d.Stood, d.Rewind, d.HostView.Victim)
		}
		if d.Shooter != 1 || d.Victim != 0 || d.Rewind != 100*time.Millisecond {
			t.Fatalf("%+v", d)
		}
		if off := d.Wanted - 250*time.Millisecond; max(off, -off) > time.Millisecond {
			t.Errorf("wanted %v, want 250ms: two ways and three ticks", d.Wanted)
		}
		for _, v := range []HitView{d.ShooterView, d.HostView} {
			touched := touches(v.Projectile.Plus(Point{-Metre, 0}), v.Projectile, v.Victim)
			isHit := d.Verdict == Agreed || (d.Verdict == Refused) == (v == d.ShooterView)
			if isHit && !touched {
				t.Errorf("%v: a hit is shown as a miss: %+v", d.Verdict, v)
			}
		}
		if back := d.HostView.Time.Sub(d.HostView.VictimTime); back != d.Rewind {
			t.Errorf("the host's view is %v back, not %v", back, d.Rewind)
		}
		if d.Dodged && touches(d.HostView.Projectile, d.HostView.Projectile, d.Stood) {
			t.Errorf("it stood in the way at %v", d.Stood)
		}
		back := d.ShooterView.Time.Sub(d.ShooterView.VictimTime)
		if off := back - d.Wanted; max(off, -off) > 2*time.Millisecond {
			t.Errorf("the shooter's view is %v back, not %v", back, d.Wanted)
		}
	}
}

func TestMaximumRewindIsBounded(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	for _, d := range []time.Duration{-1, MaxRewind + 1} {
		if err := r.host.SetLagCompensation(true, d, RewindBySeen); err == nil {
			t.Errorf("%v is accepted", d)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		most := time.Duration(rapid.Int64Range(0, int64(MaxRewind)).Draw(t, "most"))
		check(t, r.host.SetLagCompensation(true, most, RewindBySeen))
		v := sight{others: time.Duration(rapid.Int64Range(-int64(maxSight), int64(maxSight)).Draw(t, "others")),
			shots: time.Duration(rapid.Int64Range(-int64(maxSight), int64(maxSight)).Draw(t, "shots"))}
		r.host.peers[1].sight.put(r.host.tick, v)
		r.host.lastShot++
		r.host.fired(Shot{ID: r.host.lastShot, Owner: 1})
		if got := r.host.trials[r.host.lastShot%256].rewind; got < 0 || got > most || got > max(v.others-v.shots, 0) {
			t.Errorf("%+v is taken back by %v", v, got)
		}
	})
}

func TestHitEndsAProjectileOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.host.Take(Fire)
	r.clients[0].Take(Fire)
	r.run(10 * time.Second)
	ends := map[uint32]int{}
	for _, e := range r.host.events.ring[:min(r.host.events.next, 256)] {
		if e.kind == eventEnd {
			ends[e.shot.ID]++
		}
	}
	if len(ends) < 10 {
		t.Fatalf("only %d hits", len(ends))
	}
	for id, n := range ends {
		if n != 1 {
			t.Errorf("projectile %d ended %d times", id, n)
		}
	}
}
