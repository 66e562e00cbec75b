package netsim

import (
	"time"

	"driftlab/internal/param"
)

const (
	// DefaultMinRTO is the least retransmission timeout that RFC 6298 asks for (rule 2.4). Linux
	// goes down to 200 ms.
	DefaultMinRTO = time.Second
	// MaxRTO is where the retransmission timeout stops doubling: the least ceiling that rule 2.5 allows.
	MaxRTO = time.Minute

	// initialRTO is the timeout before the first round trip is known (rule 2.1).
	initialRTO = time.Second
	// maxTries is how often a segment is sent at most: once, and again as often as Linux does before it gives the
	// connection up (tcp_retries2). This stream gives up only where an outage lasts as long, so otherwise the last copy
	// always gets through; at 30 % loss one segment in 70 million needs that.
	maxTries = 16
)

// A Transit is how a stream got one segment across. It is zero for a datagram that no stream carried.
type Transit struct {
	Tries   int  // copies that were sent; above 1 it was retransmitted
	Left    Time // when the copy that arrived first was sent
	Arrived Time // when that copy arrived; from then until it is due the segment waits for those before it
}

// A stream is what a link remembers to carry datagrams as TCP would: each is one segment, a segment
// that is not acknowledged in time is sent again, and all are delivered in order, so one that is late
// holds up everything behind it.
//
// The retransmission timeout is that of RFC 6298, with Karn's rule and exponential back-off. Around
// it the model is kept simple:
//   - Each segment is acknowledged when it arrives, by itself, as selective acknowledgements do
//     (RFC 2018), and has a timer of its own. So several losses in one flight are repaired side by side.
//   - The acknowledgement of a copy takes as long back as the copy took there, and is never lost.
//   - There is no fast retransmission, no congestion window and no handshake.
//   - Where the link has a rate, a retransmission meets the queue as it will be if nothing else is
//     sent meanwhile, and those sent later do not meet the retransmission.
//
// All of it is decided when the segment is sent, by the settings of that moment, since nothing that is sent later can
// change it.
type stream struct {
	due   Time // of the last segment: none after it is delivered earlier
	trips rtoEstimator

	// One segment at a time is timed (RFC 6298, section 3); its outcome is known to the sender when
	// its acknowledgement is back, at timedUntil.
	timing     bool
	timedUntil Time
	timedRTT   time.Duration
	timedTries int
}

// timeout returns the retransmission timeout for a segment sent now, by all that the sender has learnt so far.
func (s *stream) timeout(now Time, least time.Duration) time.Duration {
	if s.timing && s.timedUntil <= now {
		s.timing = false
		if s.timedTries == 1 {
			s.trips.sample(s.timedRTT)
		} else {
			s.trips.backOff(s.timedTries - 1)
		}
	}
	return s.trips.timeout(least)
}

// segment decides how the stream gets a datagram across and when it delivers it.
//
// It gives a segment up only in an outage: then the segment is lost, and holds up none behind it.
func (l *Link) segment(of ticket, now Time, bytes int64) (v verdict, t Transit) {
	s := &l.stream
	rto := s.timeout(now, l.minRTO)
	t.Arrived = Never
	var first Parts // of the copy that arrives first
	acknowledged := Never
	queue, ahead := &l.bottleneck, bottleneck{}
	for left := now; ; left, rto = left.Add(rto), min(2*rto, MaxRTO) {
		try := of.ofCopy(t.Tries)
		parts, cause := l.delayed(queue, &try, left, bytes)
		delay := parts.sum()
		if t.Tries == 0 {
			ahead = l.bottleneck
			queue = &ahead
		}
		t.Tries++
		if cause == NotLost || t.Tries == maxTries && cause != Outage {
			arrived := left.Add(delay)
			if arrived < t.Arrived {
				t.Left, t.Arrived, first = left, arrived, parts
			}
			acknowledged = min(acknowledged, arrived.Add(delay))
		}
		if t.Tries == maxTries && t.Arrived == Never {
			return verdict{left.Add(delay), Outage, parts}, Transit{Tries: t.Tries}
		}
		if acknowledged <= left.Add(rto) || t.Tries == maxTries {
			break
		}
	}
	if !s.timing { // one segment is timed at once
		s.timing = true
		s.timedUntil, s.timedRTT, s.timedTries = acknowledged, acknowledged.Sub(now), t.Tries
	}
	s.due = max(s.due, t.Arrived)
	return verdict{due: s.due, parts: first}, t
}

// An rtoEstimator computes the retransmission timeout, RFC 6298 section 2. The clock's granularity G
// is taken as 0.
type rtoEstimator struct {
	srtt, rttvar time.Duration // both 0 before the first round trip
	sampled      bool
	doublings    int // since the last round trip that counted
}

// sample takes the round trip of a segment that was sent once (rules 2.2 and 2.3). Segments that were retransmitted do
// not count: nobody knows which of their copies was acknowledged (Karn's rule, section 3).
func (e *rtoEstimator) sample(r time.Duration) {
	e.doublings = 0
	if !e.sampled {
		e.sampled = true
		e.srtt, e.rttvar = r, r/2
		return
	}
	e.rttvar += ((e.srtt - r).Abs() - e.rttvar) / 4
	e.srtt += (r - e.srtt) / 8
}

// backOff keeps a timeout that was doubled n times in force until the next sample (section 5).
func (e *rtoEstimator) backOff(n int) { e.doublings = min(e.doublings+n, maxTries) }

// timeout returns the retransmission timeout, between least and [MaxRTO].
func (e *rtoEstimator) timeout(least time.Duration) time.Duration {
	rto := initialRTO
	if e.sampled {
		rto = e.srtt + 4*e.rttvar
	}
	rto = max(rto, least)
	for range e.doublings {
		if rto >= MaxRTO {
			break
		}
		rto *= 2
	}
	return min(rto, MaxRTO)
}

var streamSettings = []setting{
	param.Bool(param.Param{Name: "transport", Unit: param.Choice, Choices: []string{"datagram", "stream"},
		Help: "whether lost data is sent again {way}: datagrams are sent once; a stream sends again, and everything behind waits"},
		func(s *Settings) *bool { return &s.Stream }),
	param.Int(param.Param{Name: "rto", Label: "RTO", Called: "RTO", Unit: param.Duration, Min: int64(time.Millisecond), Max: int64(MaxRTO), Default: int64(DefaultMinRTO), Unset: true,
		Help: "shortest time after which a stream {way} sends a segment again"},
		func(s *Settings) *time.Duration { return &s.MinRTO }),
}
