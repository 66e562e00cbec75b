package game

import (
	"testing"
	"time"
)

// goalRig is a rig of two clients in an arena with its goal; nobody moves by itself.
func goalRig(t *testing.T, a Arena, pips Pips) *rig {
	t.Helper()
	l := mustLevel(t, LevelConfig{Arena: a, Pips: pips, Goal: WithGoal})
	r := newRigIn(t, l, 2, "timesync", DefaultRate)
	r.host.Take(0)
	for _, c := range r.clients {
		c.Look = predictedLook
		c.Take(0)
	}
	r.run(4 * time.Second)
	return r
}

// put places a player.
func (r *rig) put(id int, at Point) {
	r.host.players[id] = Player{Pos: at, Ride: Solid, Facing: 1, Pips: r.host.players[id].Pips}
}

func (r *rig) scores(t *testing.T, what string, client int, saw, ruled int64) {
	t.Helper()
	if s, h := r.clients[client-1].Saw(), r.host.Ruled(client); s != saw || h != ruled {
		t.Errorf("%s: client %d scores %d as it saw and %d as ruled, want %d and %d", what, client, s, h, saw, ruled)
	}
}

func TestAProjectileThatReachesTheBellIsARing(t *testing.T) {
	t.Parallel()
	r := goalRig(t, Yard, ArenaPips)
	r.put(1, Point{14 * Metre, 24 * Metre / 10})
	r.put(2, Point{8 * Metre, 0})
	r.host.players[1].Facing = -1
	r.run(time.Second)
	c := r.clients[0]
	c.Take(Fire)
	r.run(100 * time.Millisecond)
	c.Take(0)
	r.run(2 * time.Second)
	r.scores(t, "one shot", 1, 1, 1)
	r.scores(t, "the other", 2, 0, 0)
}

// A player alone on the lift scores. The host knows at once who is on it, a client when the snapshot arrives.
func TestWhoIsAloneOnTheLiftScoresByEachScreen(t *testing.T) {
	t.Parallel()
	r := goalRig(t, LiftShaft, ArenaPips)
	lift := func(id int) {
		r.put(id, r.host.cfg.Level.Platforms[0].At(r.host.at(r.host.tick)))
		r.host.players[id].Ride = 0
	}
	lift(1)
	r.run(2 * time.Second)
	lift(2)
	r.run(2 * time.Second)
	saw, ruled := r.clients[0].Saw(), r.host.Ruled(1)
	if ruled < 1950 || ruled > 2050 {
		t.Errorf("after two seconds alone it has %d ms", ruled)
	}
	if saw < ruled-300 || saw > ruled+300 {
		t.Errorf("as it saw it has %d ms, as ruled %d", saw, ruled)
	}
}

func TestTheBatonIsTakenByTouchAndCountsAtTheOtherBase(t *testing.T) {
	t.Parallel()
	r := goalRig(t, Relay, ArenaPips)
	base := r.host.cfg.Level.Tokens
	r.put(1, base[0])
	r.run(time.Second)
	if r.host.token.holder != 1 || r.clients[1].token.holder != 1 {
		t.Fatalf("the host has the baton as %+v, client 2 as %+v", r.host.token, r.clients[1].token)
	}
	var s Scene
	r.clients[1].Scene(r.clock(r.clients[1]), Look{}, &s)
	if s.Token.Holder != 1 || !s.Token.Shown {
		t.Errorf("client 2 shows it as %+v", s.Token)
	}
	walk := func(to Length, held Buttons) {
		r.put(1, Point{to, base[0].Y})
		r.run(500 * time.Millisecond)
		r.clients[0].Take(held)
		r.run(300 * time.Millisecond)
		r.clients[0].Take(0)
		r.run(time.Second)
	}
	walk(252*Metre/10, Right)
	r.scores(t, "brought", 1, 1, 1)
	if r.host.token.holder != nobody || r.host.token.base != 1 {
		t.Errorf("then it is %+v, and lies at the other base", r.host.token)
	}
	r.run(passOn) // the player who brought it can't take it again yet
	walk(48*Metre/10, Left)
	r.scores(t, "brought back", 1, 2, 2)
	r.noRefusals()
}

