package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

// traffic is what one client and the host send each other, for rates.
type traffic struct {
	up, down         game.SentTraffic // up to the last whole second
	upRate, downRate game.SentTraffic // in the second before it
}

// countTraffic takes down what has been sent, once a second, in the host's first frame of it: the host
// never sleeps.
func (s *Session) countTraffic(now netsim.Time) {
	if now < s.counted {
		return
	}
	s.counted = (now/netsim.Time(time.Second) + 1) * netsim.Time(time.Second)
	for _, n := range s.clients {
		t := &n.traffic
		up, down := n.client.Sent(), s.host.host.Sent(n.id)
		t.upRate, t.downRate = up.Since(t.up), down.Since(t.down)
		t.up, t.down = up, down
	}
}
