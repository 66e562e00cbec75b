package session

import (
	"slices"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// yard is a session of the yard with two clients and even links of 80 ms.
func yard(t testing.TB, set ...string) *Session {
	t.Helper()
	sc := &scenario.Scenario{Name: "yard", Seed: 5, Clients: 2, Duration: time.Hour}
	sc.Set = scenariotest.Set(append([]string{"arena=yard", "link.up.delay=80ms", "link.down.delay=80ms"}, set...)...)
	s := newSession(t, sc, nil)
	t.Cleanup(func() { s.Close() })
	return s
}

// heard advances a session and returns what was heard.
func heard(t testing.TB, s *Session, d time.Duration) (all []observe.Cue) {
	t.Helper()
	for ; d > 0; d -= frame {
		run(t, s, min(d, frame))
		all = s.Ears().Cues(all)
	}
	return all
}

func only(cues []observe.Cue, machine int, kind observe.CueKind) (at []netsim.Time) {
	for _, c := range cues {
		if c.Machine == machine && c.Kind == kind {
			at = append(at, c.At)
		}
	}
	return at
}

func TestNothingIsHeardWhereNobodyAsks(t *testing.T) {
	t.Parallel()
	s := yard(t)
	if cues := heard(t, s, 5*time.Second); len(cues) > 0 {
		t.Errorf("%d cues", len(cues))
	}
	s.Ears().Hear(0, 1)
	if cues := heard(t, s, 5*time.Second); slices.ContainsFunc(cues, func(c observe.Cue) bool { return c.Machine == 2 }) {
		t.Error("client 2 is listened to")
	}
	s.Ears().Hear()
	if cues := heard(t, s, time.Second); len(cues) > 0 {
		t.Errorf("%d cues after the end", len(cues))
	}
}

func TestAnEarHearsAllThatHappensInTheYard(t *testing.T) {
	t.Parallel()
	s := yard(t)
	s.Ears().Hear(0, 1)
	cues := heard(t, s, 60*time.Second)
	for machine := range 2 {
		for _, kind := range []observe.CueKind{observe.CueStep, observe.CueJump, observe.CueLand, observe.CueShot, observe.CueBell, observe.CueRising, observe.CueSinking, observe.CueTurn} {
			if n := len(only(cues, machine, kind)); n == 0 || kind == observe.CueBell && n > 60 {
				t.Errorf("machine %d: %d of kind %d", machine, n, kind)
			}
		}
	}
	if host, client := len(only(cues, 0, observe.CueBell)), len(only(cues, 1, observe.CueBell)); host < client-2 || host > client+2 {
		t.Errorf("the bell rings %d times on the host and %d on the client", host, client)
	}
	// A shot that is over when its message comes is not shown by a client that moves it on from its time stamp.
	if host, client := len(only(cues, 0, observe.CueShot)), len(only(cues, 1, observe.CueShot)); client < 30 || host < client {
		t.Errorf("%d shots on the host and %d on the client", host, client)
	}
}

func TestAPredictedShotIsHeardOnceAndItsBellToo(t *testing.T) {
	t.Parallel()
	s := yard(t, "projectile.spawn=predicted")
	s.Ears().Hear(0, 1)
	cues := heard(t, s, 60*time.Second)
	for _, kind := range []observe.CueKind{observe.CueShot, observe.CueBell} {
		host, client := len(only(cues, 0, kind)), len(only(cues, 1, kind))
		if client < 4 || client > host+2 {
			t.Errorf("kind %d is heard %d times on the client and %d times on the host", kind, client, host)
		}
	}
}

func TestTheBellRingsOnTheHostAndThenOnTheScreenOfAClient(t *testing.T) {
	t.Parallel()
	s := yard(t, "projectile.spawn=naive") // it flies from its message's arrival on
	s.Ears().Hear(0, 1)
	cues := heard(t, s, 60*time.Second)
	host, client := only(cues, 0, observe.CueBell), only(cues, 1, observe.CueBell)
	apart := 0
	for _, at := range client {
		for _, before := range host {
			if d := at.Sub(before); d > 75*time.Millisecond && d < 105*time.Millisecond {
				apart++
			}
		}
	}
	if apart == 0 || apart < len(client)*3/4 {
		t.Errorf("%d of %d bells of the client ring one way behind the host's: %v, %v", apart, len(client), host, client)
	}
}

func TestMetronomesBeatEachHalfSecondOfTheirMachinesTime(t *testing.T) {
	t.Parallel()
	s := yard(t, "client2.link.up.delay=120ms")
	run(t, s, 20*time.Second)
	s.Ears().Hear(0, 1, 2)
	cues := heard(t, s, 10*time.Second)
	host := only(cues, 0, observe.CueHostMetronome)
	if len(host) < 19 {
		t.Fatalf("%d beats of the host", len(host))
	}
	for _, at := range host {
		if off := at % netsim.Time(observe.Beat); min(off, netsim.Time(observe.Beat)-off) > netsim.Time(20*time.Microsecond) {
			t.Fatalf("the host beats at %v", time.Duration(at))
		}
	}
	for client := 1; client <= 2; client++ {
		beats := only(cues, client, observe.CueMetronome)
		if len(beats) < 18 {
			t.Fatalf("%d beats of client %d", len(beats), client)
		}
		for _, at := range beats {
			off := at % netsim.Time(observe.Beat)
			if off > netsim.Time(observe.Beat/2) {
				off -= netsim.Time(observe.Beat)
			}
			want := netsim.Time(0)
			if client == 2 {
				want = -netsim.Time(20 * time.Millisecond) // half of the ways' difference
			}
			if d := max(off-want, want-off); d > netsim.Time(3*time.Millisecond) {
				t.Errorf("client %d beats %v off, want %v", client, time.Duration(off), time.Duration(want))
			}
		}
	}
}

func TestClonesHearWhatTheSessionHears(t *testing.T) {
	t.Parallel()
	s := yard(t)
	s.Ears().Hear(0, 2)
	heard(t, s, 7*time.Second)
	clone := mustClone(t, s, Options{Carrier: netsim.NewDirect()})
	defer clone.Close()
	want := heard(t, s, 5*time.Second)
	if got := heard(t, clone, 5*time.Second); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d cues, the session %d", len(got), len(want))
	}
}

