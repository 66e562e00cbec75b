// Package congestion says how fast a bulk stream may send: how many bytes of it may be on their way at once. A [Sender] is one end
// that always has more to send; what it goes by is one of two controllers, LEDBAT (RFC 6817), which keeps the queue that it causes
// short, and that of TCP NewReno (RFC 5681), which fills the queue until something is dropped.
//
// All are state machines in integers: time is an argument, and nothing here knows of packets, links or a game. What comes from
// the other end may be anything: it costs a bounded amount of work and memory, and no window leaves its bounds.
package congestion

import (
	"fmt"
	"time"

	"driftlab/netsync"
)

// A Control is what a stream goes by.
type Control uint8

// What a stream can go by.
const (
	Off   Control = iota // there is no stream
	Loss                 // NewReno: losses
	Delay                // LEDBAT: queueing delay

	controls
)

var controlNames = [controls]string{"off", "loss", "delay"}

// ControlNames returns the names as settings have them, by value.
func ControlNames() []string { return controlNames[:] }

// String returns the name as settings have it.
func (c Control) String() string { return controlNames[min(c, controls-1)] }

// The range of [Config].Rate in bits a second. At the greatest, a stream sends about a thousand datagrams a second.
const (
	MinRate = 10_000
	MaxRate = 10_000_000
)

// overhead is what IPv4 (20 bytes) and UDP (8 bytes) add to each datagram.
const overhead = 20 + 8

// A Config says how a stream is sent.
type Config struct {
	Control Control
	Target  time.Duration // of LEDBAT's queueing delay, [MinTarget]..[MaxTarget]
	History time.Duration // over which the least one-way delay counts, [MinHistory]..[MaxHistory]
	Rate    int64         // at most, in bit/s with 28 bytes of headers a datagram, [MinRate]..[MaxRate]
}

// Validate reports the first value out of its range.
func (c Config) Validate() error {
	switch {
	case c.Control >= controls:
		return fmt.Errorf("control: %d is outside 0..%d", c.Control, controls-1)
	case c.Target < MinTarget || c.Target > MaxTarget:
		return fmt.Errorf("target: %v is outside %v..%v", c.Target, MinTarget, MaxTarget)
	case c.History < MinHistory || c.History > MaxHistory:
		return fmt.Errorf("history: %v is outside %v..%v", c.History, MinHistory, MaxHistory)
	case c.Rate < MinRate || c.Rate > MaxRate:
		return fmt.Errorf("rate: %d bit/s is outside %d..%d", c.Rate, MinRate, MaxRate)
	}
	return nil
}

const (
	// maxCredit is how much of the time in which it could not send a sender makes up for at once: a machine that runs in
	// frames sends what is due in each of them.
	maxCredit = 50 * time.Millisecond
	// reordering is how many later datagrams have to be acknowledged for one to count as lost (RFC 5681, section 3.2).
	reordering = 3
)

// A flight is a datagram that is on its way, if it is.
type flight struct {
	at netsync.Local // when it was sent
	on bool
}

// A Sender sends datagrams of one size, [Segment], that are numbered, as many as its controller lets it. There is always
// another one to send; nobody asks what is in it, so what is lost is not sent again but followed by others.
//
// It is not safe for concurrent use. No method allocates but [NewSender] and what changes the controller.
type Sender struct {
	cfg     Config
	control controller
	meter   queueMeter
	pace    netsync.Local // the rate allows the next one from here on
	timer   timer

	flights  [MaxFlight]flight // by number, modulo their count
	oldest   uint32            // those before it are no longer on their way
	next     uint32
	inFlight int
	highest  uint32 // one after the latest that was acknowledged
	recovery uint32 // losses before it are of the same round trip as the one that was last answered

	sent, acked, lost uint64
}

// NewSender returns a sender that may send at once, or which setting is out of range. Its first datagram has the number first:
// one that takes the place of another goes on at the other's [Sender.NextNumber], so that late acknowledgements are of none of its
// own.
func NewSender(cfg Config, first uint32) (*Sender, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Sender{cfg: cfg, timer: newTimer(), oldest: first, next: first, highest: first, recovery: first}
	s.control = s.cfg.controller()
	return s, nil
}

func (c *Config) controller() controller {
	if c.Control == Delay {
		return &ledbat{cwnd{leastWindow * parts}, c.Target}
	}
	return &newReno{cwnd: cwnd{initialWindow * parts}, threshold: MaxWindow * parts}
}

// Set changes the settings from now on. Another control begins with a window of its own.
func (s *Sender) Set(cfg Config) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	was := s.cfg
	s.cfg = cfg
	if l, ok := s.control.(*ledbat); ok && cfg.Control == was.Control {
		l.target = cfg.Target
	} else if cfg.Control != was.Control {
		s.control = s.cfg.controller()
	}
	return nil
}

// NextNumber returns the number of the next datagram.
func (s *Sender) NextNumber() uint32 { return s.next }

// Restart forgets all about the path, and what is on its way. Numbers go on.
func (s *Sender) Restart() {
	s.control, s.meter, s.timer = s.cfg.controller(), queueMeter{}, newTimer()
	s.drop()
}

