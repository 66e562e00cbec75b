package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var predictedLook = Look{Shots: PredictedShots}

func TestShooterSeesItsShotInTheFrameInWhichItFires(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.apart()
	r.host.Take(0)
	c.Take(0)
	r.run(3 * time.Second)
	c.Take(Fire)
	r.run(20 * time.Millisecond)
	var scene Scene
	c.Scene(r.clock(c), predictedLook, &scene)
	if len(scene.Shots) != 1 || scene.Shots[0].ID >= 0 || scene.Shots[0].Space != PredictedTime {
		t.Fatalf("it sees %+v, want one projectile of its own number", scene.Shots)
	}
	own := -scene.Shots[0].ID
	r.run(250 * time.Millisecond)
	c.Scene(r.clock(c), predictedLook, &scene)
	if len(scene.Shots) != 1 || scene.Shots[0].ID <= 0 {
		t.Fatalf("after the host's message it sees %+v, want one projectile of the host's number", scene.Shots)
	}
	if s := r.host.shots.at(uint32(scene.Shots[0].ID)); s.Spawn != c.worldAt(int64(own)) {
		t.Errorf("the host fired at %d, the client at tick %d", s.Spawn, own)
	}
	if c.own.disappeared != 0 {
		t.Error("a shot has disappeared")
	}
}

func TestShotThatTheHostNeverFiredDisappears(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.host.Take(0)
	c.Take(0)
	r.run(3 * time.Second)
	r.drop = func(f flight) bool { return f.kind() == KindInput }
	c.Take(Fire)
	r.run(20 * time.Millisecond)
	c.Take(0)
	r.run(50 * time.Millisecond)
	var scene Scene
	if c.Scene(r.clock(c), predictedLook, &scene); len(scene.Shots) != 1 {
		t.Fatalf("it sees %+v, want its projectile", scene.Shots)
	}
	r.run(200 * time.Millisecond) // a round trip later the host's state shows that it did not fire
	if c.Scene(r.clock(c), predictedLook, &scene); len(scene.Shots) != 0 || c.own.disappeared != 1 {
		t.Errorf("it still sees %+v, %d have disappeared", scene.Shots, c.own.disappeared)
	}
}

// The remaining reload time in the host's state shows that it has fired, even if the message about the projectile was lost.
func TestShotWhoseMessageIsLateStays(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.apart()
	r.host.Take(0)
	c.Take(0)
	r.run(3 * time.Second)
	r.drop = func(f flight) bool { return f.kind() == KindSpawn }
	c.Take(Fire)
	r.run(20 * time.Millisecond)
	c.Take(0)
	var scene Scene
	for range 18 {
		r.run(20 * time.Millisecond)
		if c.Scene(r.clock(c), predictedLook, &scene); len(scene.Shots) != 1 || scene.Shots[0].ID >= 0 {
			t.Fatalf("it sees %+v, want its projectile", scene.Shots)
		}
	}
	r.drop = nil
	r.run(400 * time.Millisecond)
	if o := c.own.list[0]; c.own.count != 1 || o.id == 0 || c.own.disappeared != 0 {
		t.Errorf("%d projectiles, the first is %+v; %d have disappeared", c.own.count, o, c.own.disappeared)
	}
}

// watch checks frame by frame that no own projectile is doubled or jumps.
type watch struct {
	c    *rigClient
	last map[int64]Object // by the tick that fired it
}

func (w *watch) frame(t rapid.TB, r *rig) {
	var scene Scene
	c := w.c
	c.Scene(r.clock(c), predictedLook, &scene)
	shown := map[int64]Object{}
	for _, o := range scene.Shots {
		own := c.own.called(o.ID)
		if own == nil || !own.foreseen {
			continue
		}
		for tick := range shown {
			if d := tick - own.tick; max(d, -d) <= near(c.cfg.Rate) {
				t.Fatalf("projectiles of ticks %d and %d are shown at once", tick, own.tick)
			}
		}
		shown[own.tick] = o
		if before, ok := w.last[own.tick]; ok {
			move := o.Pos.Sub(before.Pos)
			passed := o.Time.Sub(before.Time)
			if before.ID < 0 && o.ID > 0 { // predicted time may have stepped back when the message arrived
				passed = max(o.Time.Sub(own.merged), own.merged.Sub(o.Time)) + max(before.Time.Sub(own.merged), own.merged.Sub(before.Time))
			}
			const rounding = 100
			limit := DefaultShotSpeed.Over(max(passed, -passed))*3/2 + rounding
			if max(move.X, -move.X) > limit || max(move.Y, -move.Y) > limit/3+rounding {
				t.Fatalf("projectile of tick %d moves by %v in %v of its time, at most %d is allowed", own.tick, move, passed, limit)
			}
		}
	}
	w.last = shown
}

func TestPredictedShotsAreNeverDoubledAndNeverJump(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 2, "timesync")
		c := r.clients[0]
		c.Look = predictedLook
		r.run(3 * time.Second)
		luck := rapid.Uint64().Draw(t, "luck")
		r.drop = lossy(luck, uint64(rapid.IntRange(0, 60).Draw(t, "percent")))
		jitter := rapid.Uint64Range(1, 150).Draw(t, "jitter, ms")
		k := uint64(0)
		r.extra = func(flight) time.Duration {
			k++
			return time.Duration(hash(luck, k, 7)%jitter) * time.Millisecond
		}
		w := watch{c: c}
		for range 30 {
			c.Take(Buttons(rapid.IntRange(0, int(AllButtons)).Draw(t, "buttons")) | Fire*Buttons(rapid.IntRange(0, 1).Draw(t, "fire")))
			for range rapid.IntRange(1, 15).Draw(t, "frames") {
				r.run(time.Second / DefaultRate)
				w.frame(t, r)
			}
		}
		r.drop, r.extra = nil, nil
		c.Take(0)
		r.run(3 * time.Second)
		for _, o := range c.own.list[:c.own.count] {
			if o.id == 0 {
				t.Errorf("the projectile of tick %d is neither confirmed nor gone", o.tick)
			}
		}
	})
}

func TestShotThatTheHostFiredLaterComesSmoothlyToTheHostsPath(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	r.apart()
	c.Look = predictedLook
	c.Take(0)
	r.run(4 * time.Second)
	r.extra = func(f flight) time.Duration {
		if f.kind() == KindInput {
			return 100 * time.Millisecond
		}
		return 0
	}
	c.Take(Fire)
	w := watch{c: c}
	merged := false
	for range 50 {
		r.run(time.Second / DefaultRate)
		w.frame(t, r)
		for _, o := range c.own.list[:c.own.count] {
			if o.id != 0 && o.off != (Point{}) && len(w.last) == 1 {
				merged = true
			}
		}
	}
	if !merged {
		t.Error("no projectile was brought to the host's path")
	}
	if c.own.disappeared != 0 {
		t.Errorf("%d have disappeared", c.own.disappeared)
	}
}
