package engines

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
)

// Half implements [netsync.Halved].
func (c EntitiesConfig) Half(netsync.Server) (netsync.Half, error) {
	if err := param.Validate(EntitiesConstants, &c); err != nil {
		return nil, err
	}
	return &entitiesHost{push: tickPush{rate: c.TickRate, every: 1}, every: int64(c.SendEvery)}, nil
}

// entitiesHost is the host's half: in each tick it notes how late commands are.
type entitiesHost struct {
	push   tickPush
	every  int64
	known  bool
	newest int64 // tick of the newest command
	age    int64 // average of the present tick − the newest command's, in 1/256 ticks
}

// Due reports in each tick how late commands are.
func (h *entitiesHost) Due(now, _ netsync.Server) (netsync.Message, bool) {
	before := h.push.last
	at, ok := h.push.passed(now)
	if !ok {
		return netsync.Message{}, false
	}
	for tick := max(before+1, at-1000); tick <= at && h.known; tick++ {
		h.age = (7*h.age + 256*(tick-h.newest)) / 8
	}
	const most = 1<<(arith.Bits24-1) - 1
	value := uint32(min(max(h.age, -most), most)) & (1<<arith.Bits24 - 1)
	return netsync.Message{Kind: netsync.MessageState, T3: startOf(h.push.rate, at), Value: value}, at%h.every == 0
}

// Report takes a command's tick.
func (h *entitiesHost) Report(m netsync.Message, came netsync.Server) {
	pivot := tickAt(h.push.rate, came)
	if tick := arith.Bits24.Expand(pivot, uint64(m.Value)); !h.known || tick > h.newest {
		h.known, h.newest = true, tick
	}
}

// Datagram implements [netsync.Half]: stamps say nothing to it.
func (*entitiesHost) Datagram(uint32, netsync.Server, time.Duration) {}