// drop gives up all that is on its way and returns how many bytes that was.
func (s *Sender) drop() (bytes int) {
	bytes = s.inFlight * Segment
	for ; s.oldest != s.next; s.oldest++ {
		s.flight(s.oldest).on = false
	}
	s.inFlight, s.highest, s.recovery = 0, s.next, s.next
	return bytes
}

func (s *Sender) flight(number uint32) *flight { return &s.flights[number%MaxFlight] }

// Send returns the number of a datagram that is to be sent at now; ok is false where none may be.
func (s *Sender) Send(now netsync.Local) (number uint32, ok bool) {
	if s.inFlight > 0 && s.timer.expires(now) {
		s.lost += uint64(s.inFlight)
		s.control.timedOut(s.drop())
	}
	every := time.Duration(((Segment+overhead)*8*int64(time.Second) + s.cfg.Rate - 1) / s.cfg.Rate) // least time to the next datagram
	if s.pace.Sub(now) > every {                                                                    // the clock was set back
		s.pace = now
	}
	if !s.open() || now < s.pace {
		return 0, false
	}
	s.pace = max(s.pace, now.Add(-maxCredit)).Add(every)
	if s.inFlight == 0 {
		s.timer.start(now)
	}
	number = s.next
	*s.flight(number) = flight{now, true}
	s.next++
	s.inFlight++
	s.sent++
	return number, true
}

// open says whether the window has room for another datagram.
func (s *Sender) open() bool {
	return (s.inFlight+1)*Segment <= s.control.window() && s.next-s.oldest < MaxFlight
}

// Next returns when [Sender.Send] is to be called again, if no acknowledgement comes before.
func (s *Sender) Next() netsync.Local {
	next := netsync.Never
	if s.inFlight > 0 {
		next = s.timer.due
	}
	if s.open() {
		next = min(next, s.pace)
	}
	return next
}

// Acknowledge takes the acknowledgement of a datagram, with the one-way delay that was measured of it. It returns false, and
// nothing changes, where no such datagram is on its way.
func (s *Sender) Acknowledge(now netsync.Local, number uint32, delay time.Duration) bool {
	if number-s.oldest >= s.next-s.oldest || !s.flight(number).on {
		return false
	}
	f := s.flight(number)
	f.on = false
	before := s.inFlight * Segment
	s.inFlight--
	s.acked++
	s.timer.observe(now, now.Sub(f.at))
	s.meter.add(now, delay, s.cfg.History)
	queueing, _ := s.meter.queueing()
	s.control.acknowledged(queueing, before)
	if int32(number+1-s.highest) > 0 {
		s.highest = number + 1
	}
	s.look(before)
	return true
}

// look counts those as lost that several later ones have overtaken, and tells the controller once each round trip.
func (s *Sender) look(flight int) {
	for ; s.oldest != s.next; s.oldest++ {
		f := s.flight(s.oldest)
		if f.on && int32(s.highest-s.oldest) <= reordering {
			return
		}
		if !f.on {
			continue
		}
		f.on = false
		s.inFlight--
		s.lost++
		if int32(s.oldest-s.recovery) >= 0 {
			s.control.lost(flight)
			s.recovery = s.next
		}
	}
}

// A State is how a stream fares.
type State struct {
	Window, Flight    int           // bytes that may be, and are, on their way
	Queueing          time.Duration // as the stream measures it; meaningful if Measured
	Measured          bool
	RTT               time.Duration // of its datagrams, smoothed; 0 before the first acknowledgement
	Sent, Acked, Lost uint64        // datagrams, ever
}

// State returns how the stream fares.
func (s *Sender) State() State {
	queueing, ok := s.meter.queueing()
	return State{Window: s.control.window(), Flight: s.inFlight * Segment, Queueing: queueing, Measured: ok,
		RTT: s.timer.smooth, Sent: s.sent, Acked: s.acked, Lost: s.lost}
}

// The bounds of the time after which nothing is expected of what is on its way (RFC 6298, sections 2.4, 2.5 and 2.1).
const (
	minTimeout     = time.Second
	maxTimeout     = time.Minute
	initialTimeout = time.Second
)

// A timer is the retransmission timer of RFC 6298, which has nothing to retransmit here.
type timer struct {
	smooth, variation time.Duration // of round trips
	timeout           time.Duration
	due               netsync.Local // while something is on its way
}

func newTimer() timer { return timer{timeout: initialTimeout} }

func (t *timer) start(now netsync.Local) { t.due = now.Add(t.timeout) }

// observe takes a round trip that ended at now (sections 2.2, 2.3 and 5.3). One that is negative is of a clock that was
// set back.
func (t *timer) observe(now netsync.Local, trip time.Duration) {
	switch trip = min(trip, maxTimeout); {
	case trip < 0:
	case t.smooth == 0:
		t.smooth, t.variation = trip, trip/2
	default:
		t.variation += ((t.smooth - trip).Abs() - t.variation) / 4
		t.smooth += (trip - t.smooth) / 8
	}
	t.timeout = min(max(t.smooth+4*t.variation, minTimeout), maxTimeout)
	t.start(now)
}

// expires says whether the time is over at now; then the next one is twice as long (section 5.5).
func (t *timer) expires(now netsync.Local) bool {
	if t.due.Sub(now) > t.timeout { // the clock was set back
		t.start(now)
	}
	if now < t.due {
		return false
	}
	t.timeout = min(2*t.timeout, maxTimeout)
	return true
}
