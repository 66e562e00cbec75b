package engines

import (
	"testing"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/unity"
)

func TestEntitiesHostAveragesCommandsAge(t *testing.T) {
	t.Parallel()
	h := &entitiesHost{push: tickPush{rate: 60_000, every: 1}, every: 2}
	at := func(tick int64) netsync.Server { return netsync.Server(unity.NewNetworkTime(60, tick).World()) }
	h.Due(at(100), 0)
	h.Report(netsync.Message{Value: 103}, at(100))
	h.Report(netsync.Message{Value: 102}, at(100)) // an older one
	for _, c := range []struct {
		tick int64
		age  int64
		sent bool
	}{{101, -64, false}, {102, -88, true}, {104, -35, true}} { // (7a + 256(tick − 103))/8, towards zero; 103 is made up for
		m, sent := h.Due(at(c.tick), 0)
		if h.age != c.age || sent != c.sent || sent && arith.Bits24.Signed(uint64(m.Value)) != c.age {
			t.Errorf("tick %d: age %d, sent %v; want %d, %v", c.tick, h.age, sent, c.age, c.sent)
		}
	}
}
