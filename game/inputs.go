package game

import (
	"encoding/binary"
	"math"

	"driftlab/netsync"
)

// inputMessage has a client's buttons of its latest ticks, and what it has received. Clocks' questions may be piggybacked on it.
type inputMessage struct {
	snapshot uint32 // number of the latest snapshot, 0 before the first
	frame    uint32 // the client's frame: tells later inputs from earlier ones
	event    uint32 // the next missing event
	sentAt   uint32 // the client's clock at sending in µs, wrapping, for the round trip
	newest   int64  // tick of the last of the inputs
	count    uint8  // 1..maxInputRun
	in       [maxInputRun]Input
	sight    sight
	clock    []byte // clock messages, checked; part of the datagram
}

// lagChanges marks the buttons of a tick whose lag differs from the previous tick's; the difference follows.
const lagChanges = 1 << 7

func (m *inputMessage) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, m.snapshot)
	b = binary.BigEndian.AppendUint32(b, m.frame)
	b = binary.BigEndian.AppendUint32(b, m.event)
	b = binary.BigEndian.AppendUint32(b, m.sentAt)
	b = appendI64(b, m.newest)
	b = append(b, m.count)
	lag := Lag(0)
	for _, in := range m.in[:m.count] {
		if in.Lag == lag {
			b = append(b, byte(in.Held))
			continue
		}
		b = append(b, byte(in.Held)|lagChanges)
		b = binary.AppendVarint(b, int64(in.Lag)-int64(lag))
		lag = in.Lag
	}
	b = m.sight.append(b)
	return append(b, m.clock...)
}

func parseInput(b []byte, m *inputMessage) error {
	r := reader{message: "input", b: b}
	m.snapshot = r.u32("snapshot")
	m.frame = r.u32("frame")
	m.event = r.u32("event")
	m.sentAt = r.u32("sent at")
	m.newest = r.i64("newest tick")
	r.within(m.newest, -1, maxTick, "newest tick") // −1 before the host's first tick
	m.count = r.u8("count")
	r.within(int64(m.count), 1, maxInputRun, "count")
	if r.err != nil {
		return r.err
	}
	lag := int64(0)
	for i := range m.in[:m.count] {
		held := r.u8("buttons")
		if held&lagChanges != 0 {
			d := r.varint("lag")
			if lag += d; d == 0 && r.err == nil {
				r.fail("lag: changed by nothing")
			}
			r.within(lag, 0, int64(mostLag(MaxRate)), "lag")
		}
		held &^= lagChanges
		r.within(int64(held), 0, int64(AllButtons), "buttons")
		m.in[i] = Input{Buttons(held), Lag(lag)}
	}
	m.sight = r.sight()
	if r.err != nil {
		return r.err
	}
	m.clock = r.b
	return checkQuestions("input", m.clock)
}

// sendInput sends the buttons of the latest ticks. Each datagram repeats earlier ones.
func (c *Client) sendInput(now netsync.Local) {
	m := &c.outgoing
	m.snapshot, m.frame, m.event, m.sentAt = c.baselines.newest, uint32(c.Frame), c.event, wireMicros(now)
	behind := c.moment.Predicted.World().Sub(c.othersTime(c.moment))
	m.sight = sight{c.Look.Shots == FramedShots, min(max(behind, -maxSight), maxSight), c.shotsBehind(c.Look.Shots, c.moment)}
	if !c.predict.fill(m, int64(min(max(inputRun, inputRepeats*interval(c.cfg.Rate, c.cfg.InputRate)), maxInputRun))) {
		c.keepAlive(now)
		return
	}
	if c.Authority != ClientAuthority {
		for i := range m.in[:m.count] {
			m.in[i].Lag = 0 // it has no say
		}
	}
	if c.rtt.known {
		_, buffer := c.inUse()
		*c.adapt.leads.at(m.newest) = lead{m.newest, buffer}
	}
	b := m.append(c.begin(now, KindInput))
	c.Outbox.finishAbout(0, c.Clocks.piggyback(now, b, len(b)-len(c.Outbox.buf)), m.newest, int(m.count))
}

// fill puts the inputs of the latest ticks into a message; it says whether there are any.
func (p *prediction) fill(m *inputMessage, run int64) bool {
	if !p.started {
		return false
	}
	m.newest = p.tick
	m.count = uint8(min(p.tick-p.first+1, run))
	for i := range int64(m.count) {
		m.in[i] = p.ticks.at(p.tick - int64(m.count) + 1 + i).input
	}
	return p.tick >= 0
}

// InputStats counts whether a client's inputs reached the host before their ticks.
type InputStats struct {
	OnTime  uint64 // arrived before their tick was played
	Late    uint64 // arrived after it
	Early   uint64 // datagrams too far ahead of the host to be kept
	Missing uint64 // ticks played with the buttons of an earlier one
}

// inputRing is how many ticks of buttons the host keeps for a client: at any rate a second of future ticks and as many past ones.
const inputRing = 256

