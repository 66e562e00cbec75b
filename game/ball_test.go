package game

import (
	"testing"
	"time"

	"driftlab/netsync"
)

func ballLevel(t *testing.T, goal GoalRule) *Level {
	t.Helper()
	l := mustLevel(t, LevelConfig{Arena: Yard, Ball: true, Goal: goal})
	return l
}

func TestTheBallIsAtTheSamePlaceHoweverItIsLookedAt(t *testing.T) {
	t.Parallel()
	l := ballLevel(t, ArenaGoal)
	path := ballPath{1, 2, Point{4 * Metre, Metre}, Point{8 * Metre, 13 * Metre / 2}, netsync.World(time.Second)}
	ahead := ball{ballPath: path}
	for w := netsync.World(0); w < netsync.World(14*time.Second); w += netsync.World(7 * time.Millisecond) {
		fresh, back := ball{ballPath: path}, ball{ballPath: path}
		back.along(l, w.Add(3*time.Second))
		a, va := ahead.along(l, w)
		b, vb := fresh.along(l, w)
		if c, vc := back.along(l, w); a != b || a != c || va != vb || va != vc {
			t.Fatalf("at %v the ball is at %v, %v and %v", time.Duration(w), a, b, c)
		}
		if a.X < BallRadius || a.X > l.Width-BallRadius || a.Y < BallRadius {
			t.Fatalf("at %v the ball is outside, at %v", time.Duration(w), a)
		}
	}
	early, _ := ahead.along(l, 0)
	late, still := ahead.along(l, netsync.World(time.Minute))
	at, _ := ahead.along(l, path.at.Add(ballSteps*time.Second/ballRate))
	if early != path.from || late != at || still != (Point{}) {
		t.Errorf("it begins at %v, and lies at %v and not at %v, going %v", early, late, at, still)
	}
}

func TestTheBallLosesAQuarterAtTheGroundAndATenthAtWalls(t *testing.T) {
	t.Parallel()
	l := ballLevel(t, ArenaGoal)
	p, v := Point{5 * Metre, BallRadius + 1000}, Point{0, -6 * Metre}
	l.stepBall(&p, &v)
	if want := (6*Metre + Length(ballGravity)/ballRate) * 3 / 4; v.Y != want || p.Y != BallRadius {
		t.Errorf("up from the ground at %v, at %v, want %v", v.Y, p.Y, want)
	}
	p, v = Point{l.Width - BallRadius - 1000, 3 * Metre}, Point{5 * Metre, 0}
	l.stepBall(&p, &v)
	if v.X != -9*Metre/2 || p.X != l.Width-BallRadius {
		t.Errorf("back from the wall at %v, at %v", v.X, p.X)
	}
}

func TestABallIsTouchedWithItsWholeRadius(t *testing.T) {
	t.Parallel()
	feet := Point{5 * Metre, 0}
	for _, c := range []struct {
		at      Point
		touches bool
	}{
		{Point{5*Metre + PlayerWidth/2 + BallRadius, Metre}, true}, {Point{5*Metre + PlayerWidth/2 + BallRadius + 1, Metre}, false},
		{Point{5 * Metre, PlayerHeight + BallRadius}, true}, {Point{5 * Metre, PlayerHeight + BallRadius + 1}, false},
		{Point{5*Metre + PlayerWidth/2 + 3*BallRadius/4, PlayerHeight + 3*BallRadius/4}, false},
	} {
		if got := touchesBall(c.at, feet); got != c.touches {
			t.Errorf("a ball at %v touches: %v", c.at, got)
		}
	}
}

func TestWhatGoesFasterSendsTheBallFarther(t *testing.T) {
	t.Parallel()
	var b ball
	stands := Player{Pos: Point{X: 5 * Metre}, Facing: 1}
	walks := stands
	walks.Pos.X += walkSpeed.Over(time.Second / 60)
	if v := b.touched(&stands, &stands, 1, Point{}, 0, 60).vel; v != (Point{6 * Metre, 13 * Metre / 2}) {
		t.Errorf("who stands sends it at %v", v)
	}
	if v := b.touched(&walks, &stands, 1, Point{}, 0, 60).vel; v.X < 8999*Metre/1000 || v.X > 9*Metre || v.Y != 13*Metre/2 {
		t.Errorf("who walks sends it at %v", v)
	}
}

func TestTheBallIsTakenBackToWhereItsPlayerSawIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rewind, behind time.Duration
		touched        bool
	}{{200 * time.Millisecond, 100 * time.Millisecond, true}, {0, 100 * time.Millisecond, false}, {200 * time.Millisecond, 0, false},
		{50 * time.Millisecond, 100 * time.Millisecond, false}, {200 * time.Millisecond, -100 * time.Millisecond, false}} {
		h := mustHost(t, HostConfig{Rate: 60, Clients: 1, Level: ballLevel(t, WithGoal), SnapshotRate: 60})
		const tick = 120
		now, path := h.at(tick), ballPath{7, 0, Point{2 * Metre, 3 * Metre}, Point{8 * Metre, 6 * Metre}, h.at(tick - 60)}
		h.tick, h.ball, h.rewind, h.peers[1].joined = tick, ball{ballPath: path}, c.rewind, true
		was, _ := h.ball.along(h.cfg.Level, now.Add(-100*time.Millisecond))
		h.players[0].Pos = Point{14 * Metre, 0}
		h.players[1].Pos = Point{was.X - PlayerWidth/2, was.Y - PlayerHeight/2}
		h.peers[1].sight.put(tick, sight{shots: c.behind})
		h.ruleBall(now)
		if got := h.ball.number == 8; got != c.touched || got && (h.ball.from != was || h.ball.at != now || h.ruled[1] != 1) {
			t.Errorf("taken back by %v of %v: touch %d from %v at %v, ruled %d", c.behind, c.rewind, h.ball.number, h.ball.from, h.ball.at, h.ruled[1])
		}
	}
}

func TestATouchIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	e := worldEvent{kind: eventBall, ball: &ballPath{3, 2, Point{Metre, 2 * Metre}, Point{-9 * Metre, 13 * Metre / 2}, 5e9}}
	b := e.append(nil)
	r, got := reader{message: "spawn", b: b}, worldEvent{}
	r.worldEvent(&got)
	if len(b) != e.size() || r.end() != nil || *got.ball != *e.ball {
		t.Errorf("%d bytes of %d became %+v, %v", len(b), e.size(), got.ball, r.end())
	}
	for cut := range len(b) {
		r, got := reader{message: "spawn", b: b[:cut]}, worldEvent{}
		if r.worldEvent(&got); r.end() == nil {
			t.Errorf("%d bytes of it are read", cut)
		}
	}
}
