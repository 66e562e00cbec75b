package session

import (
	"time"

	"driftlab/netsim"
)

// StampWraps are the wraps of a client's 16-bit application stamps (Taylor): TimeSync's small stamps restart
// after 2¹⁶ units of 512 µs, 33.6 s of the host's clock.
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
	stamp, ok := n.client.Clocks.AppStamp(n.local(now))
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
