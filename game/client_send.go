package game

import (
	"driftlab/netsync"
)

// sendInput sends the buttons of the latest ticks. Each datagram repeats earlier ones.
func (c *Client) sendInput(now netsync.Local) {
	m := &c.outgoing
	m.snapshot, m.frame, m.event, m.sentAt, m.sight = c.baselines.newest, uint32(c.frame), c.event, wireMicros(now), c.sight(c.moment)
	if !c.predict.fill(m, int64(min(max(inputRun, inputRepeats*interval(c.cfg.Rate, c.cfg.InputRate)), maxInputRun))) {
		c.keepAlive(now)
		return
	}
	if c.authority != ClientAuthority {
		for i := range m.in[:m.count] {
			m.in[i].Lag = 0 // it has no say
		}
	}
	if c.rtt.known {
		_, buffer := c.inUse()
		*c.adapt.leads.at(m.newest) = lead{m.newest, buffer}
	}
	b := m.append(c.begin(now, KindInput))
	c.out.finishAbout(0, c.clocks.piggyback(now, b, len(b)-len(c.out.buf)), m.newest, int(m.count))
}

// keepAlive tells the host, every while, of a client that has nothing else to say. What clocks send does not: the game
// is the same whatever they ask.
func (c *Client) keepAlive(now netsync.Local) {
	if now >= c.hello || now < c.hello.Add(-helloInterval) {
		c.hello = now.Add(helloInterval)
		c.out.finish(0, c.begin(now, KindKeepalive))
	}
}

// wireMicros is a clock reading in µs, wrapping at 32 bits, for round trips.
func wireMicros(now netsync.Local) uint32 { return uint32(int64(now) / 1000) }