func TestListeningChangesNothing(t *testing.T) {
	t.Parallel()
	a, b := yard(t), yard(t)
	a.Ears().Hear(0, 1, 2)
	heard(t, a, 10*time.Second)
	heard(t, b, 10*time.Second)
	if x, y := summaryText(t, a), summaryText(t, b); x != y {
		t.Errorf("the summary is\n%s\nand without an ear\n%s", x, y)
	}
}

func TestCuesAreBounded(t *testing.T) {
	t.Parallel()
	s := yard(t)
	s.Ears().Hear(0, 1, 2)
	run(t, s, 5*time.Minute)
	cues := s.Ears().Cues(nil)
	if len(cues) == 0 || len(cues) > 1<<12 {
		t.Errorf("%d cues wait", len(cues))
	}
	if last := cues[len(cues)-1].At; s.Now().Sub(last) > time.Second {
		t.Errorf("the last that waits is of %v", time.Duration(last))
	}
}

func BenchmarkListening(b *testing.B) {
	for _, ears := range [][]int{nil, {0, 1}} {
		b.Run([]string{"Off", "HostAndClient"}[min(len(ears), 1)], func(b *testing.B) {
			s := yard(b)
			s.Ears().Hear(ears...)
			var cues []observe.Cue
			b.ReportAllocs()
			for b.Loop() {
				if err := s.Advance(time.Second); err != nil {
					b.Fatal(err)
				}
				cues = s.Ears().Cues(cues[:0])
			}
		})
	}
}