func (h *Host) receiveInput(now netsync.Local, id int, head header, body []byte) error {
	p := &h.peers[id]
	var m inputMessage
	if err := parseInput(body, &m); err != nil {
		return err
	}
	if int32(h.events.next-m.event) < 0 {
		return refuse(Future, "input: event: %d is outside 0..%d", m.event, h.events.next)
	}
	if m.snapshot > h.snaps.number {
		return refuse(Future, "input: snapshot: %d is outside 0..%d", m.snapshot, h.snaps.number)
	}
	most := mostLag(h.cfg.Rate)
	for i := range m.in[:m.count] {
		if lag := m.in[i].Lag; lag > most {
			return refuse(OutOfRange, "input: lag: %d is outside 0..%d", lag, most)
		}
	}
	p.clocks.Datagram(head.stamp, Server(h.came), h.span)
	if int32(m.event-p.next) > 0 { // false if a later input has overtaken this one
		p.next = m.event
	}
	// A snapshot that is too old for a baseline still shows how long an acknowledgement takes.
	delay := h.snaps.number - m.snapshot
	switch {
	case m.snapshot == 0:
	case delay >= baselineRing:
		p.ackDelay = delay
	case p.sentBaselines[m.snapshot%baselineRing].number == m.snapshot && int32(m.snapshot-p.acked) > 0:
		p.acked, p.ackDelay = m.snapshot, delay
	}
	later := !p.echoed || int32(m.frame-p.frame) > 0
	if later {
		p.echoed, p.echo, p.echoAt, p.frame = true, m.sentAt, h.came, m.frame
	} else {
		p.gate.rejected.Counts[Replayed]++ // or overtaken: nothing new in it, but its questions are answered
	}
	h.keep(now, p, &m, later)
	if len(m.clock) > 0 {
		h.answer(now, id, head.join, m.clock)
	}
	return nil
}

// keep stores the inputs of a message for their ticks. If the client's clock is far ahead they are too early to be kept; the rest
// of the datagram counts anyway. A client whose clock was ahead for a while plays some ticks again that the host has not played
// yet: then its later input counts.
func (h *Host) keep(now netsync.Local, p *peer, m *inputMessage, later bool) {
	h.Receipt.Tick, h.Receipt.Ticks = m.newest, int(m.count)
	// Two seconds ahead, at least 40 ticks, and as many as there is room for. A buffer of 30 ticks plus half a second between inputs
	// is less.
	if m.newest > h.tick+int64(min(max(2*h.cfg.Rate, 40), inputRing/2)) {
		h.Receipt.Early = true
		p.stats.Inputs.Early++
		p.gate.rejected.Counts[Future]++
		return
	}
	p.sight.put(m.newest, m.sight)
	for i, in := range m.in[:m.count] {
		tick := m.newest - int64(m.count) + 1 + int64(i)
		if tick < 0 {
			continue
		}
		slot := &p.inputs[tick&(inputRing-1)]
		known := slot.tick >= tick && p.newest >= 0
		switch {
		case known && (!later || tick <= h.tick):
			continue
		case known:
		case tick <= h.tick:
			h.Receipt.Late++
		default:
			h.Receipt.OnTime++
		}
		slot.tick, slot.in = tick, in
	}
	p.stats.Inputs.Late += uint64(h.Receipt.Late)
	p.stats.Inputs.OnTime += uint64(h.Receipt.OnTime)
	if later || p.newest < 0 {
		p.stand = m.in[m.count-1]
	}
	if m.newest > p.newest {
		h.reportOn(now, p, m)
		p.newest = m.newest
	}
}

// input returns what the client's player does in a tick: its input for it, or else the newest input.
func (p *peer) input(tick int64) Input {
	if slot := p.inputs[tick&(inputRing-1)]; slot.tick == tick && p.newest >= 0 {
		return slot.in
	}
	p.stats.Inputs.Missing++
	p.stats.Lacked++
	return p.stand
}

// inputReport is the host's report on an input with new ticks.
type inputReport struct {
	tick    int64 // its newest tick
	brought uint8 // how many of its ticks were new
	margin  int32 // µs by which it was early for its newest tick; negative is late
}

// maxReports is how many inputs a snapshot reports on at most; older ones are left out. After a gap in the link many inputs arrive
// together: if there is no room, those within a millisecond are reported as one, in which each tick was a tick later than the next.
const maxReports = 8

// together is how close inputs are that arrive together, in µs.
const together = 1000

// inputReports are the latest reports, in order of arrival.
type inputReports struct {
	list  [maxReports]inputReport
	count uint8
}

// add takes one more; tick is the length of a tick in µs.
func (s *inputReports) add(r inputReport, tick int64) {
	if s.count == maxReports {
		last := &s.list[maxReports-1]
		apart := (r.tick-last.tick)*tick - int64(r.margin) + int64(last.margin)
		if brought := int(last.brought) + int(r.brought); apart < together && brought <= math.MaxUint8 {
			*last = inputReport{r.tick, uint8(brought), r.margin}
			return
		}
		copy(s.list[:], s.list[1:])
		s.count--
	}
	s.list[s.count] = r
	s.count++
}

// reportOn notes for the client how early a new input was for its tick.
func (h *Host) reportOn(now netsync.Local, p *peer, m *inputMessage) {
	due := h.at(m.newest).Sub(h.World(now)).Microseconds()
	brought := min(m.newest-p.newest, int64(m.count))
	if p.newest < 0 {
		brought = 1 // earlier ticks are missing because it has just joined
	}
	p.reports.add(inputReport{m.newest, uint8(brought), int32(min(max(due, -1<<31), 1<<31-1))}, 1_000_000/int64(h.cfg.Rate))
}
