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

// A mailTrace keeps when one machine's datagrams came and were read, and when it had its ticks.
type mailTrace struct {
	machine  netsim.NodeID
	to       map[uint64]netsim.NodeID
	arrivals []observe.Arrival
	moments  []netsim.Time
}

func (m *mailTrace) Record(e observe.Entry) {
	switch e := e.(type) {
	case *observe.Departure:
		m.to[e.ID] = e.To
	case *observe.Arrival:
		if m.to[e.Packet] == m.machine {
			m.arrivals = append(m.arrivals, *e)
		}
	case *observe.ClockMoment:
		if e.Machine == m.machine {
			m.moments = append(m.moments, e.At)
		}
	}
}

func playMail(t *testing.T, machine netsim.NodeID, d time.Duration, set ...string) (*mailTrace, *Session) {
	t.Helper()
	m := &mailTrace{machine: machine, to: map[uint64]netsim.NodeID{}}
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 2, Duration: time.Minute,
		Set: scenariotest.Set(append([]string{"link.delay=40ms", "link.jitter=5ms"}, set...)...)}, m)
	advance(t, s, d, d)
	return m, s
}

func TestMailIsReadWhenItComesUnlessSomethingElseIsSet(t *testing.T) {
	t.Parallel()
	for machine := range netsim.NodeID(3) {
		m, _ := playMail(t, machine, 2*time.Second)
		for _, a := range m.arrivals {
			if a.Read != a.At {
				t.Fatalf("machine %d reads at %d what came at %d", machine, a.Read, a.At)
			}
		}
		if len(m.arrivals) < 100 {
			t.Errorf("machine %d has read %d datagrams", machine, len(m.arrivals))
		}
	}
}

func TestMailIsReadWhereATickBegins(t *testing.T) {
	t.Parallel()
	for machine, setting := range []string{"host.receive.poll=tick", "client1.receive.poll=tick"} {
		m, _ := playMail(t, netsim.NodeID(machine), 5*time.Second, setting)
		waited := 0
		for _, a := range m.arrivals {
			_, tick := slices.BinarySearch(m.moments, a.Read)
			if joined := a.At >= m.moments[0]; joined && !tick || a.Read.Sub(a.At) < 0 || a.Read.Sub(a.At) > time.Second/60+time.Microsecond {
				t.Fatalf("machine %d reads at %d what came at %d, and has a tick then: %v", machine, a.Read, a.At, tick)
			}
			if a.Read > a.At {
				waited++
			}
		}
		if waited < len(m.arrivals)*9/10 || len(m.arrivals) < 250 {
			t.Errorf("machine %d: of %d datagrams only %d have waited", machine, len(m.arrivals), waited)
		}
	}
}

func TestMailIsReadWhereAFrameBegins(t *testing.T) {
	t.Parallel()
	m, s := playMail(t, 1, 5*time.Second, "client1.receive.poll=frame", "client1.frame.rate=200")
	turns := s.clients[0].mail.turns
	between := 0
	for _, a := range m.arrivals {
		if a.Read != turns.Next(a.At) {
			t.Fatalf("what came at %d is read at %d, and the next frame is at %d", a.At, a.Read, turns.Next(a.At))
		}
		if _, tick := slices.BinarySearch(m.moments, a.Read); !tick {
			between++
		}
	}
	if between == 0 {
		t.Error("none is read in a frame in which no tick begins")
	}
	for _, at := range m.moments {
		if turns.Next(at) != at {
			t.Fatalf("a tick begins at %d, where there is no frame", at)
		}
	}
}

// A slow display does not change how often a client sends inputs, as long as it has as many frames, nor when silence
// becomes too long.
func TestAClientWithFewFramesSendsWhatIsDue(t *testing.T) {
	t.Parallel()
	_, s := playMail(t, 1, 20*time.Second, "client1.frame.rate=30", "input.rate=20", "join.timeout=1s")
	for client := 1; client <= 2; client++ {
		if sent := s.clients[client-1].client.Outbox.Sent[0][game.KindInput].Datagrams; sent < 380 || sent > 400 {
			t.Errorf("client %d has sent %d inputs in 20 s at 20 a second", client, sent)
		}
	}
	set(t, s, "link.down.loss", "1")
	advance(t, s, 1200*time.Millisecond, frame)
	for client := 1; client <= 2; client++ {
		if s.clients[client-1].client.State() == game.Joined {
			t.Errorf("client %d has not noticed a silence of 1.1 s", client)
		}
	}
}

