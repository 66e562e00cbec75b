package session

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// letIn plays two first datagrams through two NATs, instant by instant: a NAT is open from when its own client has sent, and
// drops what comes before. Clients send at what their clocks say is time zero, each as wrong as given.
func letIn(first, second, path int) (toSecond, toFirst bool) {
	openFirst, openSecond := false, false
	for now := -1000; now <= 1000; now++ {
		openFirst = openFirst || now+first >= 0
		openSecond = openSecond || now+second >= 0
		toSecond = toSecond || now == -first+path && openSecond
		toFirst = toFirst || now == -second+path && openFirst
	}
	return toSecond, toFirst
}

func TestBothDatagramsGetThroughIfTheClocksAreNoFartherApartThanThePath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := rapid.IntRange(-300, 300).Draw(t, "e1"), rapid.IntRange(-300, 300).Draw(t, "e2")
		path := rapid.IntRange(0, 300).Draw(t, "path")
		p := Punch{time.Duration(first - second), time.Duration(path)}
		toSecond, toFirst := letIn(first, second, path)
		if p.Meets() != (toSecond && toFirst) {
			t.Errorf("%+v meets: %v, to the second %v, to the first %v", p, p.Meets(), toSecond, toFirst)
		}
		if early := p.Early() > 0; early == (toSecond && toFirst) || !toSecond && p.Lead <= 0 || !toFirst && p.Lead >= 0 {
			t.Errorf("%+v: it is not whose clock is ahead that comes too early: to the second %v, to the first %v", p, toSecond, toFirst)
		}
	})
}

// punching returns a session of two clients, the first over 40 ms each way and the second over what is given.
func punching(t *testing.T, set ...string) *Session {
	t.Helper()
	set = append([]string{"link.delay=40ms"}, set...)
	s := newSession(t, &scenario.Scenario{Seed: 7, Clients: 2, Duration: time.Minute, Set: scenariotest.Set(set...)}, nil)
	advance(t, s, 20*time.Second, frame)
	return s
}

func TestClientsWhoseClocksAreWrongAlikeStillMeet(t *testing.T) {
	t.Parallel()
	timesync := index(t, "timesync")
	alike := punching(t, "link.up.delay=120ms")
	err, ok := alike.ClockError(1, timesync)
	if p, set := alike.Punch(1, 2, timesync); !ok || !set || err < 35*time.Millisecond || !p.Meets() || p.Lead.Abs() > time.Millisecond {
		t.Errorf("both over 120/40 ms: %+v (%v), with clocks wrong by %v", p, set, err)
	}
	apart := punching(t, "client1.link.up.delay=120ms")
	p, set := apart.Punch(1, 2, timesync)
	if !set || p.Meets() || (p.Lead-40*time.Millisecond).Abs() > time.Millisecond || (p.Early()-30*time.Millisecond).Abs() > time.Millisecond {
		t.Errorf("one over 120/40 ms, one over 40/40: %+v (%v), want 40 ms apart", p, set)
	}
	if back, _ := apart.Punch(2, 1, timesync); back.Lead != -p.Lead || back.Early() != p.Early() {
		t.Errorf("the other way round: %+v and %+v", back, p)
	}
}

func TestThePathBetweenClientsIsASettingThatChangesNothingElse(t *testing.T) {
	t.Parallel()
	s := punching(t, "client1.link.up.delay=120ms")
	timesync := index(t, "timesync")
	before, _ := s.Punch(1, 2, timesync)
	set(t, s, "punch.path", "50ms")
	after, _ := s.Punch(1, 2, timesync)
	if before.Meets() || !after.Meets() || after.Lead != before.Lead || s.PunchPath() != 50*time.Millisecond {
		t.Errorf("over 10 ms %+v, over 50 ms %+v", before, after)
	}
}

func TestNobodyPunchesBeforeBothClocksAreSetNorWithOneThatHasLeft(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 7, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set("link.delay=40ms", "client2.link.loss=100%")}, nil)
	advance(t, s, 5*time.Second, frame)
	rtt2 := index(t, "rtt2")
	if _, set := s.ClockError(1, rtt2); !set {
		t.Fatal("client 1's clock is not set after 5 s")
	}
	if p, ok := s.Punch(1, 2, rtt2); ok {
		t.Errorf("client 2 has heard nothing, and punches: %+v", p)
	}
	if all := s.Punches(1, 2, rtt2, 10*time.Second); all != (Punches{}) {
		t.Errorf("and has done so: %+v", all)
	}
	left := punching(t)
	if _, ok := left.Punch(1, 2, rtt2); !ok {
		t.Fatal("two that play do not punch")
	}
	do(t, left, scenario.Event{Leave: 2})
	advance(t, left, time.Second, frame)
	if p, ok := left.Punch(1, 2, rtt2); ok {
		t.Errorf("client 2 has left, and punches: %+v", p)
	}
}

// Unreal's clock is late by the way down, and steps when the next push comes by a shorter one.
func TestThePunchesOfAClockThatStepsAreCountedBeforeAndAfter(t *testing.T) {
	t.Parallel()
	s := punching(t, "client1.link.down.delay=100ms")
	unreal := index(t, "unreal")
	set(t, s, "client1.link.down.delay", "40ms")
	advance(t, s, 6*time.Second, frame)
	p := s.Punches(1, 2, unreal, 10*time.Second)
	if p.All < 190 || p.All > 201 || p.Met == 0 || p.Met == p.All {
		t.Errorf("%d of %d met, of 200 instants with a step between", p.Met, p.All)
	}
	if p.Least > time.Millisecond || math.Abs(float64(p.Most-60*time.Millisecond)) > 1e6 {
		t.Errorf("apart by %v to %v, want 0 to 60 ms", p.Least, p.Most)
	}
	now, _ := s.Punch(1, 2, unreal)
	if latest := s.Punches(1, 2, unreal, observe.HistoryStep); latest.Met != latest.All || !now.Meets() {
		t.Errorf("after the step %+v, now %+v", latest, now)
	}
}