func TestAHitOrAFallLosesTheBaton(t *testing.T) {
	t.Parallel()
	r := goalRig(t, Relay, ArenaPips)
	base, h := r.host.cfg.Level.Tokens, r.host
	r.put(1, base[0])
	r.run(100 * time.Millisecond)
	h.players[1].Pos = Point{48 * Metre / 10, 24 * Metre / 10}
	r.run(100 * time.Millisecond)
	r.put(2, Point{Metre, 24 * Metre / 10})
	r.run(time.Second)
	r.clients[1].Take(Fire)
	r.run(300 * time.Millisecond)
	r.clients[1].Take(0)
	r.run(time.Second)
	if h.token.holder == 1 {
		t.Errorf("who was hit still has it: %+v", h.token)
	}
	h.pass(token{holder: 1, at: h.at(h.tick)})
	h.stood[1] = 2 * Metre
	r.put(1, Point{10 * Metre, 0})
	r.run(100 * time.Millisecond)
	if h.token.holder == 1 {
		t.Errorf("who fell still has it: %+v", h.token)
	}
	if left := outTime(h.players[1].Out, DefaultRate); left < FallTime || left > FallTime+ShieldTime {
		t.Errorf("who fell lies for %v", left-ShieldTime)
	}
	r.clients[0].Take(Right)
	r.run(FallTime - 200*time.Millisecond)
	if h.players[1].Pos.X != 10*Metre {
		t.Error("it walks while it lies")
	}
	r.run(time.Second)
	if h.players[1].Pos.X == 10*Metre {
		t.Error("it does not get up")
	}
}

// Two players touch the heart in the same tick: each sees itself take it, the host gives it to one.
func TestTwoMaySeeThemselvesTakeTheHeartAndTheHostGivesItToOne(t *testing.T) {
	t.Parallel()
	r := goalRig(t, Duel, ArenaPips)
	l := r.host.cfg.Level
	for id := 1; id <= 2; id++ {
		r.put(id, Point{l.Tokens[0].X + Length(2*id-3)*17*Metre/10, l.Tokens[0].Y})
		r.host.players[id].Pips = 2
	}
	r.run(time.Second)
	var s Scene
	if r.clients[0].Scene(r.clock(r.clients[0]), predictedLook, &s); !s.Token.Shown {
		t.Fatal("the heart is not there")
	}
	r.clients[0].Take(Right)
	r.clients[1].Take(Left)
	most := [3]uint8{}
	for range 40 {
		r.run(time.Second / DefaultRate)
		for i, c := range r.clients {
			most[i+1] = max(most[i+1], c.predict.state(c.predict.tick).Pips)
		}
	}
	if most[1] != 3 || most[2] != 3 {
		t.Errorf("as they saw they had %d and %d pips", most[1], most[2])
	}
	r.clients[0].Take(0)
	r.clients[1].Take(0)
	r.run(time.Second)
	for id, want := range map[int]uint8{1: 3, 2: 2} {
		if c := r.clients[id-1]; r.host.players[id].Pips != want || c.predict.state(c.predict.tick).Pips != want {
			t.Errorf("player %d has %d pips, and %d on its screen", id, r.host.players[id].Pips, c.predict.state(c.predict.tick).Pips)
		}
	}
	if r.clients[1].Scene(r.clock(r.clients[1]), predictedLook, &s); s.Token.Shown {
		t.Error("the heart is still there")
	}
	if got := r.clients[1].Refused; got.Count != 1 || got.Pos != l.Tokens[0] {
		t.Errorf("client 2 was refused %+v", got)
	}
	r.put(2, l.Tokens[0])
	r.run(heartAgain)
	if r.host.players[2].Pips != 3 {
		t.Errorf("after %v it has %d pips", heartAgain, r.host.players[2].Pips)
	}
	r.noRefusals()
}

func TestWhoJoinsLaterIsToldWhereTheBatonIs(t *testing.T) {
	t.Parallel()
	r := goalRig(t, Relay, ArenaPips)
	r.put(1, r.host.cfg.Level.Tokens[0])
	r.run(time.Second)
	r.clients[1].Rejoin(r.clock(r.clients[1]))
	r.run(time.Second)
	if r.clients[1].token != r.host.token {
		t.Errorf("it has %+v, the host %+v", r.clients[1].token, r.host.token)
	}
}
