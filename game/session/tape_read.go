package session

import "driftlab/netsim"

// Begin returns the instant from which on nothing had to make room for what came later: 0 as long as
// there is room for all.
func (t *Tape) Begin() (at netsim.Time) {
	if r := &t.packets; r.full() {
		at = r.at(r.first).Sent
	}
	for i := range t.machines {
		m := &t.machines[i]
		if r := &m.ticks; r.full() {
			at = max(at, r.at(r.first).At)
		}
		if r := &m.moments; r.full() {
			at = max(at, r.at(r.first).At)
		}
		if r := &m.missing; r.full() {
			at = max(at, r.at(r.first).At)
		}
	}
	return at
}

// Packets returns the datagrams that were under way between two instants, both included, as numbers for
// [Tape.At]: they are among first..end−1, in the order in which they were sent. Some others may be among
// them, which arrived before.
func (t *Tape) Packets(from, to netsim.Time) (first, end uint64) {
	first = t.packets.search(func(p *TapePacket) bool { return p.reach >= from })
	return first, max(first, t.packets.search(func(p *TapePacket) bool { return p.Sent > to }))
}

// At returns a datagram by its number, which is its ID. It must be one that [Tape.Packets] gave, and not
// be changed.
func (t *Tape) At(n uint64) *TapePacket { return t.packets.at(n) }

// Find returns a datagram by its ID, nil if it is not kept.
func (t *Tape) Find(id uint64) *TapePacket {
	if !t.packets.has(id) {
		return nil
	}
	return t.packets.at(id)
}

// Ticks returns the ticks that a machine got to between two instants, as numbers for [Tape.TickAt]:
// first..end−1.
func (t *Tape) Ticks(machine int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[machine].ticks
	first = r.search(func(k *TapeTick) bool { return k.At >= from })
	return first, max(first, r.search(func(k *TapeTick) bool { return k.At > to }))
}

// TickAt returns a tick of a machine by a number that [Tape.Ticks] gave.
func (t *Tape) TickAt(machine int, n uint64) TapeTick { return *t.machines[machine].ticks.at(n) }

// Moments returns when a machine's clocks were read between two instants, as numbers for
// [Tape.MomentAt]: first..end−1.
func (t *Tape) Moments(machine int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[machine].moments
	first = r.search(func(m *ClockMoment) bool { return m.At >= from })
	return first, max(first, r.search(func(m *ClockMoment) bool { return m.At > to }))
}

// MomentAt returns what a machine's clocks read by a number that [Tape.Moments] gave. It must not be
// changed.
func (t *Tape) MomentAt(machine int, n uint64) *ClockMoment { return t.machines[machine].moments.at(n) }

// Before returns what a machine's clocks read last at or before an instant, nil if that is not kept.
func (t *Tape) Before(machine int, at netsim.Time) *ClockMoment {
	r := &t.machines[machine].moments
	n := r.search(func(m *ClockMoment) bool { return m.At > at })
	if n == r.first {
		return nil
	}
	return r.at(n - 1)
}

// MissingInputs returns the host's frames between two instants in which it lacked inputs of a client, as
// numbers for [Tape.MissingAt]: first..end−1.
func (t *Tape) MissingInputs(client int, from, to netsim.Time) (first, end uint64) {
	r := &t.machines[client].missing
	first = r.search(func(m *MissingInput) bool { return m.At >= from })
	return first, max(first, r.search(func(m *MissingInput) bool { return m.At > to }))
}

// MissingAt returns inputs that the host lacked by a number that [Tape.MissingInputs] gave.
func (t *Tape) MissingAt(client int, n uint64) MissingInput { return *t.machines[client].missing.at(n) }

// TooLate reports whether a datagram came too late for what it brought: an input for the host to play one
// of its ticks by it, a snapshot for the client to show its tick. It is false before the datagram has come.
func (p *TapePacket) TooLate() bool {
	if p.To == 0 {
		return p.Late > 0
	}
	return p.HasMargin && p.Margin < 0
}

// Stale reports whether an input has come and brought nothing: others with its ticks came before it.
func (p *TapePacket) Stale() bool {
	return p.To == 0 && p.Arrived && p.Ticks > 0 && p.OnTime == 0 && p.Late == 0 && !p.Early
}
