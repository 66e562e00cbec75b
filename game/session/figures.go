package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// ClockErrors returns the measures of an algorithm's error on a client after the [Warmup]; ok is false
// before the first.
func (s *Session) ClockErrors(client, algorithm int) (e ErrorMS, ok bool) {
	m := &s.clients[client-1].truth.clocks[algorithm].measured
	if m.count == 0 {
		return e, false
	}
	return *m.errors(), true
}

// ClockQuantile returns a quantile of the absolute error of an algorithm on a client after the [Warmup],
// 0..100 %; ok is false before the first measure.
func (s *Session) ClockQuantile(client, algorithm int, percent uint64) (d time.Duration, ok bool) {
	m := &s.clients[client-1].truth.clocks[algorithm].measured
	if m.count == 0 {
		return 0, false
	}
	return time.Duration(m.quantile(percent)), true
}

// Convergence returns how long it took from a client's latest joining until an algorithm came near the truth to stay
// there: see converged_s in [Summary]. ok is false for one that has not.
func (s *Session) Convergence(client, algorithm int) (d time.Duration, ok bool) {
	return s.clients[client-1].truth.clocks[algorithm].converged.time()
}

// Stayed says of what [Session.Convergence] returns that the clock has stayed there for converge.hold, and not only up to now.
func (s *Session) Stayed(client, algorithm int) bool {
	return s.clients[client-1].truth.clocks[algorithm].converged.held
}

// ClockBytes returns how many bytes an algorithm on a client has had sent both ways, without headers.
func (s *Session) ClockBytes(client, algorithm int) uint64 {
	return s.clockBytes(s.clients[client-1], algorithm)
}

// HostPace returns how fast the host's world time runs, in millionths, and by how much it is behind the host's own
// clock, as dilation and pauses have put it.
func (s *Session) HostPace() (rate int64, behind time.Duration) {
	return s.host.set.Dilation, time.Duration(s.host.local(s.Now())) - time.Duration(s.HostWorld())
}

// Exchanges returns what a client's clocks have asked and heard.
func (s *Session) Exchanges(client int) game.Exchanges { return s.clients[client-1].client.Exchanges() }

// PlatformPace is [game.Client.PlatformPace] of a client.
func (s *Session) PlatformPace(client int) int64 { return s.clients[client-1].client.PlatformPace() }

// ClockAt returns what a machine's own clock reads at a time, in ns: 0 is the host. A time ahead is read
// as the clock runs now.
func (s *Session) ClockAt(machine netsim.NodeID, at netsim.Time) int64 {
	if machine == 0 {
		return s.host.osc.Read(at)
	}
	return s.clients[machine-1].osc.Read(at)
}

// BufferNeeds returns how long a buffer a client's latest frames would have needed; see [game.Client.BufferNeeds].
func (s *Session) BufferNeeds(client int, into []int) []int {
	return s.clients[client-1].client.BufferNeeds(into)
}

// StampWraps are the wraps of a client's 16-bit application stamps (Taylor): TimeSync's small stamps begin
// anew after 2¹⁶ units of 512 µs, 33.6 s of the host's clock.
type StampWraps struct {
	Stamp       uint16 // at the client's latest frame
	Known       bool
	Count       int
	First, Last netsim.Time // wraps, good to a frame; meaningful if Count > 0
}

// ExampleStamp is a stamp of 16 bits that lessons ask about: 2.8 s before the wrap.
const ExampleStamp = 60_000

// ExampleAge returns how long ago, in the latest frame, the latest stamp of [ExampleStamp] was made. ok is false while
// there are no stamps.
func (w StampWraps) ExampleAge() (d time.Duration, ok bool) {
	const unit = 512 * time.Microsecond
	return time.Duration(w.Stamp-ExampleStamp) * unit, w.Known
}

// StampWraps returns the wraps of a client's stamps so far.
func (s *Session) StampWraps(client int) StampWraps { return s.clients[client-1].truth.wraps }

// look takes the stamp that a client would send in one of its frames.
func (w *StampWraps) look(n *clientNode, now netsim.Time) {
	stamp, ok := n.client.AppStamp(n.local(now))
	if !ok {
		w.Known = false
		return
	}
	if w.Known && stamp < w.Stamp && w.Stamp-stamp > 1<<15 {
		if w.Count == 0 {
			w.First = now
		}
		w.Count++
		w.Last = now
	}
	w.Stamp, w.Known = stamp, true
}

// Interval returns the mean time between two wraps; ok is false before the second.
func (w StampWraps) Interval() (d time.Duration, ok bool) {
	if w.Count < 2 {
		return 0, false
	}
	return w.Last.Sub(w.First) / time.Duration(w.Count-1), true
}

// ClockStatus returns what an algorithm on a client believes now.
func (s *Session) ClockStatus(client, algorithm int) netsync.Status {
	n := s.clients[client-1]
	return n.client.Status(algorithm, n.local(s.Now()))
}
