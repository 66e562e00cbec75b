// Package netsync learns a server's clock from what a client sends and receives.
//
// It defines the kinds of time, the messages that the two halves of a clock exchange, and the interface of a clock. It has
// no sockets, no engine and no game, and it never reads a clock: every call is given "now". Any game can use it. Beside the
// standard library it imports only the arithmetic of this module's netsync/internal/arith.
//
// The clocks themselves are in packages that import this one: clocks (published texts, and Midline), unity and engines. Each
// clock is an [Estimator]; registry lists them all by name. Package insight has what a clock shows people about itself.
//
// # Usage
//
// A client holds one [Estimator] for each clock that it runs. The package's example is a complete program.
//
//	algorithm, err := registry.Lookup("sntp") // or clocks.NewSNTP(clocks.DefaultSNTP())
//	clock, err := algorithm.New()
//	probes, next := clock.Wake(now, nil) // send these, and call Wake again at next
//	// when the answer to probe p arrives, with the host's stamps:
//	clock.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: received, T3: sent, T4: now})
//	server, ok := clock.ServerTime(now) // what the server's clock reads now
package netsync

import (
	"time"

	"driftlab/internal/param"
)

// An Estimator learns the server's clock from what one client sends and receives.
// It is a pure state machine: it never reads a clock, sends or sleeps, and draws no random number.
// It is not safe for concurrent use. Once warm, no method allocates.
type Estimator interface {
	// Wake appends the probes due at now to probes and returns them with the local time of the
	// next wake-up ([Never] if there is none). Calling it early is harmless.
	Wake(now Local, probes []Probe) ([]Probe, Local)
	// Observe takes one timestamped event. Events that the algorithm has no use for are ignored.
	Observe(ev Event)
	// ServerTime converts now to the server's time; ok is false before the first synchronisation.
	ServerTime(now Local) (t Server, ok bool)
	// Status reports what the algorithm believes at now.
	Status(now Local) Status
}

// A Piggybacker is an [Estimator] whose probes can travel with a datagram that is sent anyway.
type Piggybacker interface {
	// Piggyback appends the probes that are to travel with a datagram sent at now. Calling it is optional.
	Piggyback(now Local, probes []Probe) []Probe
}

// A Waker is an [Estimator] that may want to be woken earlier after any event, and not only after a message for it.
type Waker interface {
	// Next returns when it wants to be woken next, on its base.
	Next() Local
}

// Never is a local time that is never reached.
const Never = Local(1<<63 - 1)

// Base says which time base an algorithm uses at both ends: which clock its Local is on the client, and which clock its
// Server is on the host.
type Base uint8

const (
	// BaseReal is the machine's own oscillator, which neither dilation nor a pause affects.
	BaseReal Base = iota
	// BaseWorld is the game engine's world time, which dilation scales and a pause stops.
	BaseWorld
)

// ProbeKind says what a [Probe] asks the network layer to send.
type ProbeKind uint8

const (
	// Ask is a request that the host answers at once with its clock: an [Answer] comes back.
	Ask ProbeKind = iota
	// Report carries the algorithm's own number to the host's side of the algorithm.
	Report
)

// A Probe is one small message that an algorithm wants sent to the host now.
type Probe struct {
	Kind  ProbeKind
	Seq   uint16 // Ask: returned in the answer
	T1    Local  // Ask: client's clock at sending, returned in the answer
	Value uint32 // Report: TimeSync's minimum delta, 24 bits
	Note  string // Report: 1 to [MaxNote] bytes that take the place of Value, "" for none
}

// EventKind says which fields of an [Event] are set.
type EventKind uint8

const (
	// Answer is the host's answer to an Ask: Seq, T1 to T4.
	Answer EventKind = iota + 1
	// Push is the host's clock, sent without a question: T3 and T4, and if Stated is true also a number, Value.
	Push
	// Datagram is any datagram's send stamp: Stamp (24 bits, units of 8 µs) and T4.
	Datagram
	// PeerReport is the number that the host's side of the algorithm sent: Value and T4.
	PeerReport
	// FloorTold is what the host's half of Midline has reported: Floor, FloorSpan and T4.
	FloorTold
	// NoteTold is bytes that the host's side of the algorithm sent: Note and T4.
	NoteTold
)

// An Event is one timestamped thing that happened. The names T1 to T4 are NTP's (RFC 5905,
// section 8): the client sends, the server receives, the server sends, the client receives.
type Event struct {
	Kind   EventKind
	Seq    uint16
	T1     Local
	T2     Server
	T3     Server
	T4     Local
	Stamp  uint32
	Value  uint32
	Floor  uint64 // FloorTold: 48 bits
	Note   string // NoteTold
	Stated bool   // a Push that has a Value too

	// Span is how long before T4 it may have come at most: since the queue of what has come was last read. It is 0 where T4 is
	// the very instant, as of a stamp that is taken at arrival.
	Span      time.Duration
	FloorSpan uint32 // FloorTold: within what the fastest came by the host's clock, 0 for stamps taken at arrival
}

// RTT returns the round trip of an Answer without the time that the server held it:
// (T4 − T1) − (T3 − T2), RFC 5905 section 8.
func (ev Event) RTT() time.Duration { return ev.T4.Sub(ev.T1) - ev.T3.Sub(ev.T2) }

// Offset returns the offset that an Answer shows if both directions took equally long:
// ((T2 − T1) + (T3 − T4)) / 2, RFC 5905 section 8. Half of (up − down) stays in it.
func (ev Event) Offset() time.Duration {
	return (ev.T2.Offset(ev.T1) + ev.T3.Offset(ev.T4)) / 2
}

// Status is what an algorithm believes, for display. A duration that the algorithm does not estimate is zero, and the
// matching Has… is false.
type Status struct {
	Synchronised bool
	Offset       time.Duration // server − local
	HasOWD       bool
	OWDUp        time.Duration // client to host
	OWDDown      time.Duration // host to client
	RTT          time.Duration
	Used         uint64 // samples that moved the clock or its statistics
	Rejected     uint64 // samples that arrived and were not used
	Steps        uint64 // times the clock was set
	LastStep     time.Duration

	// Uncertainty is how wrong the algorithm thinks its clock may be, or how wrong it lets the clock be: each algorithm's
	// Status says which. No algorithm can know of (up − down)/2.
	HasUncertainty bool
	Uncertainty    time.Duration
	Slewing        int8 // +1 while the clock runs fast on purpose, −1 while it runs slow
}

// A Constant is what can be set of a clock that is configured by a C: its name, unit, range, default and help, and where a C keeps it.
type Constant[C any] = param.Field[C]
