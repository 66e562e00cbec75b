// Package midline keeps one clock on several machines that send each other datagrams, over any transport. It is [clocks.Midline] with all that a
// program needs around it: what each datagram begins with (docs/wire.md), and what to ask of the clock.
//
// A [Client] has three calls. [Client.Packet] returns the bytes to put before what a datagram is about, [Client.Received] takes them off one that
// has come, and [Client.Now] tells the host's time. A [Host] does the same for all of its clients. Neither reads a clock, sends, or waits, and
// neither is safe for concurrent use.
package midline

import (
	"errors"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

const (
	quietYoung = 100 * time.Millisecond // between two datagrams of a client whose game is silent, in its first seconds,
	youngFor   = 5 * time.Second
	quiet      = time.Second // and then

	lostAfter = 5 * time.Second // without a datagram of the host's
)

// An Event is what has happened to a client's clock last.
type Event uint8

const (
	// Joining is before the host's time is known.
	Joining Event = iota
	// Synchronised is when the time became known, or when the host was heard again after it had been lost.
	Synchronised
	// Stepped is when the time was set, by [Reading.Step].
	Stepped
	// OtherHost is when another host answered, or the same one after a restart. The time is as it was until it is
	// set to that host's, which is this event too.
	OtherHost
	// Lost is when the host had not been heard for five seconds. The time keeps running, and is less and less sure.
	Lost
	// SetBack is when the client's own clock was set back. The time is not known until it is measured again.
	SetBack
	// InDoubt is when an answer contradicted what was measured, or a clock was set by more than a second. The time is not known until
	// another answer has come, mostly after one round trip.
	InDoubt
)

var eventNames = [...]string{"joining", "synchronised", "stepped", "other host", "lost", "set back", "in doubt"}

// String returns the event's name.
func (e Event) String() string {
	if int(e) < len(eventNames) {
		return eventNames[e]
	}
	return "unknown"
}

// A Reading is what a client knows of the host's time. Its interval has two parts.
type Reading struct {
	Time        Server
	Known       bool          // Time and the three below say something
	Uncertainty time.Duration // how far Time may be off, either way: the sum of both parts
	// Unknowable is what no clock can know: half of the round trip, or of Config.Asymmetry where that is stated.
	Unknowable time.Duration
	// Unsettled is what is not known yet, on top of half of the difference of both empty one-way delays.
	Unsettled time.Duration
	Event     Event         // the latest
	Since     Local         // when that was
	Step      time.Duration // of Stepped and OtherHost: by how much the time was set, > 0 is forward
	Host      uint32        // the number of the host that has answered
}

// A Client keeps the host's time on one other machine. Its times are of one clock of that machine, which should not be set: CLOCK_MONOTONIC
// or the like. Once warm, no method allocates.
type Client struct {
	clock  *clocks.Midline
	cfg    Config
	head   [MaxHead]byte
	probes []netsync.Probe

	sent, refused                   uint64
	begun, started, answered, known bool
	since, heard, woken             Local // when the client began, heard of the host, and made a head
	steps                           uint64
	last                            Reading // its event, and what belongs to it
}

// NewClient returns a client that knows nothing yet, or which constant is out of range. [DefaultConfig] has the constants
// that are recommended.
func NewClient(cfg Config) (*Client, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	clock, err := clocks.NewMidline(cfg.MidlineConfig)
	if err != nil {
		return nil, err
	}
	return &Client{clock: clock, cfg: cfg}, nil
}

// Packet returns the bytes to put before what a datagram to the host is about that is sent at now. They are valid until the next call. A game
// that sends nothing else sends them alone when its clock reads due, at the latest. Not every datagram needs them: docs/wire.md says how few are enough.
func (c *Client) Packet(now Local) (head []byte, due Local) {
	now = now.Add(c.cfg.half())
	if !c.begun {
		c.begun, c.since = true, now
	}
	c.sent++
	h := Head{Stamp: netsync.Stamp24(int64(now))}
	c.probes, due = c.clock.Wake(now, c.probes[:0])
	for _, p := range c.probes {
		h.Blocks, h.Number, h.T1 = Question, p.Seq, p.T1
	}
	every := quiet
	if now.Sub(c.since) < youngFor {
		every = quietYoung
	}
	c.woken = now
	c.note(now, true, false)
	return h.Append(c.head[:0]), min(due, now.Add(every)).Add(-c.cfg.half())
}

// Received takes a datagram of the host's that was read when the client's clock read now, and returns what it is about. It had come up to before
// earlier: where a game stamps what it reads once a frame, that is how long ago it had looked last, and 0 where now is the instant of its
// arrival. A datagram that is not of this format changes nothing and is an error.
func (c *Client) Received(b []byte, now Local, before time.Duration) (payload []byte, err error) {
	h, payload, err := Parse(b)
	if err == nil && h.Blocks&Question != 0 {
		err = errors.New("blocks: a question comes from no host")
	}
	if err != nil {
		c.refused++
		return nil, err
	}
	now = now.Add(c.cfg.half())
	lost := c.started && now.Sub(c.heard) > lostAfter
	c.started, c.heard = true, now
	c.clock.Observe(netsync.Event{Kind: netsync.Datagram, Stamp: h.Stamp, T4: now, Span: before})
	if h.Blocks&Floor != 0 {
		c.clock.Observe(netsync.Event{Kind: netsync.FloorTold, Floor: uint64(h.Floor), FloorSpan: uint32(h.Span), T4: now})
	}
	ev := netsync.Event{Kind: netsync.Answer, Seq: h.Number, T1: h.T1, T2: h.T2, T3: h.T3, T4: now}
	if h.Blocks&Answer != 0 && c.clock.Answers(ev) {
		host := h.Host
		other := c.answered && host != c.last.Host
		c.answered, c.last.Host = true, host
		if other {
			c.clock.Forget(now)
			c.last.Event, c.last.Since, c.last.Step = OtherHost, now, 0
		}
		c.clock.Observe(ev)
	}
	c.note(now, c.begun && now.Sub(c.woken) < -time.Second, lost)
	return payload, nil
}

// note looks what has become of the clock. Back says that where it isn't known any more, the client's clock was set back.
func (c *Client) note(now Local, back, lost bool) {
	s := c.clock.Status(now)
	was, event := c.known, c.last.Event
	c.known = s.Synchronised && s.HasUncertainty
	switch {
	case !c.known:
		if !was || event == OtherHost && c.last.Since == now {
			return
		}
		c.last.Event, c.last.Since, c.last.Step = InDoubt, now, 0
		if back {
			c.last.Event = SetBack
		}
		return
	case event == Joining || (lost || !was && event != OtherHost) && s.Steps == c.steps:
		event = Synchronised
		c.last.Step = 0
	case s.Steps == c.steps:
		return
	default:
		if event != OtherHost || now.Sub(c.last.Since) > youngFor {
			event, c.last.Step = Stepped, 0
		}
		c.last.Step += s.LastStep
	}
	c.steps, c.last.Event, c.last.Since = s.Steps, event, now
}

// Now returns what is known when the client's clock reads now.
func (c *Client) Now(now Local) Reading {
	now = now.Add(c.cfg.half())
	r := c.last
	r.Time, r.Known = c.clock.ServerTime(now)
	r.Known = r.Known && c.clock.Status(now).HasUncertainty // where a clock was set there is none until an answer has come
	if r.Known {
		r.Unknowable, r.Unsettled = c.clock.Interval(now)
		r.Unsettled += c.cfg.Grain
		r.Uncertainty = r.Unknowable + r.Unsettled
	}
	if r.Known && now.Sub(c.heard) > lostAfter {
		r.Event, r.Since, r.Step = Lost, c.heard.Add(lostAfter), 0
	}
	if r.Event != Joining {
		r.Since = r.Since.Add(-c.cfg.half())
	}
	return r
}

// voidWithin is how far ahead Void looks: 417 days.
const voidWithin = time.Duration(1) << 55

// Void returns when a reading's Uncertainty will be more than a width, where nothing more is heard of the host: now where it is already, or where the time is
// not known. Ok is false where that will not be within a year.
func (c *Client) Void(now Local, width time.Duration) (at Local, ok bool) {
	void := func(after time.Duration) bool {
		r := c.Now(now.Add(after))
		return !r.Known || r.Uncertainty > width
	}
	if void(0) {
		return now, true
	}
	if !void(voidWithin) {
		return 0, false
	}
	// It becomes narrower while the clock approaches the line, and then wider and wider.
	within, beyond := time.Duration(0), voidWithin
	for beyond-within > 1 {
		if middle := (within + beyond) / 2; void(middle) {
			beyond = middle
		} else {
			within = middle
		}
	}
	return now.Add(beyond), true
}
