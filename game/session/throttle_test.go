package session

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

// playedTicks are the frames of client 1: when, and how many ticks each has played.
type playedTicks struct {
	session *Session
	at      []netsim.Time
	ticks   []int
}

func (p *playedTicks) Record(e observe.Entry) {
	if m, ok := e.(*observe.ClockMoment); ok && m.Machine == 1 {
		p.at, p.ticks = append(p.at, m.At), append(p.ticks, p.session.clients[0].client.Played)
	}
}

// sum returns how many ticks were played, and the most in one frame.
func (p *playedTicks) sum() (sum int64, most int) {
	for _, n := range p.ticks {
		sum, most = sum+int64(n), max(most, n)
	}
	return sum, most
}

// throttled returns a session of two seconds in which all was well, and what records it from then on.
func throttled(t rapid.TB, settings ...string) (*Session, *playedTicks) {
	p := &playedTicks{}
	p.session = newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute,
		Set: scenariotest.Set(append([]string{"link.delay=40ms"}, settings...)...)}, p)
	advance(t, p.session, 2*time.Second, 2*time.Second)
	p.at, p.ticks = nil, nil
	return p.session, p
}

func (s *Session) predictedTick() int64 {
	c := s.clients[0]
	return c.client.FrameMoment(c.local(s.Now())).Predicted.Tick()
}

func TestAThrottledClientDropsWhatItMisses(t *testing.T) {
	t.Parallel()
	s, p := throttled(t)
	was, missing := s.predictedTick(), s.host.host.Stats(1).Inputs.Missing
	set(t, s, "client.throttle", "4500ms")
	advance(t, s, 4490*time.Millisecond, 4490*time.Millisecond)
	if len(p.at) != 4 || p.at[0] != netsim.Time(3*time.Second) || p.at[3] != netsim.Time(6*time.Second) {
		t.Fatalf("the throttled frames were at %v, want 3, 4, 5 and 6 s", p.at)
	}
	advance(t, s, 1010*time.Millisecond, 1010*time.Millisecond)
	if n := len(p.at); n < 60+4 || n > 61+4 {
		t.Errorf("after that there were %d frames in a second", n-4)
	}
	sum, most := p.sum()
	gone := s.predictedTick() - was
	if gone < 328 || gone > 332 || most > 20 || sum > 150 { // 5.5 s; a frame plays from the newest snapshot on: a way, a buffer and a tick
		t.Errorf("of %d ticks %d were played, at most %d in a frame", gone, sum, most)
	}
	// Those between the newest snapshot and the instant at which an input arrives come too late: 80 ms are 5 ticks, in 5 frames.
	if n := int64(s.host.host.Stats(1).Inputs.Missing - missing); n < gone-sum || n > gone-sum+5*6 {
		t.Errorf("the host has played %d ticks without input, and the client %d never", n, gone-sum)
	}
}

func TestAThrottleThatIsSetAgainStartsOverOrEnds(t *testing.T) {
	t.Parallel()
	for again, want := range map[string]int{"3s": 2, "0s": 151} {
		s, p := throttled(t)
		set(t, s, "client.throttle", "3s")
		advance(t, s, 500*time.Millisecond, 500*time.Millisecond)
		set(t, s, "client.throttle", again)
		advance(t, s, 2500*time.Millisecond, 2500*time.Millisecond)
		if n := len(p.at); n < want-1 || n > want || again == "3s" && p.at[0] != netsim.Time(3500*time.Millisecond) {
			t.Errorf("set again to %s there are %d frames, want %d", again, n, want)
		}
	}
}

// However long a client was throttled, it plays each tick once, no more of them in a frame than is set, and is where it
// would have been at last.
func TestAClientThatCatchesUpPlaysEachTickOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		catchUp := rapid.IntRange(1, 1000).Draw(rt, "catch-up")
		rate := rapid.SampledFrom([]int{20, 30, 60}).Draw(rt, "rate")
		gap := time.Duration(rapid.IntRange(500, 4000).Draw(rt, "gap")) * time.Millisecond
		limit := max(catchUp*rate/1000, 2)
		s, p := throttled(rt, "tick.rate="+strconv.Itoa(rate), "client.catch-up="+(time.Duration(catchUp)*time.Millisecond).String())
		straight, _ := throttled(rt, "tick.rate="+strconv.Itoa(rate))
		was := s.predictedTick()
		set(t, s, "client.throttle", gap.String())
		advance(t, s, gap, gap)
		rest := gap + 200*time.Millisecond // with two ticks in a frame it catches up one a frame
		advance(t, s, rest, rest)
		advance(t, straight, gap+rest, gap+rest)
		sum, most := p.sum()
		if gone := s.predictedTick() - was; sum != gone || most > limit {
			rt.Fatalf("of %d ticks %d were played, and %d in a frame; %d are allowed", gone, sum, most, limit)
		}
		if d := s.predictedTick() - straight.predictedTick(); d != 0 {
			rt.Fatalf("predicted time is %d ticks from where it were without the stretch", d)
		}
	})
}
