package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// marks counts the first bytes of datagrams, and their kinds.
type marks struct {
	first [256]int
	kinds [game.KindCount]int
}

func (m *marks) Record(e observe.Entry) {
	if d, ok := e.(*observe.Departure); ok {
		m.first[d.Data[0]]++
		m.kinds[d.Kind]++
	}
}

// The first byte by which RFC 7983, section 7, and RFC 9443 tell the protocols that share a port from each other:
// 4 to 15 is none of theirs.
func TestNoDatagramBeginsAsAnotherProtocolsDo(t *testing.T) {
	t.Parallel()
	sc := scenariotest.First(t, time.Duration(testkit.LongCount(60, 3600))*time.Second)
	sc.Events = append(sc.Events, scenario.Event{At: netsim.Time(20 * time.Second), Leave: 2}, scenario.Event{At: netsim.Time(21 * time.Second), Join: 2},
		scenario.Event{At: netsim.Time(30 * time.Second), Say: &scenario.Say{Player: 1, Text: "hello"}, Set: scenariotest.Set("projectile.spawn=per-frame")})
	m := &marks{}
	s := newSession(t, sc, m)
	advance(t, s, sc.Duration, time.Second)
	advance(t, newSession(t, aloneScenario(2), m), 5*time.Second, time.Second)
	advance(t, newSession(t, bulkScenario(5*time.Second, "bulk.control=delay"), m), 5*time.Second, time.Second)
	for b, n := range m.first {
		if n > 0 && (b < 4 || b > 15) {
			t.Errorf("%d datagrams begin with %d", n, b)
		}
	}
	for k, n := range m.kinds {
		if (n == 0) != (k == 0) {
			t.Errorf("%d datagrams are of kind %v", n, game.Kind(k))
		}
	}
}
