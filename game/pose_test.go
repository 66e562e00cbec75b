package game

import (
	"testing"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// posed plays a player on the classic level, ten ticks of each of the buttons, and returns its pose.
func posed(t *testing.T, from Player, each ...Buttons) (posing, Player) {
	t.Helper()
	const rate = 60
	l, p, pose := DefaultLevel(), from, posing{}
	tick := int64(1)
	at := func() netsync.World { return unity.NewNetworkTime(rate, tick).World() }
	for _, held := range each {
		for range 10 {
			was := at()
			tick++
			l.Step(&p, Input{Held: held}, was, at(), rate)
			pose.see(l, p.Pos.X, p.Pos.Y, p.Ride, p.Facing, p.Pips, p.Lag, rate, at(), at())
		}
	}
	return pose, p
}

func standing(x Length) Player { return Player{Pos: Point{X: x}, Ride: Solid, Facing: 1} }

func TestAPoseTellsHowFarOneHasWalked(t *testing.T) {
	t.Parallel()
	pose, _ := posed(t, standing(20*Metre), 0, Right, Right, 0)
	if want := 2 * Metre; max(want-pose.Walked, pose.Walked-want) > 100 {
		t.Errorf("walked %d µm, want %d", pose.Walked, want)
	}
	if pose.Turned != 0 || pose.Left != 0 || pose.Landed != 0 {
		t.Errorf("one who has only walked: %+v", pose.Pose)
	}
	if back, _ := posed(t, standing(20*Metre), 0, Right, Left); back.Turned == 0 || back.Walked < pose.Walked-100 {
		t.Errorf("one who has turned: %+v", back.Pose)
	}
}

func TestAPoseTellsWhenOneLeftAndLandedAndHowHard(t *testing.T) {
	t.Parallel()
	pose, p := posed(t, standing(20*Metre), 0, Jump, 0, 0, 0, 0, 0)
	air := pose.Landed.Sub(pose.Left)
	if p.Ride != Solid || air < 800*time.Millisecond || air > 950*time.Millisecond {
		t.Errorf("in the air for %v: %+v", air, pose.Pose)
	}
	if pose.Impact < 9*MetreASecond || pose.Impact > 11*MetreASecond {
		t.Errorf("landed with %d µm/s of about the 10 m/s that it rose with", pose.Impact)
	}
	if pose.Walked != 0 {
		t.Errorf("walked %d µm in the air", pose.Walked)
	}
}

// Being carried by a platform is not walking.
func TestARiderDoesNotWalk(t *testing.T) {
	t.Parallel()
	l := DefaultLevel()
	const rate = 60
	at := func(tick int64) netsync.World { return unity.NewNetworkTime(rate, tick).World() }
	var pose posing
	for i, p := range l.Platforms {
		pose = posing{}
		for tick := int64(1); tick < 200; tick++ {
			top := p.At(at(tick))
			pose.see(l, top.X, top.Y, int8(i), 1, 0, 0, rate, at(tick), at(tick))
		}
		if pose.Walked != 0 || pose.Landed != 0 {
			t.Errorf("platform %d: %+v", i, pose.Pose)
		}
	}
}

// A landing happens when the figure comes down on the screen, in whichever time it is shown, and its legs move smoothly, as much as it
// moves.
func TestPosesGoWithWhatEachScreenShows(t *testing.T) {
	t.Parallel()
	for _, others := range []Others{Interpolated, DeadReckoned} {
		r := newRig(t, 2, "timesync")
		r.lookAll(Look{Platform: ServerTime, Others: others})
		r.run(10 * time.Second)
		c := r.clients[0]
		scenes := [2]func(*Scene){func(s *Scene) { r.host.Scene(r.hostClock(), s) }, func(s *Scene) { c.Scene(r.clock(c), c.Look, s) }}
		var before, after Scene
		landings, walked := 0, 0
		for i := range 1200 {
			scenes[i/600](&before)
			r.run(time.Second / DefaultRate)
			scenes[i/600](&after)
			for k := range after.Players {
				a, b := &before.Players[k], &after.Players[k]
				if a.Ride == Airborne && b.Ride != Airborne {
					landings++
					if late := b.Time.Sub(b.Pose.Landed); late < 0 || late > 60*time.Millisecond || b.Pose.Impact <= 0 {
						t.Errorf("%v, %d: landed %v before it is shown, with %d µm/s", others, b.ID, late, b.Pose.Impact)
					}
				}
				way, legs := max(b.Pos.X-a.Pos.X, a.Pos.X-b.Pos.X), b.Pose.Walked-a.Pose.Walked
				if a.Ride == Solid && b.Ride == Solid && a.Facing == b.Facing && others == Interpolated {
					walked++
					if d := legs - way; max(d, -d) > 2*walkSpeed.Over(time.Second/DefaultRate) {
						t.Errorf("frame %d, player %d of machine %d: it moved by %d µm, its legs by %d", i, b.ID, i/600, way, legs)
					}
				}
			}
		}
		if landings < 10 || others == Interpolated && walked < 300 {
			t.Errorf("%v: %d landings, %d frames on the ground", others, landings, walked)
		}
	}
}

func TestTheCharacterFacesTheWayThatItWalks(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(5 * time.Second)
	c, ways := r.clients[0], map[int8]int{}
	patrol, frame := r.host.cfg.Level.Patrol, time.Second/DefaultRate
	var s Scene
	for range 300 {
		r.run(frame)
		c.Scene(r.clock(c), c.Look, &s)
		o := &s.Character
		ways[o.Facing]++
		if o.Time.Sub(o.Pose.Turned) > frame && (patrol.At(o.Time).X-patrol.At(o.Time.Add(-frame)).X)*Length(o.Facing) < 0 {
			t.Fatalf("it walks backwards: %+v", o)
		}
	}
	if ways[1] == 0 || ways[-1] == 0 {
		t.Errorf("it never turned: %v", ways)
	}
}

// Both machines show where a projectile hit its victim, the host also where it rewound it to; poses show who was hit, who cheers and
// who was refused.
func TestStrikesAndVerdictsReachScenes(t *testing.T) {
	t.Parallel()
	_, agreed := duel(t, predictedLook, 100*time.Millisecond, true, time.Second)
	c := agreed.clients[0]
	if p := agreed.host.poses; p[0].Hit == 0 || p[1].Cheered == 0 || p[1].Hit != 0 {
		t.Errorf("the host: %+v", p)
	}
	if p := &c.poses; p[0].Hit == 0 || p[1].Cheered == 0 {
		t.Errorf("the client: %+v and %+v", p[0].Pose, p[1].Pose)
	}
	_, refused := duel(t, predictedLook, 100*time.Millisecond, false, 0)
	if refused.host.poses[1].Refused == 0 || refused.clients[0].poses[1].Refused == 0 {
		t.Error("a shooter that was refused does not know")
	}
	c.Take(Fire)
	agreed.host.Take(0)
	seen := map[string]int{}
	var s Scene
	for range 240 {
		agreed.run(time.Second / DefaultRate)
		agreed.host.Scene(agreed.hostClock(), &s)
		for _, k := range s.Strikes {
			if seen["host"]++; k.On == StruckBody && (k.Victim != 0 || k.Back <= 0 || k.Now < k.At) {
				t.Errorf("the host shows %+v", k)
			}
		}
		c.Scene(agreed.clock(c), c.Look, &s)
		seen["client"] += len(s.Strikes)
	}
	if seen["host"] < 30 || seen["client"] < 30 {
		t.Errorf("strikes in frames: %v", seen)
	}
}