func TestAHitchHoldsTicksAndMailBackAndWhoReadsAtOnceReadsOn(t *testing.T) {
	t.Parallel()
	for _, poll := range []string{"at-once", "tick"} {
		m, s := playMail(t, 1, 20*time.Second, "client1.hitch.mean=200ms", "client1.hitch.every=1s", "client1.receive.poll="+poll)
		turns, longest, during := s.clients[0].mail.turns, time.Duration(0), 0
		for i, at := range m.moments[1:] {
			if turns.Next(at) != at {
				t.Fatalf("%s: a tick begins at %d, in a hitch", poll, at)
			}
			longest = max(longest, at.Sub(m.moments[i]))
		}
		for _, a := range m.arrivals {
			if turns.Next(a.Read) != a.Read {
				during++
			}
		}
		if longest < 200*time.Millisecond || during > 0 != (poll == "at-once") {
			t.Errorf("%s: the longest pause between two ticks is %v, and %d datagrams are read during hitches", poll, longest, during)
		}
	}
}

func TestAMailboxThatIsFullDropsWhatComes(t *testing.T) {
	t.Parallel()
	_, s := playMail(t, 0, 20*time.Second, "host.receive.poll=tick", "host.hitch.mean=1s", "host.hitch.every=5s", "join.timeout=10s")
	for range 10000 {
		s.host.mail.arrive(&netsim.Packet{ID: 1, From: 1, Data: make([]byte, netsim.MaxDatagram)}, s.Now(), 0)
	}
	if n := len(s.host.mail.letters); n != maxMail || s.HostFacts().Mail.Dropped < 10000-maxMail || s.HostFacts().Mail.Waiting != maxMail {
		t.Errorf("%d datagrams wait, and %+v", n, s.HostFacts().Mail)
	}
}

// What waits when the lid is closed is read when it opens; what comes meanwhile is not.
func TestMailThatWaitsWhenAMachineFallsAsleepIsReadWhenItWakes(t *testing.T) {
	t.Parallel()
	m, s := playMail(t, 1, 12*time.Second, "client1.receive.poll=tick")
	for s.Facts(1).Mail.Waiting == 0 {
		advance(t, s, time.Millisecond, time.Millisecond)
	}
	waiting, slept := s.Facts(1).Mail.Waiting, s.Now()
	for _, step := range []string{"asleep-counting", "awake"} {
		set(t, s, "client1.sleep", step)
		if step != "awake" {
			advance(t, s, 3*time.Second, frame)
		}
	}
	woken := s.Now()
	advance(t, s, 100*time.Millisecond, frame)
	read := 0
	for _, a := range m.arrivals {
		if a.At > slept && a.At < woken {
			t.Errorf("one that came at %d is read, while the machine slept", a.At)
		}
		if a.At <= slept && a.Read >= woken {
			read++
		}
	}
	if read != waiting {
		t.Errorf("of %d datagrams that waited %d are read after waking", waiting, read)
	}
}

// TestWhatLookingAtTheMailLateCostsEveryClock has on fewer seeds what docs/production.md says of polling.
func TestWhatLookingAtTheMailLateCostsEveryClock(t *testing.T) {
	t.Parallel()
	rms := func(world string) map[string]float64 {
		sc := scenariotest.Load(t, "mail/"+world)
		sc.Duration = 40 * time.Second
		sum := map[string]float64{}
		for sc.Seed = 1; sc.Seed <= 5; sc.Seed++ {
			s := newSession(t, sc, nil)
			advance(t, s, sc.Duration, sc.Duration)
			for _, a := range s.Summary().Clients[0].Algorithms {
				sum[a.Algorithm] += a.ErrorMS.RMS / 5
			}
		}
		return sum
	}
	now, tick, frames, both := rms("at-once"), rms("tick-read"), rms("frame-read"), rms("both-arrival")
	for _, world := range []string{"tick-arrival", "frame-arrival"} {
		for clock, got := range rms(world) {
			// What is learnt later is used later: that moves the mean a little. Unity's times advance when it is woken.
			if clock != "unity" && math.Abs(got-now[clock]) > 0.001 {
				t.Errorf("%s: %s is off by %v ms, and by %v ms where it reads at once", world, clock, got, now[clock])
			}
		}
	}
	for clock := range now {
		if clock == "unity" { // whose dead zone is larger than a tick
			continue
		}
		if tick[clock] < now[clock]+0.5 || frames[clock] < now[clock]+0.2 || frames[clock] > tick[clock]+0.3 {
			t.Errorf("%s: stamped when read at a frame it is off by %v ms, at a tick by %v ms, at once by %v ms", clock, frames[clock], tick[clock], now[clock])
		}
		// The host tells these when it has received a question and when it answers, or they need no answer.
		knows := clock == "sntp" || clock == "timesync" || clock == "unreal"
		if off := both[clock] - now[clock]; knows && off > 0.001 || !knows && off < 2 {
			t.Errorf("%s: %v ms more where the host answers where its tick begins", clock, off)
		}
	}
}
